import { ApiError } from '../../both/calls/errors.ts'
import { SECOND } from '../../both/time/clock.ts'

/** Texts of one member that may wait: previews and saves in a few tabs. */
const MAX_QUEUED_EACH = 3

/** Texts of all that may wait. Each holds its text in memory. */
export const MAX_QUEUED = 30

/** A text that was not begun by then is refused. With MAX_RENDER_MS it stays below the deadline of a reply. */
const MAX_WAIT_MS = 15 * SECOND

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 5

interface Waiting {
  start: () => void
}

/**
 * Lets one text be rendered at a time. Members of the staff take turns, so that those who send many wait for their own texts
 * only. Jobs whose caller has disconnected leave the queue.
 */
export class RenderQueue {
  /** By member; the first in the map is the next to have a turn. */
  readonly #waiting = new Map<number, Waiting[]>()
  #length = 0
  #busy = false

  get length(): number {
    return this.#length
  }

  /**
   * @param member whose text it is
   * @param signal aborted when the caller has disconnected
   * @throws ApiError 503 where too many wait or the wait is too long, 408 where the caller has disconnected
   */
  async run<Result>(member: number, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (signal.aborted) throw disconnected()
    if (this.#busy) await this.#turnOf(member, signal)
    this.#busy = true
    try {
      return await work()
    } catch (error) {
      throw signal.aborted ? disconnected() : error
    } finally {
      this.#next()
    }
  }

  #turnOf(member: number, signal: AbortSignal): Promise<void> {
    const own = this.#waiting.get(member) ?? []
    if (own.length >= MAX_QUEUED_EACH) throw busy(`${own.length} of your texts are waiting to be rendered.`)
    if (this.#length >= MAX_QUEUED) throw busy('Too many texts are waiting to be rendered.')
    return new Promise((resolve, reject) => {
      const ended = new AbortController()
      const leave = (error: ApiError) => {
        ended.abort()
        this.#remove(member, job)
        reject(error)
      }
      const timer = setTimeout(() => leave(busy('Rendering takes too long at the moment.')), MAX_WAIT_MS)
      ended.signal.addEventListener('abort', () => clearTimeout(timer))
      signal.addEventListener('abort', () => leave(disconnected()), { signal: ended.signal })
      const job: Waiting = {
        start: () => {
          ended.abort()
          resolve()
        },
      }
      this.#waiting.set(member, [...own, job])
      this.#length += 1
    })
  }

  #remove(member: number, job: Waiting): void {
    const others = (this.#waiting.get(member) ?? []).filter((one) => one !== job)
    if (others.length > 0) this.#waiting.set(member, others)
    else this.#waiting.delete(member)
    this.#length -= 1
  }

  /** Passes the turn to the next member before any other job can start. */
  #next(): void {
    const [next] = this.#waiting
    this.#busy = next !== undefined
    if (!next) return
    const [member, [job, ...others]] = next
    this.#waiting.delete(member)
    if (others.length > 0) this.#waiting.set(member, others)
    this.#length -= 1
    job!.start()
  }
}

const busy = (why: string) =>
  new ApiError(503, `${why} Please try again in a few seconds.`, { retryAfter: RETRY_AFTER })

/** Not 5xx, which alerts count as failures of the server. */
const disconnected = () => new ApiError(408, 'The request was cancelled.')
