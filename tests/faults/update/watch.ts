import { SECOND } from '#lib/both/time/clock.ts'

/** What became of the requests of one part of a run. */
export interface Part {
  name: string
  requests: number
  /** Why requests failed, and how many did for that: a status of 5xx, a connection that broke, no answer in time. */
  failed: Map<string, number>
  /** Milliseconds of the slowest answer. */
  slowest: number
}

/** As the browser: a request that takes longer counts as unanswered. */
const PATIENCE = 10 * SECOND

/** Nobody waits for those to whom nothing answers any more. */
const HOPELESS = 1000

/** Sends requests, and counts those that were not answered as they should have been. */
export class Watch {
  readonly parts: Part[] = []
  readonly #url: string
  #hopeless: (() => void) | undefined
  /** Resolves when so many requests have failed that nothing more can be learnt. */
  readonly hopeless = new Promise<void>((resolve) => (this.#hopeless = resolve))

  constructor(url: string) {
    this.#url = url
  }

  /** Counts from now on under another name. */
  begin(name: string): void {
    this.parts.push({ name, requests: 0, failed: new Map(), slowest: 0 })
  }

  get failures(): number {
    return this.parts.reduce((sum, { failed }) => sum + total(failed), 0)
  }

  /** As `fetch`, with a reply that is here in full. */
  request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const part = this.parts.at(-1)!
    const began = performance.now()
    part.requests += 1
    try {
      const reply = await fetch(this.#url + path, { ...init, signal: AbortSignal.timeout(PATIENCE) })
      const body = await reply.arrayBuffer()
      if (reply.status >= 500) this.fail(`${reply.status}`)
      const { status, headers } = reply
      return new Response(body.byteLength > 0 ? body : null, { status, headers })
    } catch (error) {
      const { cause, name } = error as { cause?: { code?: string }; name: string }
      this.fail(cause?.code ?? name)
      throw error
    } finally {
      part.slowest = Math.max(part.slowest, performance.now() - began)
    }
  }

  /** Counts a request that was answered, though not as it should have been. */
  fail(why: string): void {
    const { failed } = this.parts.at(-1)!
    failed.set(why, (failed.get(why) ?? 0) + 1)
    if (this.failures > HOPELESS) this.#hopeless?.()
  }
}

export const total = (failed: Part['failed']): number => [...failed.values()].reduce((sum, count) => sum + count, 0)
