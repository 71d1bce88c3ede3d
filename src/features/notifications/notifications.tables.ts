import type { Generated } from 'kysely'
import type { ClickAction, Kind } from './notifications.rules.ts'

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

declare module '#db/database.ts' {
  interface Database {
    notifications: NotificationsTable
    notification_reads: NotificationReadsTable
    push_choices: PushChoicesTable
    push_subscriptions: PushSubscriptionsTable
    push_deliveries: PushDeliveriesTable
  }
}
