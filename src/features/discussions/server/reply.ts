import { displayTime, isoTime } from '#lib/both/time/clock.ts'
import { shownHtml } from '#lib/server/text/learner-text.ts'
import type { DiscussionReply } from '../discussions.contract.ts'

interface Row {
  id: number
  panel_id: number
  user_id: number
  parent_id: number | null
  content_html: string
  created_at: number
  name: string | null
  role: DiscussionReply['role']
  /** The caller, when they reported it. */
  reporter: number | null
}

/** A row as callers see it, without its replies. */
export function reply(row: Row): DiscussionReply {
  return {
    id: row.id,
    user_id: row.user_id,
    user: { name: row.name ?? 'Learner' },
    role: row.role,
    content: shownHtml(row.content_html),
    created_at_string: displayTime(row.created_at),
    created_at: row.created_at,
    created_at_iso: isoTime(row.created_at),
    discussion_panel_id: row.panel_id,
    parent_id: row.parent_id,
    reported: row.reporter !== null,
  }
}
