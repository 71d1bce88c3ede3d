import { answerComment } from '#features/discussions/staff/server/answer-comment.ts'
import {
  discussionThread,
  listForStaff,
  mentorNamed,
  STAFF_PAGE,
} from '#features/discussions/staff/server/printed-threads.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { plainText } from '#lib/server/text/html.ts'
import { pageOf, pageOption, wholeNumber, workOf, type StaffCommand } from '../command.ts'
import { block, brief, columns, pageLine, safe } from '../print.ts'

const MENTOR = {
  value: 'MENTOR',
  required: true,
  about: "the mentor's name, phone or user id; or the name of somebody of the staff",
}
const MESSAGE = { value: 'TEXT', required: true, about: 'what to say; web addresses become links' }

const list: StaffCommand = {
  name: 'discussions',
  args: [],
  options: { unanswered: { about: 'only learners’ comments that no mentor has replied to' }, page: pageOption },
  summary: 'Lists the comments of all discussion panels, newest first',
  run: async ({ db }, given) => {
    const page = pageOf(given)
    const { comments, total } = await listForStaff(db, { unanswered: given.options.unanswered !== undefined, page })
    if (total === 0) return given.options.unanswered === undefined ? 'No comments' : 'No unanswered comments'
    const rows = comments.map((comment) => [
      String(comment.id),
      displayTime(comment.created_at),
      brief(comment.course, 24),
      brief(comment.name ?? 'Learner', 18),
      String(comment.replies),
      brief(plainText(comment.content_html), 60),
    ])
    return `${columns(['ID', 'WRITTEN', 'COURSE', 'BY', 'REPLIES', 'COMMENT'], rows)}\n\n${pageLine(page, STAFF_PAGE, total, 'comment')}`
  },
}

const show: StaffCommand = {
  name: 'discussion show',
  args: ['COMMENT_ID'],
  options: {},
  summary: 'Shows a comment with all its replies, hidden ones too',
  run: async ({ db }, { args }) => {
    const { course, comments } = await discussionThread(db, wholeNumber(args[0] ?? '', 'COMMENT_ID'))
    return [
      safe(course),
      ...comments.map((comment) => {
        const role = comment.role === 'mentor' ? ', mentor' : ''
        const hidden = comment.hidden_at === null ? '' : ', hidden'
        const head = `${comment.id}  ${safe(comment.name ?? 'Learner')}${role}, ${displayTime(comment.created_at)}${hidden}`
        return `${head}\n${block(plainText(comment.content_html))}`
      }),
    ].join('\n\n')
  },
}

const reply: StaffCommand = {
  name: 'discussion reply',
  args: ['COMMENT_ID'],
  options: { message: MESSAGE, as: MENTOR },
  summary: 'Replies to a comment as a mentor',
  run: async (ctx, given) => {
    const { args, options } = given
    const mentor = await mentorNamed(ctx.db, options.as?.trim() ?? '')
    const written = await answerComment(ctx.db, workOf(ctx, given), {
      commentId: wholeNumber(args[0] ?? '', 'COMMENT_ID'),
      mentor,
      content: options.message ?? '',
    })
    const name = 'user' in mentor ? (mentor.user.name ?? 'a mentor') : mentor.staff.name
    return `Reply ${written.id} posted by ${safe(name)} below comment ${written.parent_id}`
  },
}

export const discussionCommands = [list, show, reply]
