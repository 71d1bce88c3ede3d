import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds of processor time that this thread has had; unlike a clock it stands still while others run. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * How long something takes, by the clock, and the longest turn of the event loop in it, in processor time of its thread:
 * milliseconds in which nobody else would have been answered.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<{ ms: number; longest: number }> {
  let longest = 0
  let over = false
  const began = performance.now()
  const end = work().finally(() => (over = true))
  for (let before = threadTime(); !over;) {
    await pause(0)
    const now = threadTime()
    longest = Math.max(longest, now - before)
    before = now
  }
  await end
  return { ms: performance.now() - began, longest }
}
