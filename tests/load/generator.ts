import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

/** A load to put on a server. */
export interface Load {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** What each connection asks for, one after the other and again; left out: `url` itself. */
  requests?: Request[]
  /** How the address differs from one request to the next. */
  vary?: keyof typeof variations
  /** Every request is a new answer of one of these candidates. */
  saves?: { path: string; candidates: Candidate[] }
}

export interface Request {
  path: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface Candidate {
  token: string
  examId: number
  questions: { qid: number; options: number[] }[]
  /** The attempt under way and the tab that writes to it, of those who have started. */
  attempt?: { id: number; writer: string }
}

export interface Measured {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Replies other than 2xx, and connections that broke. */
  failures: number
  /** Processor time of the generator, as a share of one core: at 1 it is what was measured. */
  generatorCores: number
}

const variations = {
  /**
   * A word of many courses, and after it marks that no search reads: no two pages are the same, and each has the cards of
   * what was found. Each is drawn anew.
   */
  search: (path: string, count: number) =>
    `${path}?search=kerala${count.toString(2).replaceAll('0', '.').replaceAll('1', '!')}`,
  /** What no page reads of its address. */
  unknown: (path: string, count: number) => `${path}?utm_campaign=c${count}&fbclid=${count.toString(36)}x${count}`,
}

/** Every load goes on counting where none before has been: a number that was there is no new answer, and no new address. */
let loads = 0
const LONGEST_LOAD = 1_000_000

/** The number from which on the next load may count. */
export const nextCount = () => ++loads * LONGEST_LOAD

/** Runs a load in a process of its own, so that it does not share an event loop with what it measures. */
export async function measure(load: Load): Promise<Measured> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send({ load, from: nextCount() })
  const [result] = (await once(child, 'message')) as [Measured]
  child.disconnect()
  return result
}

async function run(load: Load, from: number): Promise<Measured> {
  const used = process.cpuUsage()
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    headers: load.headers ?? {},
    requests: requestsOf(load, from),
  })
  const { user, system } = process.cpuUsage(used)
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
    generatorCores: (user + system) / 1e6 / result.duration,
  }
}

function requestsOf({ url, saves, vary, requests }: Load, from: number): autocannon.Request[] {
  let count = from
  if (saves) {
    const setupRequest = (request: autocannon.Request) => {
      const { headers, body } = save(saves.candidates, ++count)
      return { ...request, headers: { ...request.headers, ...headers }, body }
    }
    return [{ method: 'POST', path: saves.path, setupRequest }]
  }
  if (vary) {
    const { pathname } = new URL(url)
    return [{ method: 'GET', setupRequest: (request) => ({ ...request, path: variations[vary](pathname, ++count) }) }]
  }
  return requests ?? [{ method: 'GET' }]
}

/** The next answer as the exam's screen sends it: candidates in turn, each going through its questions again and again. */
export function save(candidates: Candidate[], count: number): { headers: Record<string, string>; body: string } {
  const { token, examId, questions, attempt } = candidates[count % candidates.length]!
  const step = Math.floor(count / candidates.length)
  const { qid, options } = questions[step % questions.length]!
  const now = Date.now()
  return {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      exam_id: examId,
      writer: attempt!.writer,
      attempt_id: attempt!.id,
      qid,
      seq: count,
      marked: false,
      time_from: now - 20_000,
      time_to: now,
      answer_option_id: options[step % options.length],
    }),
  }
}

if (process.send) {
  process.once(
    'message',
    ({ load, from }: { load: Load; from: number }) => void run(load, from).then((result) => process.send!(result)),
  )
}
