import * as z from 'zod/mini'
import { HOUR } from '#lib/clock.ts'
import { endpoint } from '#lib/endpoint.ts'
import { done, id, means, written } from '#lib/fields.ts'
import { instant, rowId, safeHtml } from '#lib/reply-fields.ts'
import { textProblem } from './discussions.rules.ts'

/** Discussions of a course: document 2, sections 2 to 8. */

const reply = z.object({
  id: rowId,
  user_id: rowId,
  user: z.object({ name: z.string() }),
  role: means(z.enum(['mentor', 'learner']), "'mentor' gets a badge"),
  content: safeHtml,
  created_at_string: z.string(),
  created_at: instant,
  discussion_panel_id: rowId,
  parent_id: z.nullable(rowId),
  reported: means(z.boolean(), 'This learner has reported it'),
})

export type DiscussionReply = z.output<typeof reply>

const comment = z.extend(reply, { replies: z.array(reply) })
export type DiscussionComment = z.output<typeof comment>

/** Characters of a comment. */
export const MOST_TEXT = 5000

export const listDiscussions = endpoint({
  method: 'GET',
  path: '/user/discussions/details/{panelId}',
  access: 'learner',
  summary: 'The newest comments of a panel, newest first, with their replies; answers 304 to a matching If-None-Match',
  params: z.object({ panelId: id }),
  reply: z.object({ status: z.boolean(), data: z.array(comment) }),
})

export const storeDiscussion = endpoint({
  method: 'POST',
  path: '/user/discussions/storeDiscussion',
  creates: true,
  access: 'learner',
  summary: 'Adds a comment, or a reply to one',
  body: z
    .object({
      discussion_panel_id: id,
      content: written(MOST_TEXT),
      parent_id: means(
        z.optional(z.nullable(id)),
        'The comment to reply to; of a reply, the reply goes below the same comment',
      ),
    })
    .check(({ value, issues }) => {
      const message = textProblem(value.content, Boolean(value.parent_id))
      if (message) issues.push({ code: 'custom', path: ['content'], message, input: value.content })
    }),
  success: 201,
  reply: z.object({ status: z.literal(201), success: z.boolean(), message: z.string(), data: reply }),
})

export const deleteDiscussion = endpoint({
  method: 'POST',
  path: '/user/discussions/deleteDiscussion/{id}',
  access: 'learner',
  summary: "Deletes the learner's own comment, its replies with it, or a reply",
  params: z.object({ id }),
  reply: done,
})

/** Ours: tells the people who run the centre about a comment. */
export const reportDiscussion = endpoint({
  method: 'POST',
  path: '/user/discussions/report/{id}',
  limit: { count: 30, span: HOUR },
  access: 'learner',
  summary: 'Reports a comment or a reply',
  params: z.object({ id }),
  reply: done,
})
