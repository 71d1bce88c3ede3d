/** Lets so many go at once; the others wait their turn, unless too many wait already. */
export function turns(atOnce: number, waiting: number) {
  const queue: (() => void)[] = []
  let going = 0
  return {
    /** @returns what `work` gives; undefined, without running it, when the queue is full */
    take: async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      if (going >= atOnce) {
        if (queue.length >= waiting) return undefined
        await new Promise<void>((resolve) => queue.push(resolve))
      } else going += 1
      try {
        return await work()
      } finally {
        const next = queue.shift()
        // The place is handed on, so that nobody slips in between.
        if (next) next()
        else going -= 1
      }
    },
  }
}
