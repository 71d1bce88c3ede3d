/** Who goes first of those who wait for their turn. */
export type Rank = 'sooner' | 'later'

/**
 * Lets calls that a whole hall makes in the same moment be answered a few at a time, so that every other call, the save of an
 * answer above all, gets in between and finds the database free. Who waits is taken in the order of rank, then of coming.
 */
export class Turns {
  #free: number
  #freeOfSooner: number
  readonly #waiting: Record<Rank, (() => void)[]> = { sooner: [], later: [] }

  /**
   * @param places calls that may be answered at once
   * @param ofSooner as many of them at most may be of those that go sooner
   */
  constructor(places: number, ofSooner = places) {
    this.#free = places
    this.#freeOfSooner = ofSooner
  }

  /** Does the work of a call when it is its turn. */
  async take<Result>(rank: Rank, work: () => Promise<Result>): Promise<Result> {
    if (this.#isFree(rank)) this.#enter(rank, 1)
    else await new Promise<void>((resolve) => this.#waiting[rank].push(resolve))
    try {
      return await work()
    } finally {
      this.#enter(rank, -1)
      this.#next()
    }
  }

  #isFree(rank: Rank): boolean {
    return this.#free > 0 && (rank === 'later' || this.#freeOfSooner > 0)
  }

  /** @param calls that come in; -1 for one that leaves */
  #enter(rank: Rank, calls: 1 | -1): void {
    this.#free -= calls
    if (rank === 'sooner') this.#freeOfSooner -= calls
  }

  /** Gives a place that has become free on. */
  #next(): void {
    const rank = (['sooner', 'later'] as const).find((one) => this.#waiting[one].length > 0 && this.#isFree(one))
    if (!rank) return
    this.#enter(rank, 1)
    // Not at once: what has come meanwhile is looked at first.
    setImmediate(this.#waiting[rank].shift()!)
  }
}
