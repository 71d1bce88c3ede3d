import type { Timers } from './timers.ts'

/** Milliseconds. */
const RETRY_PAUSE = 3000

/** The pause between two tries of what a page repeats until the server answers. */
export function retries({ after }: Pick<Timers, 'after'>) {
  let end: (() => void) | undefined
  return {
    /** Until it is time to try again. @param asked milliseconds that the server asked to be left alone for */
    retryPause: async (asked = 0): Promise<void> => {
      await new Promise<void>((resolve) => {
        const cancel = after(Math.max(RETRY_PAUSE, asked), resolve)
        end = () => {
          cancel()
          resolve()
        }
      })
      end = undefined
    },
    /** What waits to be tried again is tried now: the network is back, the page is looked at, or the candidate decided. */
    retryNow: (): void => end?.(),
  }
}
