import { displayTime, isoTime } from '#lib/both/time/clock.ts'
import { shownHtml } from '#lib/server/text/learner-text.ts'
import { COMMENT_DELETED } from './moderation/deleted-comments.ts'
import type { DiscussionReply } from '../discussions.contract.ts'

interface Row {
  id: number
  panel_id: number
  user_id: number
  parent_id: number | null
  content_html: string
  created_at: number
  /** Null where the comment can be read. */
  deleted_at: number | null
  name: string | null
  role: DiscussionReply['role']
  /** The caller, when they reported it. */
  reporter: number | null
}

/** A row as callers see it, without its replies. Of a deleted comment neither its words nor its writer are told. */
export function reply(row: Row): DiscussionReply {
  const isDeleted = row.deleted_at !== null
  return {
    id: row.id,
    user_id: isDeleted ? null : row.user_id,
    user: { name: isDeleted ? '' : (row.name ?? 'Learner') },
    role: isDeleted ? 'learner' : row.role,
    content: isDeleted ? COMMENT_DELETED : shownHtml(row.content_html),
    deleted: isDeleted,
    created_at_string: displayTime(row.created_at),
    created_at: row.created_at,
    created_at_iso: isoTime(row.created_at),
    discussion_panel_id: row.panel_id,
    parent_id: row.parent_id,
    reported: !isDeleted && row.reporter !== null,
  }
}
