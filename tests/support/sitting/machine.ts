import type { Machine } from '#core/clock/machine.ts'
import { TEST_START } from '../test-start.ts'

/** A machine whose clocks the test moves. */
export function testMachine(start = TEST_START, boot: string | undefined = 'boot-1') {
  let [wall, steady, uptime] = [start, 5_000, 90_000]
  const machine: Machine = { wall: () => wall, steady: () => steady, uptime: () => uptime, boot }
  const sleep = (ms: number) => {
    wall += ms
    uptime += ms
  }
  return {
    start,
    machine,
    /** Time passes. */
    pass: (ms: number) => {
      sleep(ms)
      steady += ms
    },
    /** It passes while the machine sleeps. */
    sleep,
    /** Somebody sets the clock. */
    setBy: (ms: number) => (wall += ms),
    /** The same machine as another process sees it, whose monotonic clock begins anew. */
    seenAnew: (): Machine => {
      const began = steady
      return { ...machine, steady: () => steady - began }
    },
  }
}
