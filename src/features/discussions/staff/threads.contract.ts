import * as z from 'zod/mini'
import { learnerFacts } from '#features/auth/staff/learner-facts.contract.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, milliseconds, named, text, written } from '#lib/both/calls/fields.ts'
import { howMany, instant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'
import { searches } from '#lib/both/calls/search.ts'
import { after, MOST_REASON, next, reason } from '#lib/both/calls/staff-fields.ts'
import { MOST_TEXT, textProblem } from '../discussions.rules.ts'

/** Discussions of all courses, for those who answer and moderate them. */

const moderators = { access: 'staff', roles: ['owner', 'mentor', 'support'] } as const

/** Threads a page. */
export const THREADS_PAGE = 50

const sight = means(
  z.enum(['shown', 'hidden', 'deleted']),
  'hidden: by staff, until it is restored; deleted: by its writer, with replies that stay',
)

const course = z.object({ id: rowId, title: z.string() })

const writer = z.object({
  id: rowId,
  name: z.nullable(z.string()),
  role: z.enum(['mentor', 'learner']),
  staff: means(z.boolean(), 'Of the staff, whom nobody blocks here'),
  muted: means(z.boolean(), 'Staff let them write no more'),
})

const thread = z.object({
  id: rowId,
  course,
  panel_id: rowId,
  writer,
  words: means(z.string(), 'Plain text, the beginning'),
  created_at: instant,
  sight,
  replies: howMany,
  answered: means(z.boolean(), 'A mentor has replied'),
  hidden: means(howMany, 'Comments and replies of it that are hidden'),
  reports: means(howMany, 'Reports of it and its replies that wait'),
})
export type StaffThread = z.output<typeof thread>

const comment = z.object({
  id: rowId,
  parent_id: z.nullable(rowId),
  writer,
  content: safeHtml,
  created_at: instant,
  sight,
  reports: z.array(
    z.object({ by: z.nullable(z.string()), at: instant, settled_at: means(z.nullable(instant), 'Null: it waits') }),
  ),
})
export type StaffComment = z.output<typeof comment>

/** What a list of threads can be cut down to. */
const threadKinds = ['all', 'unanswered', 'reported', 'hidden'] as const

export const listThreads = endpoint({
  ...moderators,
  method: 'GET',
  path: '/staff/discussions',
  secondFactor: 'session',
  summary: 'Comments of all courses, newest first; those that their writers deleted only where replies stand below',
  ...searches('content', 'text'),
  query: z.object({
    show: z._default(
      means(
        z.enum(threadKinds),
        'unanswered: of learners, without a reply of a mentor; reported: with reports that wait',
      ),
      'all',
    ),
    course: z.optional(id),
    panel: z.optional(id),
    text: means(z.optional(line(100)), 'Words of the comment or of a reply'),
    after,
  }),
  reply: z.object({ data: z.array(thread), next }),
})

export const discussionChoices = endpoint({
  ...moderators,
  method: 'GET',
  path: '/staff/discussions/choices',
  secondFactor: 'session',
  summary: 'Courses that have discussions',
  reply: z.object({ courses: z.array(z.extend(course, { panel_id: rowId })) }),
})

export const showThread = endpoint({
  ...moderators,
  method: 'GET',
  path: '/staff/discussions/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary:
    'A comment, or the one that a reply belongs to, with its replies, hidden ones too, and what is known of its learner',
  params: z.object({ id }),
  reply: z.object({
    id: rowId,
    course,
    panel_id: rowId,
    comments: means(z.array(comment), 'The comment and its newest replies, oldest first'),
    replies: howMany,
    learner: means(z.nullable(learnerFacts), 'Whoever began it; null of the staff'),
    may_reply: means(z.boolean(), 'Whoever asks may reply as a mentor'),
  }),
})

export const replyAsMentor = endpoint({
  ...moderators,
  roles: ['owner', 'mentor'],
  method: 'POST',
  path: '/staff/discussions/reply',
  secondFactor: 'session',
  creates: true,
  refuses: ['not_found'],
  summary: 'Replies to a comment as a mentor, under the name of whoever is logged in',
  body: z.object({ id, content: written(MOST_TEXT) }).check(({ value, issues }) => {
    const message = textProblem(value.content, true)
    if (message) issues.push({ code: 'custom', path: ['content'], message, input: value })
  }),
  example: { id: 12, content: 'Because the second statement is wrong.' },
  reply: z.extend(done, { reply_id: rowId }),
})

const why = means(
  z._default(text(MOST_REASON), ''),
  'Why, for the log; the learner can read it in the download of their data',
)

export const hideComment = endpoint({
  ...moderators,
  method: 'POST',
  path: '/staff/discussions/hide',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Hides a comment with its replies, settles its reports, and tells its writer',
  body: z.object({ id, reason: why }),
  reply: done,
})

export const restoreComment = endpoint({
  ...moderators,
  method: 'POST',
  path: '/staff/discussions/restore',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Shows a hidden comment again',
  body: z.object({
    id,
    reason: why,
    undo: means(z._default(z.boolean(), false), 'Hiding it was a slip: the reports that it settled wait again'),
  }),
  reply: done,
})

export const deleteComment = endpoint({
  ...moderators,
  method: 'POST',
  path: '/staff/discussions/delete',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Erases the words of a comment for good, and tells its writer',
  body: z.object({ id, reason }),
  reply: done,
})

export const keepComment = endpoint({
  ...moderators,
  method: 'POST',
  path: '/staff/discussions/keep',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Settles the reports of a comment that may stay',
  body: z.object({ id, reason: why }),
  reply: z.extend(done, { reports: howMany, settled_at: means(instant, 'Undoes it with unkeep') }),
})

export const unkeepComment = endpoint({
  ...moderators,
  method: 'POST',
  path: '/staff/discussions/unkeep',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Lets reports wait again that were settled by mistake',
  body: z.object({ id, settled_at: milliseconds }),
  reply: z.extend(done, { reports: howMany }),
})

export const muteWriter = endpoint({
  ...moderators,
  method: 'POST',
  path: '/staff/discussions/block',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Lets a learner write in discussions no more; they go on reading',
  body: z.object({ id: means(id, 'The learner'), reason }),
  reply: done,
})

export const unmuteWriter = endpoint({
  ...moderators,
  method: 'POST',
  path: '/staff/discussions/unblock',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Lets a learner write in discussions again',
  body: z.object({ id: means(id, 'The learner'), reason: why }),
  reply: done,
})

named({ StaffThread: thread, StaffComment: comment })
