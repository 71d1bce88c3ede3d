/** Random numbers that are the same again for the same seed (mulberry32). */
export interface Random {
  /** From 0 up to 1, which is never reached. */
  next: () => number
  between: (from: number, to: number) => number
  chance: (share: number) => boolean
  pick: <T>(from: readonly T[]) => T
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)]!,
  }
}
