import type { call } from '#lib/browser/call/call.ts'
import type { leaveFlash } from '#lib/browser/device/flash.ts'
import type { ServerTime } from '#lib/browser/server-time.ts'
import type { Timers } from '#lib/browser/timers.ts'
import type * as outcome from '../../exam-outcome.browser.ts'
import type * as leftBehind from '../../not-counted/not-counted.browser.ts'
import type * as running from '../../offline/running-exam.browser.ts'
import type { keepOffline } from '../../offline/keep-offline.browser.ts'
import type { forgetOffline } from '../../offline/offline-shell.browser.ts'
import type * as answers from '../journal/journal.browser.ts'
import type * as guard from '../page/leave-guard.browser.ts'
import type * as otherTabs from '../page/exam-tabs.browser.ts'
import type * as writer from '../page/writer.browser.ts'

/** What sitting an exam needs from around it. A browser's is put together in exam-page.browser.ts. */
export interface ExamPorts {
  /** Asks the server. */
  call: typeof call
  /** The learner whose answers these are; 0 while nobody is logged in. */
  learner: () => number
  time: ExamTime
  /** The answers on this device, and what else it knows of the attempt. */
  journal: Pick<
    typeof answers,
    'readJournal' | 'writeEntry' | 'writePlace' | 'writeTimes' | 'dropTimes' | 'writeWish' | 'dropWish'
  >
  /** What opens the screen again without a network. */
  device: Pick<typeof running, 'readExam' | 'keepPaper' | 'keepClock' | 'keepWriter'> & {
    keepOffline: typeof keepOffline
    forgetOffline: typeof forgetOffline
  }
  /** What this device holds of attempts that are over. */
  leftBehind: Pick<typeof leftBehind, 'notCounted' | 'dismiss'>
  /** Which tab of this browser writes. */
  writers: Pick<typeof writer, 'lockWriter' | 'newWriterName' | 'writerName'>
  /** The other tabs of this browser. */
  tabs: Pick<typeof otherTabs, 'hearTabs' | 'tellTabs'>
  page: ExamPage
}

export interface ExamTime extends ServerTime, Timers {
  /** Ends a request that takes longer than that, in milliseconds. */
  limit: (ms: number) => AbortSignal
}

/** The page that the exam is on, where it leads, and what happens to it. */
interface ExamPage
  extends
    Pick<typeof outcome, 'resultPath' | 'placeOfStart'>,
    Pick<typeof guard, 'watchBack' | 'isAsked' | 'leaveFor'> {
  isOnline: () => boolean
  isVisible: () => boolean
  /** Tells of what happens to the page as long as it lives. */
  watch: (events: PageEvents) => void
  reload: () => void
  leaveFlash: typeof leaveFlash
  /** Whether the log-in page may say that the answers of this exam are kept. */
  markKept: (kept: boolean) => void
}

export interface PageEvents {
  onNetwork: (there: boolean) => void
  /** The window is looked at: of two side by side both are visible. */
  onFocus: () => void
  onVisible: (visible: boolean) => void
  /** The page goes, perhaps for good. */
  onLeave: () => void
  /** @returns whether the browser is to ask before the page goes */
  asksToLeave: () => boolean
}
