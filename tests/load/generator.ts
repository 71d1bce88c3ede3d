import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

/** A load to put on a server. With `saves` every request is a new answer of one of these candidates. */
export interface Load {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /**
   * Searches the list of courses for a word that is written differently each time: no two pages are the same, and each has the
   * cards of what was found. What a page does not read of its address would come from memory.
   */
  unique?: boolean
  saves?: { path: string; candidates: Candidate[] }
  /** Sends an empty POST instead of a GET. */
  post?: boolean
}

export interface Candidate {
  token: string
  examId: number
  questions: { qid: number; options: number[] }[]
}

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Replies other than 2xx, and connections that broke. */
  failures: number
}

/** Runs a load in a process of its own, so that it does not share an event loop with what it measures. */
export async function measure(load: Load): Promise<Measured> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(load)
  const [result] = (await once(child, 'message')) as [Measured]
  child.disconnect()
  return result
}

async function run(load: Load): Promise<Measured> {
  let count = 0
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    headers: load.headers ?? {},
    requests: load.saves
      ? [
          {
            method: 'POST',
            path: load.saves.path,
            setupRequest: (request) => ({ ...request, ...save(load.saves!.candidates, ++count) }),
          },
        ]
      : load.unique
        ? [
            {
              method: 'GET',
              setupRequest: (request) => ({
                ...request,
                path: `${new URL(load.url).pathname}?search=${spelling(++count)}`,
              }),
            },
          ]
        : [{ method: load.post ? 'POST' : 'GET' }],
  })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  }
}

/** The next answer: candidates in turn, each going through its questions again and again. */
function save(candidates: Candidate[], count: number) {
  const { token, examId, questions } = candidates[count % candidates.length]!
  const step = Math.floor(count / candidates.length)
  const { qid, options } = questions[step % questions.length]!
  const now = Date.now()
  return {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      exam_id: examId,
      qid,
      answer_option_id: options[step % options.length],
      seq: count,
      time_from: now - 20_000,
      time_to: now,
    }),
  }
}

if (process.send) {
  process.once('message', (load: Load) => void run(load).then((result) => process.send!(result)))
}

/** A word of many courses, and after it marks that no search reads. */
function spelling(count: number): string {
  return `kerala${count.toString(2).replaceAll('0', '.').replaceAll('1', '!')}`
}
