import { setImmediate } from 'node:timers/promises'

/** Milliseconds of processor time that a request may block the event loop at once. */
export const MAX_BLOCK_MS = 100

/**
 * Measures the longest turn of the event loop while work is under way, in processor time of this thread: other processes of
 * the machine do not count.
 * @returns milliseconds of that turn and of all, and the result of the work
 */
export async function longestBlock<Result>(
  work: () => Promise<Result>,
): Promise<{ ms: number; all: number; result: Result }> {
  let done = false
  let ms = 0
  let all = 0
  let before = process.threadCpuUsage()
  const working = work().finally(() => (done = true))
  while (!done) {
    await setImmediate()
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    ms = Math.max(ms, (user + system) / 1000)
    all += (user + system) / 1000
  }
  return { ms, all, result: await working }
}
