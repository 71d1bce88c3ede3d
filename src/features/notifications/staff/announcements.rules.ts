import type { StaffRole } from '#lib/both/staff-roles.ts'

/** Notifications that staff write (docs/decisions/0079-notifications-from-the-console.md). */

/** Who tells learners something: support answers them, authors tell of courses and exams. */
export const tellers: readonly StaffRole[] = ['owner', 'author', 'support']

export const announcementStates = ['scheduled', 'sent', 'cancelled', 'withdrawn'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/** To everybody, to those who have a course when it is sent, to the learners of a list of phones, to one of them. */
export const audiences = ['all', 'course', 'list', 'learner'] as const
export type Audience = (typeof audiences)[number]

/** What the message is typed in. HTML comes from the command alone. */
export const messageFormats = ['markdown', 'html'] as const
export type MessageFormat = (typeof messageFormats)[number]

/** Characters of a message as it is typed. */
export const MOST_TYPED = 5000

/** How far ahead something can be scheduled, in days. */
export const MOST_DAYS_AHEAD = 366

/** Browsers that are counted ahead of a sending; of more it is said that they are more. */
export const MOST_COUNTED_BROWSERS = 20_000

/** Of each kind of page, how many are offered as the target of a button: the newest. */
export const MOST_TARGETS = 200

/** The key of what is told to all or to a course; of what is told to one learner of a list that of the learner follows. */
export const announcementKey = (id: number) => `announcement:${id}`

/** Which announcement a notification with this key is of. */
export function announcementOf(key: string | null): number | undefined {
  const [, id] = /^announcement:(\d+)(?::\d+)?$/.exec(key ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}
