import type { Generated } from 'kysely'
import type { ClickAction, Kind } from './notifications.rules.ts'
import type { AnnouncementState, Audience, MessageFormat } from './staff/announcements.rules.ts'

export interface NotificationsTable {
  id: Generated<number>
  /** To one learner; else to those who had the course when it was written; else to everybody. */
  user_id: number | null
  course_id: number | null
  kind: Kind
  title: string
  /** Sanitised. */
  message_html: string
  image: string | null
  click_action: ClickAction
  target_id: string | null
  /** What happened, so that it is told once, whoever tells it. */
  key: string | null
  created_at: number
  expires_at: number
}

export interface NotificationReadsTable {
  user_id: number
  notification_id: number
  read_at: number
}

/** Without a row a kind is pushed. */
export interface PushChoicesTable {
  user_id: number
  kind: Kind
  pushed: number
}

/** A browser, for as long as the session in which it subscribed. */
export interface PushSubscriptionsTable {
  id: Generated<number>
  user_id: number
  session_id: number
  endpoint: string
  /** The browser's public key and secret, base64url. */
  p256dh: string
  auth: string
  created_at: number
}

/** What is still to be pushed; a row goes when it is done. */
export interface PushDeliveriesTable {
  id: Generated<number>
  notification_id: number
  subscription_id: number
  due_at: number
  tries: Generated<number>
}

/** A notification that staff wrote: its words, when it is due, and what has become of it. */
export interface AnnouncementsTable {
  id: Generated<number>
  state: AnnouncementState
  /** The learners of a list, and a single one, stand in `announcement_learners`. */
  audience: Audience
  course_id: number | null
  title: string
  /** As it was typed. */
  message: string
  format: MessageFormat
  /** Sanitised. */
  message_html: string
  image: string | null
  /** Null where there is no button. */
  click_action: ClickAction | null
  target_id: string | null
  send_at: number
  sent_at: number | null
  /** When it was cancelled or withdrawn. */
  ended_at: number | null
  ended_by: string | null
  /** Counts changes. */
  version: Generated<number>
  created_at: number
  created_by: string
  changed_at: number
  changed_by: string
}

export interface AnnouncementLearnersTable {
  announcement_id: number
  user_id: number
}

/** How many a sent one has reached. */
export interface AnnouncementCountsTable {
  announcement_id: number
  /** Learners at the moment of sending. */
  told: number
  /** Browsers to which it was to be pushed then. */
  browsers: number
  /** Those of them that the push service took it for. */
  pushed: Generated<number>
  /** Those that were gone, or refused it for good. */
  failed: Generated<number>
  /** Learners who have read it, as of `counted_at`. */
  opened: Generated<number>
  counted_at: number
  /** When they are counted again; null once nothing changes any more. */
  count_at: number | null
}

declare module '#db/database.ts' {
  interface Database {
    notifications: NotificationsTable
    notification_reads: NotificationReadsTable
    push_choices: PushChoicesTable
    push_subscriptions: PushSubscriptionsTable
    push_deliveries: PushDeliveriesTable
    announcements: AnnouncementsTable
    announcement_learners: AnnouncementLearnersTable
    announcement_counts: AnnouncementCountsTable
  }
}
