import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { retryable } from '#lib/browser/call/retryable.ts'
import { leaveFlash } from '#lib/browser/device/flash.ts'
import { KEPT_EXAM_KEY } from '#lib/browser/session/session-keys.ts'
import { serverTime } from '#lib/browser/server-time.ts'
import { timers } from '#lib/browser/timers.ts'
import { placeOfStart, resultPath } from '../../exam-outcome.browser.ts'
import { forgetOffline } from '../../offline/offline-shell.browser.ts'
import { keepClock, keepPaper, keepWriter, readExam } from '../../offline/running-exam.browser.ts'
import {
  dropTimes,
  dropWish,
  readJournal,
  writeEntry,
  writePlace,
  writeTimes,
  writeWish,
} from '../journal/journal.browser.ts'
import { isAsked, leaveFor, watchBack } from './leave-guard.browser.ts'
import type { ExamPorts, PageEvents } from '../sitting/exam-ports.store.ts'
import { hearTabs, tellTabs } from './exam-tabs.browser.ts'
import { lockWriter, newWriterName, writerName } from './writer.browser.ts'

/** Only where no attempt is under way. */
const loadNotCounted = retryable(() => import('../../not-counted/not-counted.browser.ts'))

/** Only once the screen is used. Its notices say what is lost meanwhile, and that the page should not be loaded again. */
const loadKeeper = retryable(
  () => import('../../offline/keep-offline.browser.ts'),
  undefined,
  () => {},
)

/** The browser around the exam screen. */
export const examPage: ExamPorts = {
  call,
  learner: () => $user.get()?.id ?? 0,
  time: { ...serverTime, ...timers, limit: (ms) => AbortSignal.timeout(ms) },
  journal: { readJournal, writeEntry, writePlace, writeTimes, dropTimes, writeWish, dropWish },
  device: {
    readExam,
    keepPaper,
    keepClock,
    keepWriter,
    keepOffline: async (exam) => (await loadKeeper()).keepOffline(exam),
    forgetOffline,
  },
  leftBehind: {
    notCounted: async (...given) => (await loadNotCounted()).notCounted(...given),
    dismiss: async (...given) => (await loadNotCounted()).dismiss(...given),
  },
  writers: { lockWriter, newWriterName, writerName },
  tabs: { hearTabs, tellTabs },
  page: {
    isOnline: () => navigator.onLine,
    isVisible,
    watch,
    reload,
    watchBack,
    isAsked,
    leaveFor,
    resultPath,
    placeOfStart,
    leaveFlash,
    markKept,
  },
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

function reload(): void {
  location.reload()
}

function watch({ onNetwork, onFocus, onVisible, onLeave, asksToLeave }: PageEvents): void {
  addEventListener('online', () => onNetwork(true))
  addEventListener('offline', () => onNetwork(false))
  addEventListener('focus', onFocus)
  document.addEventListener('visibilitychange', () => onVisible(isVisible()))
  addEventListener('pagehide', onLeave)
  // From the back-forward cache: whatever happened meanwhile, the server knows.
  addEventListener('pageshow', ({ persisted }) => persisted && reload())
  addEventListener('beforeunload', (event) => {
    // Somebody else is logged in (features/auth/guard.ts): nobody sees what the question would be about.
    if (document.documentElement.style.display !== 'none' && asksToLeave()) event.preventDefault()
  })
}

function markKept(kept: boolean): void {
  try {
    if (kept) sessionStorage.setItem(KEPT_EXAM_KEY, location.pathname)
    else sessionStorage.removeItem(KEPT_EXAM_KEY)
  } catch {
    // The log-in page says nothing of answers.
  }
}
