import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, isoInstant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'
import { clickActions, kinds } from './notifications.rules.ts'

/** Calls of notifications: document 1, sections 2, 3 and 7; all but the list are ours. */

const notification = z.object({
  id: rowId,
  title: z.string(),
  message: safeHtml,
  image: z.nullable(z.string()),
  click_action: z.enum(clickActions),
  target_id: z.nullable(z.string()),
  created_at: instant,
  created_at_iso: isoInstant,
  kind: z.enum(kinds),
  read: z.boolean(),
  action: means(
    z.nullable(z.object({ label: z.string(), href: z.string(), newTab: z.boolean() })),
    "The button of document 1's table; null where there is none",
  ),
})

export type Notification = z.output<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/listNotifications',
  access: 'learner',
  summary: "The learner's newest notifications, newest first, and how many of all are unread",
  reply: z.object({ status: z.boolean(), data: z.array(notification), unread: howMany }),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/user/notifications/unread',
  access: 'learner',
  summary: 'How many notifications are unread',
  reply: z.object({ status: z.boolean(), unread: howMany }),
})

export const readNotification = endpoint({
  method: 'POST',
  path: '/user/notifications/read/{id}',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'Marks a notification as read',
  params: z.object({ id }),
  reply: done,
})

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/user/notifications/readall',
  access: 'learner',
  summary: 'Marks notifications as read, up to the newest that the learner has seen',
  body: z.object({ last_id: id }),
  reply: done,
})

named({ Notification: notification })
