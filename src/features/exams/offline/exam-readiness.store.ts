import { atom } from 'nanostores'
import { retries } from '#lib/browser/retry-pause.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import type { ExamSession } from '../take/sitting/exam-session.store.ts'
import type { Kept } from './keep-offline.browser.ts'

/** Milliseconds before the second try; each later pause is twice as long, up to a minute. */
const FIRST_PAUSE = 3000

/** Keeps the exam screen ready for a reload without a network. */
export function examReadiness(session: ExamSession) {
  const { device, learner, time } = session.ports
  const $kept = atom<Kept | undefined>()
  const retry = retries(time)
  let keeping = false

  const keepOnce = async (loadParts: () => Promise<unknown>): Promise<Kept> => {
    const screen = session.$screen.get()
    if (!('attempt' in screen)) return 'failed'
    const kept = await device.keepOffline(screen.exam)
    // Files first: for the life of a page a browser may not fetch a script again whose import has failed once.
    if (kept === 'failed') return kept
    await loadParts()
    return (await device.keepPaper(learner(), screen.exam)) ? kept : 'failed'
  }

  return {
    /** Whether a reload without a network shows the exam; undefined before the first try. */
    $kept,

    /**
     * Keeps page, pictures and paper on this device, and loads the rest of the screen. Repeats what failed after a pause, and
     * when the network returns, until the attempt is over.
     */
    keepReady: async (loadParts: () => Promise<unknown>): Promise<void> => {
      if (keeping) return
      keeping = true
      for (let pause = FIRST_PAUSE; ; pause = Math.min(MINUTE, 2 * pause)) {
        const kept = await keepOnce(loadParts).catch(() => 'failed' as const)
        // What came after the end was kept for nobody.
        if (session.over) return device.forgetOffline(learner(), session.examId)
        $kept.set(kept)
        if (kept === 'kept' || kept === 'never') return
        await retry.retryPause(pause)
      }
    },

    /** Repeats what failed without a further pause. */
    retryKeeping: retry.retryNow,
  }
}
