import type { LearnerCourse } from '#features/course/staff/learner-courses.contract.ts'
import type { LearnerAttempt } from '#features/exams/staff/learner-attempts.contract.ts'
import type { LearnerPurchase } from '#features/purchases/staff/learner/learner-purchases.contract.ts'
import type { FormRules } from '#lib/both/form-rules.ts'

/** The forms of a learner's page, whose rules the page is drawn with. */
export type LearnerRules = Record<
  'grant' | 'extend' | 'move' | 'sale' | 'askPhone' | 'movePhone' | 'attempts' | 'time' | 'refund' | 'note',
  FormRules
>

/** What somebody is about to do on a learner's page. */
export type Asked =
  | { what: 'grant' | 'sale' | 'logout' | 'unlock' | 'phone' }
  | { what: 'block' | 'unblock'; from: 'log-in' | 'discussions' }
  | { what: 'extend' | 'move' | 'end'; course: LearnerCourse }
  | { what: 'attempts' | 'time'; attempt: LearnerAttempt }
  | { what: 'refund'; payment: LearnerPurchase['payments'][number] }

export type Ask = (asked: Asked) => void

/** What every dialog of an act gets. */
export interface ActProps {
  /** The learner. */
  id: number
  rules: LearnerRules
  /** Closes the dialog, says what was done, with a link to its result, and reloads the page. */
  onDone: (message: string, link?: { label: string; href: string }) => void
  onCancel: () => void
}
