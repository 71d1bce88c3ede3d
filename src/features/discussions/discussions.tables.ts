import type { Generated } from 'kysely'

export interface DiscussionPanelsTable {
  id: Generated<number>
  course_id: number
  retired: Generated<number>
  /** How often what its learners read has changed. */
  changes: Generated<number>
}

/** Comments and, with a parent, replies to them; replies are one level deep. */
export interface DiscussionsTable {
  id: Generated<number>
  panel_id: number
  user_id: number
  parent_id: number | null
  /** Sanitised. */
  content_html: string
  created_at: number
  /** Replies to a comment that its writer deleted stay in sight; deleted rows stay for the people who run the centre. */
  deleted_at: Generated<number | null>
  /** Set together with `deleted_at` where staff hid it, its replies with it: what was hidden can be restored. */
  hidden_at: Generated<number | null>
}

export interface DiscussionReportsTable {
  discussion_id: number
  user_id: number
  created_at: number
  /** When somebody had looked at it. */
  settled_at: Generated<number | null>
}

declare module '#db/database.ts' {
  interface Database {
    discussion_panels: DiscussionPanelsTable
    discussions: DiscussionsTable
    discussion_reports: DiscussionReportsTable
  }
}
