import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, line, means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'
import { searches } from '#lib/both/calls/search.ts'
import { after, day, next } from '#lib/both/calls/staff-fields.ts'
import { clickActions } from '../notifications.rules.ts'
import { announcementStates, audiences, messageFormats, tellers } from './announcements.rules.ts'

/** Notifications that staff wrote: which there are, and what has come of each. */

/** Announcements a page. */
export const ANNOUNCEMENT_PAGE = 25

const counts = z.object({
  told: means(howMany, 'Learners it was for at the moment of sending'),
  browsers: means(howMany, 'Browsers it was to be pushed to then'),
  pushed: means(howMany, 'Browsers that the push service took it for'),
  failed: means(howMany, 'Browsers that were gone, or that it could not be pushed to'),
  waiting: means(howMany, 'Browsers that it is still pushed to'),
  opened: means(howMany, 'Learners who have read it'),
  counted_at: means(instant, 'When those were counted who have read it'),
})
export type AnnouncementCounts = z.output<typeof counts>

const course = z.nullable(z.object({ id: rowId, title: z.string() }))

const row = {
  id: rowId,
  state: z.enum(announcementStates),
  title: z.string(),
  audience: z.enum(audiences),
  course: means(course, 'Whose learners are told'),
  learners: means(z.nullable(howMany), 'How many are on the list, of a list or of one learner'),
  send_at: means(instant, 'When it is due'),
  sent_at: z.nullable(instant),
  ended_at: means(z.nullable(instant), 'When it was cancelled or withdrawn'),
  created_by: z.string(),
  counts: means(z.nullable(counts), 'Of what was sent'),
}

const announcement = z.object(row)
export type ListedAnnouncement = z.output<typeof announcement>

export const listAnnouncements = endpoint({
  access: 'staff',
  roles: tellers,
  method: 'GET',
  path: '/staff/notifications',
  secondFactor: 'session',
  summary: `What learners are and were told by staff, the latest first, ${ANNOUNCEMENT_PAGE} a page; of what is scheduled the next first`,
  ...searches('content', 'text'),
  query: z.object({
    state: z.optional(z.enum(announcementStates)),
    audience: z.optional(z.enum(audiences)),
    text: z.optional(means(line(100), 'Words of the title')),
    course: means(z.optional(id), 'To the learners of this course'),
    from: means(z.optional(day), 'Due on this day in India or later'),
    until: means(z.optional(day), 'Due on this day in India or before'),
    after,
  }),
  reply: z.object({ data: z.array(announcement), next }),
})

/** A notification as a learner sees it, and what is pushed of it. */
export const shownNotification = z.object({
  title: z.string(),
  message: safeHtml,
  image: z.nullable(z.string()),
  action: means(
    z.nullable(z.object({ label: z.string(), href: z.string(), newTab: z.boolean() })),
    'Its button; null where there is none',
  ),
  pushed: z.object({ title: z.string(), body: z.string() }),
})
export type ShownNotification = z.output<typeof shownNotification>

const whole = z.object({
  ...row,
  learner: means(
    z.nullable(z.object({ id: rowId, name: z.nullable(z.string()) })),
    'Of one that is for a single learner; null for whoever may not see learners',
  ),
  message: means(z.string(), 'As it was typed'),
  format: z.enum(messageFormats),
  image: z.nullable(z.string()),
  action: z.nullable(z.enum(clickActions)),
  target: z.nullable(z.string()),
  shown: shownNotification,
  version: rowId,
  created_at: instant,
  changed_at: instant,
  changed_by: z.string(),
  ended_by: z.nullable(z.string()),
})
export type Announcement = z.output<typeof whole>

export const showAnnouncement = endpoint({
  access: 'staff',
  roles: tellers,
  method: 'GET',
  path: '/staff/notifications/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'One of them, as learners see it, with what has come of it',
  params: z.object({ id }),
  reply: whole,
})

named({
  ListedAnnouncement: announcement,
  Announcement: whole,
  AnnouncementCounts: counts,
  ShownNotification: shownNotification,
})
