import type { Generated } from 'kysely'

export interface WebinarsTable {
  id: Generated<number>
  key: string
  title: string
  summary: string
  /** Sanitised. */
  about_html: string
  presenter: string
  image: string
  alt: string
  join_url: string
  recording_url: string | null
  /** How many may register; null: as many as want to. */
  seats: number | null
  starts_at: number
  ends_at: number
  /** The pack's words when they are relative. */
  starts_rule: string | null
  ends_rule: string | null
  retired: Generated<number>
}

export interface WebinarRegistrationsTable {
  webinar_id: number
  user_id: number
  created_at: number
  /** The start that the learner has been reminded of. */
  reminded_of: number | null
}

declare module '#db/database.ts' {
  interface Database {
    webinars: WebinarsTable
    webinar_registrations: WebinarRegistrationsTable
  }
}
