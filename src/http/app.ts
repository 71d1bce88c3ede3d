import { Hono, type Context as HonoContext } from 'hono'
import * as z from 'zod/mini'
import { servicePaths, type Endpoint } from '#lib/both/calls/endpoint.ts'
import { ApiError, invalid, type FieldErrors } from '#lib/both/calls/errors.ts'
import { allowedMethods } from './request/allowed-methods.ts'
import type { Limit } from '#lib/both/calls/limits.ts'
import { typedIn } from '#lib/both/calls/search.ts'
import { readBody } from '#lib/server/bodies/read-body.ts'
import { callName, countCall } from '#core/calls/call-limits.ts'
import type { Context, LearnerContext, Services, StaffContext } from '#core/context.ts'
import { answerOnce } from '#core/calls/create-once.ts'
import { errorBody } from '#core/calls/error-body.ts'
import type { Route } from '#core/calls/handle.ts'
import { jsonReply } from '#core/calls/json-reply.ts'
import { WithKept } from '#core/calls/kept-json.ts'
import { noteSearch } from '#core/calls/note-search.ts'
import { Turns, type Rank } from '#core/calls/turns.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { forgetHeader, reply, tellHeader } from '#core/calls/reply-headers.ts'
import { thisRelease } from '#core/site/release.ts'
import { loggedPath, requestOf, type RequestEnv } from './request/request.ts'
import { plainMessage } from './plain-messages.ts'
import { routes } from './routes.ts'
import { findCaller } from './request/who-calls.ts'
import { forSharedCaches } from './shared-caches.ts'
import { digestOf, isKnown, Versioned, weakTag } from '#core/calls/versioned.ts'

z.config({ localeError: plainMessage })

const DOCUMENT = '/api/openapi.json'

/**
 * The whole API: every declared call, mounted from its contract.
 * @param release which code this is; callers who keep replies of another one get them anew
 */
export function createApi(services: Services, release = thisRelease()): Hono<RequestEnv> {
  const api = new Hono<RequestEnv>()
  const turns = turnsOf(services)
  for (const route of routes) mount(api, services, route, release, turns)
  const endpoints = routes.map(({ endpoint }) => endpoint)
  // Written when somebody first asks for it, since few ever do and it takes longer than all else here.
  let document: { text: string; etag: string; name: string } | undefined
  const write = (name: string) => {
    const text = JSON.stringify(openApiDocument(endpoints, name))
    return { text, etag: weakTag(digestOf(text)), name }
  }
  api.get(DOCUMENT, async (c) => {
    const { name } = await services.site()
    if (document?.name !== name) document = write(name)
    return unchanged(c, document.etag, forSharedCaches) ?? jsonReply(c, document.text, 200)
  })
  const methodsAt = allowedMethods(endpoints, DOCUMENT)
  api.all('/api/*', (c) => {
    const methods = methodsAt(c.req.path)
    if (methods.length === 0) throw new ApiError(404, 'There is no such call')
    tellHeader(c, 'allow', methods.join(', '))
    if (c.req.method === 'OPTIONS') return reply(c, null, 204)
    throw new ApiError(405, `This address is called with ${methods[0]}`)
  })
  api.onError((error, c) => errorReply(error, c, services))
  return api
}

/** Calls of a hall at once: enough to share a statement or a commit, and done within the time of a few saves. */
const PLACES = { sqlite: 32, postgres: 16 }

/** On PostgreSQL a submit has a connection for itself: three of four are left to all others. */
function turnsOf({ engine, config }: Services): Turns {
  return engine === 'sqlite'
    ? new Turns(PLACES.sqlite)
    : new Turns(PLACES.postgres, Math.max(1, Math.floor(config.DATABASE_POOL / 4)))
}

