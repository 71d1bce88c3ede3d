import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named } from '#lib/both/calls/fields.ts'
import { indianDay, indianTime, instant, isoInstant, rowId } from '#lib/both/calls/reply-fields.ts'
import { isClassDay } from './live-classes.rules.ts'

/** Live classes: document 2, sections 2, 3 and 7. Times are Indian time wherever the browser is. */

const liveClass = z.object({
  id: rowId,
  uid: means(z.string(), 'The UID for calendar apps, so that none shows it twice'),
  title: z.string(),
  content_title: means(z.string(), "The course's title"),
  date: means(indianTime, 'The start'),
  start_time: indianTime,
  end_time: indianTime,
  starts_at: instant,
  ends_at: instant,
  start_time_iso: isoInstant,
  end_time_iso: isoInstant,
  tutor_name: z.string(),
  meeting_join_url: z.string(),
})

export type LiveClass = z.output<typeof liveClass>

export const listLiveClasses = endpoint({
  method: 'GET',
  path: '/user/live_class/by_date',
  access: 'learner',
  summary: "Classes of the learner's active courses on a day in India",
  query: z.object({
    livedate: z
      .string({ error: 'Must be a date' })
      .check(z.refine(isClassDay, { error: 'Must be a day and look like 2026-01-31' })),
  }),
  reply: z.array(liveClass),
})

const upcomingClass = z.object({
  liveclass_id: rowId,
  live_class_title: z.string(),
  live_class_date: indianDay,
  start_time: indianTime,
  end_time: indianTime,
  starts_at: instant,
  ends_at: instant,
  start_time_iso: isoInstant,
  end_time_iso: isoInstant,
  mentor_name: z.string(),
  join_url: z.string(),
})

const upcomingOfCourse = z.object({ course_title: z.string(), live_classes: z.array(upcomingClass) })

export type UpcomingOfCourse = z.output<typeof upcomingOfCourse>

/** The dashboard's: document 1, section 7. */
export const listUpcomingLiveClasses = endpoint({
  method: 'GET',
  path: '/dashboard/upcomingLiveClasses',
  access: 'learner',
  summary: "Classes of the learner's active courses from today in India on, by course",
  reply: z.object({ status: z.boolean(), upcoming_live_classes_grouped: z.array(upcomingOfCourse) }),
})

export const joinLiveClass = endpoint({
  method: 'POST',
  path: '/user/live_class/join',
  access: 'learner',
  refuses: ['forbidden', 'not_found', 'ended'],
  summary: 'Notes that the learner joined a class',
  query: z.object({ live_class_id: id }),
  reply: done,
})

const feed = z.object({
  status: z.boolean(),
  success: z.boolean(),
  message: z.string(),
  url: means(
    z.nullable(z.string()),
    'The private address to subscribe to; null when there is none or it was revoked. Shown in full only when made',
  ),
  created_at: means(z.nullable(instant), 'Null without a feed'),
  created_at_iso: z.nullable(isoInstant),
})

/** Ours: a private calendar feed that the learner can revoke. */
export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/user/live_class/feed',
  access: 'learner',
  summary: 'Whether the learner has a calendar feed',
  reply: feed,
})

export const makeCalendarFeed = endpoint({
  method: 'POST',
  path: '/user/live_class/feed',
  access: 'learner',
  summary: 'Makes a new private calendar feed; an older one stops working',
  reply: feed,
})

export const revokeCalendarFeed = endpoint({
  method: 'POST',
  path: '/user/live_class/feed/revoke',
  access: 'learner',
  summary: 'Stops the calendar feed',
  reply: done,
})

named({ LiveClass: liveClass, UpcomingClass: upcomingClass, CalendarFeed: feed })
