/** What candidates ask for. */
const KINDS = ['page', 'detail', 'start', 'save', 'times', 'submit', 'result', 'analysis', 'bell'] as const

export type Kind = (typeof KINDS)[number]

/** One kind of request in one part of the exam. */
export interface Timing {
  kind: Kind
  requests: number
  /** Replies other than 200, and none. */
  errors: number
  /** Bytes of a reply with its headers, as it came, on average. */
  bytes: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/** How long each request took, and when. */
export class Timings {
  readonly #calls = new Map<Kind, { at: number[]; took: number[]; bytes: number[]; failedAt: number[] }>(
    KINDS.map((kind) => [kind, { at: [], took: [], bytes: [], failedAt: [] }]),
  )

  /** Errors by kind and status; status 0 is no reply. */
  readonly errors: Record<string, number> = {}

  note(kind: Kind, at: number, took: number, status: number, bytes: number): void {
    const calls = this.#calls.get(kind)!
    calls.at.push(at)
    calls.took.push(took)
    calls.bytes.push(bytes)
    if (status === 200) return
    calls.failedAt.push(at)
    const name = `${kind} ${status}`
    this.errors[name] = (this.errors[name] ?? 0) + 1
  }

  /** Requests that could be sent from `from` on and before `until`; kinds without one are left out. */
  within(from: number, until: number): Timing[] {
    return KINDS.flatMap((kind) => {
      const { at, took, bytes, failedAt } = this.#calls.get(kind)!
      const places = [...at.keys()].filter((place) => at[place]! >= from && at[place]! < until)
      if (places.length === 0) return []
      const sorted = Float64Array.from(places, (place) => took[place]!).sort()
      const share = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]!
      const sum = places.reduce((all, place) => all + bytes[place]!, 0)
      return {
        ...{ kind, requests: places.length, bytes: sum / places.length },
        errors: failedAt.filter((when) => when >= from && when < until).length,
        ...{ p50Ms: share(0.5), p99Ms: share(0.99), maxMs: share(1) },
      }
    })
  }
}
