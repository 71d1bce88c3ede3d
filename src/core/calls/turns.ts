/** Who goes first of those who wait for their turn. */
export type Rank = 'sooner' | 'later'

/**
 * Lets calls that a whole hall makes in the same moment be answered a few at a time, so that every other call, the save of an
 * answer above all, gets in between and finds the database free. Who waits is taken in the order of rank, then of coming.
 */
export class Turns {
  #free: number
  readonly #waiting: Record<Rank, (() => void)[]> = { sooner: [], later: [] }

  /** @param places calls that may be answered at once */
  constructor(places: number) {
    this.#free = places
  }

  /** Does the work of a call when it is its turn. */
  async take<Result>(rank: Rank, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting[rank].push(resolve))
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #leave(): void {
    const next = this.#waiting.sooner.shift() ?? this.#waiting.later.shift()
    if (!next) this.#free += 1
    // Not at once: what has come meanwhile is looked at first.
    else setImmediate(next)
  }
}
