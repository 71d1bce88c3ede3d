import type { Context as HonoContext } from 'hono'

/**
 * Headers of a call's reply, as a record that the server writes as it is. To put a dozen into a Headers object and read them
 * out again would cost as much as what a call says.
 */
type ReplyHeaders = Record<string, string>

interface Told {
  headers: ReplyHeaders
  /** Cookies after the first, which a record of headers has no place for. */
  moreCookies: string[] | undefined
  /** The reply that has them. */
  reply: Response | undefined
}

const told = (c: HonoContext) => c.get('replyHeaders') as Told | undefined

/** Lets the replies to a request have these headers, and those that are told until one is made. */
export function beginHeaders(c: HonoContext, headers: ReplyHeaders): void {
  c.set('replyHeaders', { headers, moreCookies: undefined, reply: undefined } satisfies Told)
}

/** Sets a header of the reply that is about to be made. Each `set-cookie` is one more cookie. */
export function tellHeader(c: HonoContext, name: string, value: string): void {
  const known = told(c)
  if (!known) return c.header(name, value, { append: name === COOKIE })
  if (name === COOKIE && known.headers[COOKIE] !== undefined) (known.moreCookies ??= []).push(value)
  else known.headers[name] = value
}

const COOKIE = 'set-cookie'

function appendCookies(headers: Headers, { moreCookies = [] }: Told): Headers {
  for (const cookie of moreCookies) headers.append(COOKIE, cookie)
  return headers
}

/** Takes back a header that was told. */
export function forgetHeader(c: HonoContext, name: string): void {
  const known = told(c)
  if (known) delete known.headers[name]
  else c.header(name, undefined)
}

/** Makes the reply. */
export function reply(c: HonoContext, body: string | Uint8Array<ArrayBuffer> | null, status: number): Response {
  const known = told(c)
  if (!known) return c.newResponse(body, status as 200)
  const headers = known.moreCookies ? appendCookies(new Headers(known.headers), known) : known.headers
  known.reply = new Response(body, { status, headers })
  return known.reply
}

/** Completes a reply that was made in another way. What it says of itself stays. */
export function completeHeaders(c: HonoContext): void {
  const known = told(c)
  if (!known || known.reply === c.res) return
  const { headers } = c.res
  for (const name in known.headers) if (!headers.has(name)) headers.set(name, known.headers[name]!)
  appendCookies(headers, known)
}
