import type { Generated } from 'kysely'

export interface LiveClassesTable {
  id: Generated<number>
  course_id: number
  key: string
  title: string
  tutor_name: string
  join_url: string
  starts_at: number
  ends_at: number
  /** Times that a pack gives relative to now, kept to work them out again. */
  starts_rule: string | null
  ends_rule: string | null
  retired: Generated<number>
}

export interface CalendarFeedsTable {
  user_id: number
  /** SHA-256 of the token in the feed's address, hex. */
  token_hash: string
  created_at: number
}

declare module '#db/database.ts' {
  interface Database {
    live_classes: LiveClassesTable
    calendar_feeds: CalendarFeedsTable
  }
}