function mount(
  api: Hono<RequestEnv>,
  services: Services,
  { endpoint, run, rank }: Route,
  release: string,
  turns: Turns,
): void {
  const path = servicePaths[endpoint.service] + endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  const takes = { params: takesAnything(endpoint.params), query: takesAnything(endpoint.query) }
  const execute = run as (ctx: Context, input: unknown) => Promise<unknown>
  const respond = async (c: HonoContext<RequestEnv>) => {
    const ctx: Context = { ...services, ...requestOf(c) }
    await findCaller(ctx, endpoint, c)
    // After the token: strangers' bodies are not read.
    let body: unknown = {}
    if (endpoint.method === 'POST') {
      body = await readBody(endpoint, c)
      // A body may take minutes to arrive (requestMs of server/limits.ts). Meanwhile a session may end or a member lose a role.
      await findCaller(ctx, endpoint, c)
    }
    const input = parseInput(endpoint, c, takes, body)
    const limit = limitFor(endpoint, input)
    const answer = async () => {
      const { user, staff, creation } = ctx as Partial<LearnerContext & StaffContext>
      const caller = user ? { user: user.id } : staff && { staff: staff.id }
      // A creation under an idempotency key is counted when it takes place, because the request may be a repeat. A call that
      // searches counts its search, which comes first, whether or not anything is created.
      if (limit && caller && (!creation || endpoint.search))
        await countCall(services, caller, callName(endpoint), limit)
      if (staff) await noteSearch(ctx as StaffContext, endpoint, input)
      return execute(ctx, input)
    }
    let answered = endpoint.creates
      ? await answerOnce(ctx as LearnerContext | StaffContext, endpoint, c, input, {
          limit: endpoint.search ? undefined : limit,
          answer,
        })
      : await answer()
    tellHeader(c, 'cache-control', 'no-store')
    if (answered instanceof Versioned) {
      // What is for one learner is kept by nobody but our own pages.
      const same = unchanged(c, answered.etag(release), endpoint.access === 'anyone' ? forSharedCaches : 'no-store')
      if (same) return same
      answered = await answered.make()
    }
    if (answered instanceof WithKept)
      return answered.send(c, z.parse(endpoint.reply, answered.reply) as object, endpoint.success)
    return jsonReply(c, JSON.stringify(z.parse(endpoint.reply, answered)), endpoint.success)
  }
  // Before anything is read for it: a thousand who wait have asked the database nothing. Nothing is done any more for one who
  // has been told meanwhile that it takes too long (request/deadline.ts).
  const inTurn = (rank: Rank) => (c: HonoContext<RequestEnv>) =>
    turns.take(rank, () => (c.finalized ? Promise.resolve(c.res) : respond(c)))
  api.on(endpoint.method, path, rank === undefined ? respond : inTurn(rank))
}

/** The limit that a request counts against. */
function limitFor({ limit, search }: Endpoint, input: { query: unknown; body: unknown }): Limit | undefined {
  return search && typedIn(search, input).length === 0 ? undefined : limit
}

/** Tells the version of a reply. @returns the whole answer for a caller who has this version */
function unchanged(c: HonoContext, etag: string, cacheControl: string): Response | undefined {
  tellHeader(c, 'cache-control', cacheControl)
  tellHeader(c, 'etag', etag)
  tellHeader(c, 'vary', 'accept-encoding')
  return isKnown(etag, c.req.header('if-none-match')) ? reply(c, null, 304) : undefined
}

/** False for a part of which nothing is read, whatever stands there. */
function takesAnything(schema: Endpoint['query']): boolean {
  const { shape } = schema._zod.def as { shape?: object }
  return shape === undefined || Object.keys(shape).length > 0
}

/** Mistakes that an answer names: a form has fewer fields, and a list may have thousands of wrong elements. */
const MOST_NAMED = 20

function parseInput(endpoint: Endpoint, c: HonoContext, takes: Record<'params' | 'query', boolean>, body: unknown) {
  const errors: FieldErrors = {}
  const part = (schema: Endpoint['body'], value: unknown, fallbackName: string) => {
    const parsed = z.safeParse(schema, value)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues.slice(0, MOST_NAMED))
      errors[issue.path.join('.') || fallbackName] ??= issue.message
    return undefined
  }
  const input = {
    params: takes.params ? part(endpoint.params, c.req.param(), 'path') : {},
    query: takes.query ? part(endpoint.query, c.req.query(), 'query') : {},
    body: endpoint.method === 'POST' ? part(endpoint.body, body, 'body') : {},
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return input
}

/** Who may not, or too often: what somebody who looks into an attack wants to read. */
const REFUSALS = [401, 403, 413, 429]

/** The answer to an error; nothing internal leaves. */
function errorReply(error: Error, c: HonoContext, { log, faults }: Services): Response {
  const { requestId, address } = requestOf(c)
  const about = { req: requestId, method: c.req.method, path: loggedPath(c.req.path) }
  const known = error instanceof ApiError ? error : faults.note(error, about)
  if (known && REFUSALS.includes(known.status)) {
    const { status, message: why, code } = known
    log.info({ req: requestId, from: address, status, why, code }, 'refused')
  }
  if (!known) log.error({ ...about, err: error }, 'call failed')
  const told = known ?? { status: 500, message: 'Something went wrong.' }
  if (told.status === 401) tellHeader(c, 'www-authenticate', challenge(c))
  if (known?.retryAfter) tellHeader(c, 'retry-after', String(known.retryAfter))
  tellHeader(c, 'cache-control', 'no-store')
  // Of the reply that could not be made.
  forgetHeader(c, 'etag')
  tellHeader(c, 'content-type', 'application/json')
  return reply(c, JSON.stringify(errorBody(told, requestId)), told.status)
}

/** Which kind of token is wanted; and, where one came, that it is no good (RFC 6750, section 3). */
function challenge(c: HonoContext): string {
  return `Bearer realm="api"${c.req.header('authorization') === undefined ? '' : ', error="invalid_token"'}`
}
