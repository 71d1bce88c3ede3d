import { counted } from '#lib/both/text/format.ts'
import { eraseComment, hideComment, keepComment, restoreComment } from '#features/discussions/staff/server/moderate.ts'
import { listReports } from '#features/discussions/staff/server/reports.ts'
import { STAFF_PAGE } from '#features/discussions/staff/server/printed-threads.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { plainText } from '#lib/server/text/html.ts'
import {
  pageOf,
  pageOption,
  wholeNumber,
  workOf,
  workOptions,
  type StaffCommand,
  type StaffContext,
} from '../command.ts'
import { brief, columns, pageLine } from '../print.ts'

const list: StaffCommand = {
  name: 'reports',
  args: [],
  options: { all: { about: 'those that were looked at as well, the newest first' }, page: pageOption },
  summary: 'Lists comments that learners reported and nobody has looked at, the oldest first',
  run: async ({ db }, given) => {
    const page = pageOf(given)
    const all = given.options.all !== undefined
    const { reported, total } = await listReports(db, { all, page })
    if (total === 0) return all ? 'No reports' : 'No reports are waiting'
    const rows = reported.map((comment) => [
      String(comment.id),
      displayTime(all ? comment.last_at : comment.first_at),
      String(comment.reports),
      comment.waiting > 0 && comment.sight === 'shown' ? 'waiting' : comment.sight,
      brief(comment.course, 24),
      brief(comment.writer ?? 'Learner', 18),
      `+${comment.country_code} ${comment.phone}`,
      brief(plainText(comment.content_html), 50),
    ])
    const headings = ['COMMENT', 'REPORTED', 'TIMES', 'STATE', 'COURSE', 'BY', 'PHONE', 'WORDS']
    return `${columns(headings, rows)}\n\n${pageLine(page, STAFF_PAGE, total, 'reported comment')}`
  },
}

/** A command that does something with one comment. */
function onComment(
  verb: string,
  summary: string,
  act: (ctx: StaffContext, work: ReturnType<typeof workOf>, id: number) => Promise<string>,
): StaffCommand {
  return {
    name: `discussion ${verb}`,
    args: ['COMMENT_ID'],
    options: workOptions,
    summary,
    run: (ctx, given) => act(ctx, workOf(ctx, given), wholeNumber(given.args[0] ?? '', 'COMMENT_ID')),
  }
}

export const reportCommands: StaffCommand[] = [
  list,
  onComment('keep', 'Settles the reports of a comment that may stay', async ({ db }, work, id) => {
    const reports = await keepComment(db, work, id)
    return `Comment ${id} stays; ${counted(reports, 'report')} ${reports === 1 ? 'is' : 'are'} settled`
  }),
  onComment(
    'hide',
    'Hides a comment with its replies, until it is restored, and tells its writer',
    async ({ db }, work, id) => {
      await hideComment(db, work, id)
      return `Comment ${id} is hidden, its replies with it. Back: npm run staff -- discussion restore ${id}`
    },
  ),
  onComment('restore', 'Shows a hidden comment again', async ({ db }, work, id) => {
    await restoreComment(db, work, id)
    return `Comment ${id} is shown again`
  }),
  onComment('delete', 'Erases the words of a comment for good, and tells its writer', async ({ db }, work, id) => {
    await eraseComment(db, work, id)
    return `The words of comment ${id} are erased; its replies are out of sight with it`
  }),
]
