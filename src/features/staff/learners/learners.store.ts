import { listNotes } from '#features/auth/staff/notes/notes.contract.ts'
import { getLearner } from '#features/auth/staff/learners.contract.ts'
import { listCourseTitles } from '#features/catalogue/staff/course-titles.contract.ts'
import { listLearnerCourses } from '#features/course/staff/learner-courses.contract.ts'
import { listLearnerComments } from '#features/discussions/staff/learner-comments.contract.ts'
import { listLearnerAttempts } from '#features/exams/staff/learner-attempts.contract.ts'
import { listLearnerNotifications } from '#features/notifications/staff/learner-notifications.contract.ts'
import { listLearnerPurchases } from '#features/purchases/staff/learner/learner-purchases.contract.ts'
import { listLearnerTickets } from '#features/support/staff/learner-tickets.contract.ts'
import { addressState, number, oneOf } from '#lib/browser/address-state.ts'
import type { CallOptions } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import type { CallInput, Endpoint, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { listLearnerAudit } from '../audit/audit.contract.ts'

/** What the page of a learner shows, and where in it one is. */

export const learnerAddress = addressState({
  tab: oneOf('profile', 'courses', 'purchases', 'attempts', 'tickets', 'comments', 'notifications', 'notes', 'log'),
  before: number(0, 0),
})

export const learner = loading((id: number, signal) => staffCall(getLearner, { params: { id }, signal }), {
  mayMiss: true,
})

/** All courses there are, to choose one of. */
export const courseTitles = loading((_: undefined, signal) => staffCall(listCourseTitles, { signal }), {
  keeps: 'instead',
})

/** A page of a tab: of which learner, and before which row; 0: the first. */
interface Place {
  id: number
  before: number
}

const tabOf = <E extends Endpoint>(contract: E) =>
  loading(({ id, before }: Place, signal): Promise<ReplyOf<E>> => {
    const input = { params: { id }, query: before > 0 ? { before } : {}, signal }
    return staffCall(contract, input as unknown as CallInput<E> & CallOptions)
  })

export const courses = tabOf(listLearnerCourses)
export const purchases = tabOf(listLearnerPurchases)
export const attempts = tabOf(listLearnerAttempts)
export const tickets = tabOf(listLearnerTickets)
export const comments = tabOf(listLearnerComments)
export const notifications = tabOf(listLearnerNotifications)
export const notes = tabOf(listNotes)
export const log = tabOf(listLearnerAudit)

const shown = [learner, courses, purchases, attempts, tickets, comments, notifications, notes, log]

/** After something was done: what is on the screen is asked for anew, and stays meanwhile. */
export async function refreshLearner(): Promise<void> {
  // Those that are not on the screen refuse.
  await Promise.allSettled(shown.map((loader) => loader.refresh()))
}
