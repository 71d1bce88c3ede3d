import http from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Endpoint, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { requestFor } from '../support/api/calls.ts'

/** Calls that one kind of request made: when each left and when it was answered, in milliseconds since 1970. */
export class Clocked {
  readonly calls: { sent: number; answered: number }[] = []

  note(sent: number, answered: number): void {
    this.calls.push({ sent, answered })
  }

  /** From the first request to the last reply. */
  get span(): { from: number; until: number } {
    return {
      from: this.calls.reduce((first, { sent }) => Math.min(first, sent), Infinity),
      until: this.calls.reduce((last, { answered }) => Math.max(last, answered), 0),
    }
  }

  times(): Times {
    return timesOf(this.calls)
  }

  perSecond(): number {
    const { from, until } = this.span
    return this.calls.length / ((until - from) / 1000)
  }
}

export interface Times {
  p50Ms: number
  p99Ms: number
}

export function timesOf(calls: Clocked['calls']): Times {
  const sorted = calls.map(({ sent, answered }) => answered - sent).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** The same instant in all processes of the machine, finer than a millisecond. */
const instant = () => performance.timeOrigin + performance.now()

/** One candidate's calls, over a connection of its own. */
export class ExamCaller {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  /** @throws Error for a reply other than 200 */
  async ask<E extends Endpoint>(clocked: Clocked, endpoint: E, body: object): Promise<ReplyOf<E>> {
    const sent = instant()
    const { status, encoding, content } = await this.#post(requestFor(endpoint, { body }, { token: this.#token }))
    clocked.note(sent, instant())
    if (status !== 200) throw new Error(`${endpoint.path}: ${status}`)
    const text = encoding === 'gzip' ? gunzipSync(content) : content
    return JSON.parse(text.toString()) as ReplyOf<E>
  }

  close(): void {
    this.#agent.destroy()
  }

  #post([path, { method = 'POST', headers, body }]: ReturnType<typeof requestFor>): Promise<{
    status: number | undefined
    encoding: string | undefined
    content: Buffer
  }> {
    const accepted = { ...(headers as Record<string, string>), 'accept-encoding': 'gzip, deflate, br' }
    return new Promise((resolve, reject) => {
      const request = http.request(this.#url + path, { method, agent: this.#agent, headers: accepted }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('end', () => {
          const encoding = response.headers['content-encoding']
          resolve({ status: response.statusCode, encoding, content: Buffer.concat(chunks) })
        })
        response.once('error', reject)
      })
      request.once('error', reject)
      request.end(body as string)
    })
  }
}
