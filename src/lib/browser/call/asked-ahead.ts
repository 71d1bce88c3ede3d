import { fillPath, queryOf, type CallInput, type Endpoint } from '../../both/calls/endpoint.ts'

/** When a request was sent and when its reply began to come, by the page's monotonic clock (`performance.now()`). */
export interface ReplyTimes {
  sent: number
  came: number
}

/** What a page has asked the API for while its scripts were on their way (src/layouts/head/ahead-script.ts). */
export interface AskedAhead {
  /** As `aheadLine` has it. */
  line: string
  token: string
  /** Known once it is sent. */
  sent?: number
  /** Known once the reply is there. */
  came?: number
  reply: Promise<Response>
}

/** In a page's line, the id of the learner who is logged in: the page holds nothing personal. */
export const MYSELF = '{me}'

/** In a page's line, the day in India: the page may have been drawn on another. */
export const TODAY = '{today}'

/** In a page's line, a number of its address, from 1: the page is drawn once for all numbers. */
export const numberAt = (place: 1 | 2): string => `{${place}}`

/** What a call is known by that a page asks for ahead: `GET /quickExam/list`, `POST /user/listmockexams {"page":1}`. */
export function aheadLine<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const { params, query, body } = input as Record<'params' | 'query' | 'body', Record<string, unknown> | undefined>
  const line = `${endpoint.method} ${fillPath(endpoint.path, params ?? {})}${queryOf(query)}`
  return body ? `${line} ${JSON.stringify(body)}` : line
}

/** Begins a line that is sent after the first paint. */
export const AFTER_PAINT = '~'

/** Marks a line of a page for something below the first screen of a phone. */
export const askedAfterPaint = (line: string): string => `${AFTER_PAINT}${line}`

/**
 * What the page has asked for ahead, for the first who wants the same. Whoever asks again asks anew.
 * @returns undefined where it has asked for something else, or as somebody else
 */
export function takeAhead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  token: string | undefined,
): AskedAhead | undefined {
  const { askedAhead } = globalThis as { askedAhead?: AskedAhead[] }
  if (!askedAhead?.length) return undefined
  const line = aheadLine(endpoint, input)
  const index = askedAhead.findIndex((ahead) => ahead.line === line && ahead.token === token)
  return index < 0 ? undefined : askedAhead.splice(index, 1)[0]
}

/**
 * The reply that was asked for ahead; where there is none, or the network has lost it, one that is asked for now: at once,
 * for a page that goes away sends nothing later.
 */
export function replyTo(
  ahead: AskedAhead | undefined,
  ask: () => Promise<Response>,
): Promise<{ response: Response; when: ReplyTimes }> {
  const askNow = async () => {
    const sent = performance.now()
    const response = await ask()
    return { response, when: { sent, came: performance.now() } }
  }
  if (!ahead) return askNow()
  return ahead.reply.then(
    // A request with a reply was sent.
    (response) => ({ response, when: { sent: ahead.sent!, came: ahead.came ?? performance.now() } }),
    askNow,
  )
}

const times = new WeakMap<object, ReplyTimes>()

/** Remembers when a reply came: who waits for it may be told late, and the server's time is learned from it. */
export function noteTimes(reply: unknown, when: ReplyTimes): void {
  if (typeof reply === 'object' && reply !== null) times.set(reply, when)
}

/** When a reply came, where that is known. */
export const timesOf = (reply: object): ReplyTimes | undefined => times.get(reply)
