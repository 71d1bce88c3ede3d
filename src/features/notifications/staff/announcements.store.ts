import { listCourseTitles } from '#features/catalogue/staff/course-titles.contract.ts'
import { addressState, day, flag, matching, number, oneOf, words } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import { listAnnouncements, showAnnouncement } from './announcements.contract.ts'
import { announcementStates, audiences } from './announcements.rules.ts'
import { countReach, notificationChoices, previewNotification } from './compose.contract.ts'

/** What the screens of notifications show, and what their addresses say. */

export const listAddress = addressState({
  state: oneOf('', ...announcementStates),
  audience: oneOf('', ...audiences),
  text: words('', 100),
  course: matching(/^\d{1,9}$/),
  from: day(),
  until: day(),
  after: matching(/^\d{1,15}-\d{1,10}$/),
})

/** Of one: whether it is being changed. */
export const oneAddress = addressState({ edit: flag() })

/** Of a new one: which it begins as a copy of. */
export const newAddress = addressState({ from: number(0, 0) })

export const announcements = loading((query: NonNullable<CallInput<typeof listAnnouncements>['query']>, signal) =>
  staffCall(listAnnouncements, { query, signal }),
)

export const announcement = loading((id: number, signal) => staffCall(showAnnouncement, { params: { id }, signal }), {
  mayMiss: true,
})

export const preview = loading((body: CallInput<typeof previewNotification>['body'], signal) =>
  staffCall(previewNotification, { body, signal }),
)

export const reach = loading((body: CallInput<typeof countReach>['body'], signal) =>
  staffCall(countReach, { body, signal }),
)

/** All courses, for the filter of the list. */
export const courses = loading((_: undefined, signal) => staffCall(listCourseTitles, { signal }), { keeps: 'instead' })

/** What a form offers to choose: courses, and pages that a button leads to. */
export const choices = loading(
  async (_: undefined, signal) => {
    const [{ data: courses }, pages] = await Promise.all([
      staffCall(listCourseTitles, { signal }),
      staffCall(notificationChoices, { signal }),
    ])
    return { courses, ...pages }
  },
  { keeps: 'instead' },
)
