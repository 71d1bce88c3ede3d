import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { mentorOfStaff } from '#features/auth/staff/server/mentor-of-staff.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { learnerHtml } from '#lib/server/text/learner-text.ts'
import { textProblem } from '../../discussions.rules.ts'
import { countChange, countChangesOfWriter } from '../../server/panel-changes.ts'
import { topComment } from '../../server/panel.ts'
import { tellOfReply } from '../../server/tell-of-reply.ts'

/** Who replies: somebody of the staff, or a user who is a mentor. */
export type Mentor = { staff: { id: number; name: string } } | { user: { id: number; name: string | null } }

/**
 * Replies to a comment as a mentor. No limits and no bought course: the mentor is at work.
 * @param content plain text
 * @throws notFound when there is no such comment; invalid when the reply is empty or too long
 */
export function answerComment(
  db: Db,
  work: StaffWork,
  { commentId, mentor, content }: { commentId: number; mentor: Mentor; content: string },
): Promise<{ id: number; parent_id: number }> {
  const text = content.trim()
  const problem = textProblem(text, true)
  if (problem) throw invalid({ message: problem })
  return inTransaction(db, async (tx) => {
    const top = await topComment(tx, commentId)
    const writer = 'user' in mentor ? { ...mentor.user, renamed: false } : await asMentor(tx, mentor.staff, work.now)
    const reply = await tx
      .insertInto('discussions')
      .values({
        panel_id: top.panelId,
        user_id: writer.id,
        parent_id: top.id,
        content_html: learnerHtml(text),
        created_at: work.now,
      })
      .returning(['id', 'panel_id', 'user_id', 'parent_id', 'content_html'])
      .executeTakeFirstOrThrow()
    await tellOfReply(tx, { reply, to: commentId, author: { name: writer.name, role: 'mentor' }, now: work.now })
    await countChange(tx, top.panelId)
    if (writer.renamed) await countChangesOfWriter(tx, writer.id)
    const { user_id } = await tx
      .selectFrom('discussions')
      .select('user_id')
      .where('id', '=', commentId)
      .executeTakeFirstOrThrow()
    await logWork(tx, work, {
      action: 'comment answered',
      subject: `comment ${commentId}`,
      userId: user_id,
      after: { reply: reply.id, name: writer.name },
    })
    return { id: reply.id, parent_id: top.id }
  })
}

async function asMentor(tx: Db, staff: { id: number; name: string }, now: number) {
  return { ...(await mentorOfStaff(tx, staff, now)), name: staff.name }
}
