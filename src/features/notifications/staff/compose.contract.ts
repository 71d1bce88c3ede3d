import * as z from 'zod/mini'
import { badRow, PHONE_LIST_LIMIT, phoneList } from '#features/auth/staff/phone-list/phone-list.contract.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, milliseconds, named, text, written } from '#lib/both/calls/fields.ts'
import { optionalPhoneNumber } from '#lib/both/calls/phone-fields.ts'
import { howMany, rowId } from '#lib/both/calls/reply-fields.ts'
import { searches } from '#lib/both/calls/search.ts'
import { reason, version } from '#lib/both/calls/staff-fields.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { clickActions, MOST_TARGET, MOST_TITLE } from '../notifications.rules.ts'
import { shownNotification } from './announcements.contract.ts'
import { announcementStates, audiences, messageFormats, MOST_TYPED, tellers } from './announcements.rules.ts'

/** What staff do to tell learners something: look at it first, schedule, change, cancel, send, withdraw. */

const ofTellers = { access: 'staff', roles: tellers } as const

/** To whom. */
const receivers = {
  audience: z.enum(audiences, { error: 'Please choose who is told' }),
  course_id: z._default(means(z.nullable(id), 'Of a course'), null),
  csv: z._default(means(phoneList, 'Of a list; left empty the list stays as it is'), ''),
  mobile: z._default(
    means(optionalPhoneNumber(), 'Of one learner: of India, or with + and the country; left empty it stays the same'),
    '',
  ),
}

const words = {
  format: z._default(means(z.enum(messageFormats), 'What the message is typed in'), 'markdown'),
  image: z._default(means(z.nullable(text(200)), 'The address of a stored picture of 16:9, below /media'), null),
  action: z._default(means(z.nullable(z.enum(clickActions)), 'What the button does; no button of null'), null),
  target: z._default(
    means(z.nullable(text(MOST_TARGET)), 'What the button leads to: a number, or of `general` a page or an address'),
    null,
  ),
}

const content = {
  title: line(MOST_TITLE).check(z.minLength(1, { error: 'A title is needed' })),
  message: written(MOST_TYPED).check(z.minLength(1, { error: 'A message is needed' })),
  ...words,
}

const fields = {
  ...content,
  ...receivers,
  send_at: z._default(means(z.nullable(milliseconds), 'When, in milliseconds since 1970; at once of null'), null),
}

const choice = z.array(z.object({ id: rowId, title: z.string() }))

export const notificationChoices = endpoint({
  ...ofTellers,
  method: 'GET',
  path: '/staff/notifications/choices',
  secondFactor: 'session',
  summary: 'The newest of what a button can lead to, beside courses',
  reply: z.object({ news: choice, articles: choice, webinars: choice }),
})

export const previewNotification = endpoint({
  ...ofTellers,
  method: 'POST',
  path: '/staff/notifications/preview',
  secondFactor: 'session',
  summary: 'How learners would see a notification; nothing is stored',
  body: z.object({ title: line(2 * MOST_TITLE), message: written(2 * MOST_TYPED), ...words }),
  example: { title: 'Class moved', message: 'To **Monday**, 7 PM.', action: 'course_details', target: '3' },
  reply: z.object({
    shown: shownNotification,
    problem: means(z.nullable(z.string()), 'Why the message cannot be sent like this'),
    warnings: means(z.array(z.string()), 'Likely mistakes with their lines; the message can be sent like this'),
  }),
})

export const countReach = endpoint({
  ...ofTellers,
  method: 'POST',
  path: '/staff/notifications/reach',
  secondFactor: 'session',
  bodyLimit: PHONE_LIST_LIMIT,
  refuses: ['not_found'],
  summary: 'How many would be told if it were sent now; nothing is stored',
  ...searches('learners', 'csv', 'mobile'),
  body: z.object({ ...receivers, id: z.optional(means(id, 'The notification whose list or learner is kept')) }),
  example: { audience: 'course', course_id: 3 },
  reply: z.object({
    learners: howMany,
    browsers: howMany,
    more_browsers: means(z.boolean(), 'There are more browsers than were counted'),
    bad: means(z.array(badRow), 'Lines of a list that cannot be used'),
  }),
})

export const sendTestNotification = endpoint({
  ...ofTellers,
  method: 'POST',
  path: '/staff/notifications/test',
  secondFactor: 'session',
  creates: true,
  refuses: ['conflict'],
  limit: { count: 20, span: 10 * MINUTE },
  summary: 'Sends a notification to the learner account with the phone of the caller, where it stays for a day',
  body: z.object(content),
  example: { title: 'Class moved', message: 'To **Monday**, 7 PM.' },
  reply: z.extend(done, { browsers: means(howMany, 'Browsers that it is pushed to') }),
})

const told = z.extend(done, {
  id: rowId,
  state: z.enum(announcementStates),
  version: rowId,
})

export const addAnnouncement = endpoint({
  ...ofTellers,
  method: 'POST',
  path: '/staff/notifications/add',
  secondFactor: 'session',
  creates: true,
  bodyLimit: PHONE_LIST_LIMIT,
  refuses: ['not_found'],
  summary: 'Tells learners something, now or later',
  ...searches('learners', 'csv', 'mobile'),
  body: z.object(fields),
  example: {
    title: 'Class moved',
    message: 'To **Monday**, 7 PM.',
    action: 'course_details',
    target: '3',
    audience: 'course',
    course_id: 3,
    send_at: null,
  },
  reply: told,
})

export const changeAnnouncement = endpoint({
  ...ofTellers,
  method: 'POST',
  path: '/staff/notifications/change',
  secondFactor: 'session',
  bodyLimit: PHONE_LIST_LIMIT,
  refuses: ['not_found', 'edited', 'conflict'],
  summary: 'Changes what is scheduled, and sends it at once where no time is named',
  ...searches('learners', 'csv', 'mobile'),
  body: z.object({ id, version, ...fields }),
  example: { id: 7, version: 1, title: 'Class moved', message: 'To Tuesday.', audience: 'all', send_at: null },
  reply: told,
})

const act = z.object({ id, version })

export const cancelAnnouncement = endpoint({
  ...ofTellers,
  method: 'POST',
  path: '/staff/notifications/cancel',
  secondFactor: 'session',
  refuses: ['not_found', 'edited', 'conflict'],
  summary: 'Cancels what is scheduled',
  body: act,
  reply: told,
})

export const restoreAnnouncement = endpoint({
  ...ofTellers,
  method: 'POST',
  path: '/staff/notifications/restore',
  secondFactor: 'session',
  refuses: ['not_found', 'edited', 'conflict'],
  summary: 'Schedules what was cancelled as it was, while its time is still to come',
  body: act,
  reply: told,
})

export const sendAnnouncement = endpoint({
  ...ofTellers,
  method: 'POST',
  path: '/staff/notifications/send',
  secondFactor: 'session',
  refuses: ['not_found', 'edited', 'conflict'],
  summary: 'Sends what is scheduled at once',
  body: act,
  reply: told,
})

export const withdrawAnnouncement = endpoint({
  ...ofTellers,
  method: 'POST',
  path: '/staff/notifications/withdraw',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Takes what was sent from under the bells; what was pushed stays where it is',
  body: z.object({ id, reason }),
  reply: told,
})

named({ AnnouncementDone: told })
