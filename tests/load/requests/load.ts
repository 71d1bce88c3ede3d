/** A load to put on a server. */
export interface Load {
  url: string
  connections: number
  seconds: number
  /** Ends it earlier, after so many requests. */
  amount?: number
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

/**
 * The requests of a load as they go over the wire: for each connection those that it sends, without end. What differs each
 * time is counted over all connections.
 */
export function requestsOf(load: Load, from: number): (connection: number) => Iterator<Buffer> {
  const { url, saves, vary, headers = {} } = load
  const { host, pathname, search } = new URL(url)
  const bytes = (request: Request) => bytesOf(host, { ...request, headers: { ...headers, ...request.headers } })
  let count = from
  if (saves || vary) {
    const each = (): Request =>
      saves
        ? { path: saves.path, method: 'POST', ...save(saves.candidates, ++count) }
        : { path: variations[vary!](pathname, ++count), method: 'GET' }
    const endless = (function* () {
      for (;;) yield bytes(each())
    })()
    return () => endless
  }
  const all = (load.requests ?? [{ path: pathname + search, method: 'GET' }]).map(bytes)
  return function* (connection) {
    for (let turn = connection; ; turn++) yield all[turn % all.length]!
  }
}

/** A request as it goes over the wire. */
export function bytesOf(host: string, { path, method, headers = {}, body }: Request): Buffer {
  const length = body === undefined ? (method === 'POST' ? { 'content-length': '0' } : {}) : lengthOf(body)
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

const lengthOf = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) })

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
