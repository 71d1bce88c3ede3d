import { sql } from 'kysely'
import {
  sendNotification,
  withdrawListed,
  withdrawNotifications,
} from '#features/notifications/server/send-notification.ts'
import { wordsOf } from '#features/notifications/server/pushed.ts'
import type { Db } from '#db/database.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { cutText } from '#lib/both/text/cut-text.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import type { DiscussionReply } from '../discussions.contract.ts'

/**
 * Tells the writer of the comment that was replied to, and the one whose comment both stand below, unless they wrote the
 * reply themselves deleted theirs, or may not read the discussions of the course any more.
 */
export async function tellOfReply(
  tx: Db,
  {
    reply,
    to,
    author,
    now,
  }: {
    reply: { id: number; panel_id: number; user_id: number; parent_id: number | null; content_html: string }
    /** The comment or reply that was replied to. */
    to: number
    author: { name: string | null; role: DiscussionReply['role'] }
    now: number
  },
): Promise<void> {
  const readers = await tx
    .selectFrom('discussions')
    .innerJoin('discussion_panels as panel', 'panel.id', 'discussions.panel_id')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .innerJoin('enrolments', (join) =>
      join
        .onRef('enrolments.course_id', '=', 'panel.course_id')
        .onRef('enrolments.user_id', '=', 'discussions.user_id')
        .on('enrolments.valid_until', '>=', now),
    )
    .select(['discussions.user_id', 'courses.id as course_id', 'courses.title as course'])
    .distinct()
    .where('discussions.id', 'in', [to, reply.parent_id ?? to])
    .where('discussions.user_id', '!=', reply.user_id)
    .where('discussions.deleted_at', 'is', null)
    .execute()
  for (const { user_id, course_id, course } of readers) {
    await sendNotification(
      { db: tx, now: () => now },
      {
        to: { userId: user_id },
        kind: 'replies',
        title: `${shortName(author)} replied to you`,
        message: `<p>In the discussions of <strong>${escapeText(course)}</strong>:</p><blockquote>${escapeText(wordsOf(reply.content_html, 300))}</blockquote>`,
        target: withQuery(paths.myCourse(course_id), { tab: 'discussions', comment: reply.id }),
        key: `reply:${reply.id}:${user_id}`,
      },
    )
  }
}

/** Takes back what was told of a reply that has been deleted. */
export function takeBackReply(db: Db, replyId: number): Promise<void> {
  return withdrawNotifications(db, `reply:${replyId}:`)
}

/** Names are a learner's own words and may be long. */
function shortName({ name, role }: { name: string | null; role: DiscussionReply['role'] }): string {
  const words = cutText((name ?? 'A learner').replace(/\s+/g, ' '), 60)
  return role === 'mentor' ? `${words} (mentor)` : words
}

/** The same of everything that a person wrote. */
export function takeBackRepliesOf(db: Db, userId: number): Promise<void> {
  const own = db.selectFrom('discussions').where('discussions.user_id', '=', userId)
  return withdrawListed(db, own.select(sql<string>`'reply:' || discussions.id || ':'`.as('start')))
}
