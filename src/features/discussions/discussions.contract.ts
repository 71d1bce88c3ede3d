import * as z from 'zod/mini'
import { HOUR } from '#lib/both/time/clock.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named, perPage, written } from '#lib/both/calls/fields.ts'
import { howMany, instant, isoInstant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'
import { COMMENTS_PAGE, MOST_TEXT, REPLIES_PAGE, textProblem } from './discussions.rules.ts'

/** Discussions of a course: document 2, sections 2 to 8. */

const reply = z.object({
  id: rowId,
  user_id: means(z.nullable(rowId), 'Null where deleted'),
  user: z.object({ name: means(z.string(), 'Empty where deleted') }),
  role: means(z.enum(['mentor', 'learner']), "'mentor' gets a badge"),
  content: safeHtml,
  deleted: means(z.boolean(), 'Its writer deleted it; it stands for the sake of its replies'),
  created_at_string: means(z.string(), 'dd-MM-yyyy h:mm a in Indian time'),
  created_at: instant,
  created_at_iso: isoInstant,
  discussion_panel_id: rowId,
  parent_id: z.nullable(rowId),
  reported: means(z.boolean(), 'This learner has reported it'),
})

export type DiscussionReply = z.output<typeof reply>

const comment = z.extend(reply, {
  replies: means(z.array(reply), 'The newest of them, oldest first'),
  replies_count: means(howMany, 'How many replies there are'),
})
export type DiscussionComment = z.output<typeof comment>

export const listDiscussions = endpoint({
  method: 'GET',
  path: '/user/discussions/details/{panelId}',
  access: 'learner',
  refuses: ['forbidden', 'not_found'],
  versioned: true,
  summary:
    'Comments of a panel, newest first, each with its newest replies, oldest first; answers 304 to a matching If-None-Match',
  params: z.object({ panelId: id }),
  query: z.object({
    before: means(z.optional(id), 'A comment of the panel: those before it. Left out: the newest'),
    per_page: perPage(COMMENTS_PAGE),
  }),
  reply: z.object({
    status: z.boolean(),
    data: z.array(comment),
    more: means(z.boolean(), 'There are comments before these'),
  }),
})

/** Ours: the replies that a list of comments leaves out. */
export const listReplies = endpoint({
  method: 'GET',
  path: '/user/discussions/replies/{id}',
  access: 'learner',
  refuses: ['forbidden', 'not_found'],
  summary: 'Replies to a comment before or after one of them, oldest first; the newest where neither is named',
  params: z.object({ id }),
  query: z.object({ before: z.optional(id), after: z.optional(id), per_page: perPage(REPLIES_PAGE) }),
  reply: z.object({
    status: z.boolean(),
    data: z.array(reply),
    more: means(z.boolean(), 'There are more on that side'),
  }),
})

/** Ours: what a notification of a reply leads to. */
export const getThread = endpoint({
  method: 'GET',
  path: '/user/discussions/thread/{id}',
  access: 'learner',
  refuses: ['forbidden', 'not_found'],
  summary: 'The comment that is named, or replied to, with its newest replies, or those from the named one on',
  params: z.object({ id }),
  reply: z.object({
    status: z.boolean(),
    data: comment,
    later: means(z.boolean(), 'There are replies after these'),
  }),
})

export const storeDiscussion = endpoint({
  method: 'POST',
  path: '/user/discussions/storeDiscussion',
  creates: true,
  access: 'learner',
  refuses: ['forbidden', 'not_found', 'too_many_requests', 'muted'],
  summary: 'Adds a comment, or a reply to one',
  body: z
    .object({
      discussion_panel_id: id,
      content: written(MOST_TEXT),
      parent_id: means(
        z.optional(z.nullable(id)),
        'The comment to reply to; if this is itself a reply, the new one goes below the same comment',
      ),
    })
    .check(({ value, issues }) => {
      const message = textProblem(value.content, Boolean(value.parent_id))
      if (message) issues.push({ code: 'custom', path: ['content'], message, input: value.content })
    }),
  success: 201,
  example: { discussion_panel_id: 2, content: 'Why is the second option right?', parent_id: null },
  reply: z.object({ status: z.literal(201), success: z.boolean(), message: z.string(), data: reply }),
})

export const deleteDiscussion = endpoint({
  method: 'POST',
  path: '/user/discussions/deleteDiscussion/{id}',
  access: 'learner',
  refuses: ['forbidden', 'not_found'],
  summary: "Deletes the learner's own comment or reply; replies to it stay",
  params: z.object({ id }),
  reply: done,
})

/** Ours: tells the people who run the centre about a comment. */
export const reportDiscussion = endpoint({
  method: 'POST',
  path: '/user/discussions/report/{id}',
  limit: { count: 30, span: HOUR },
  access: 'learner',
  refuses: ['forbidden', 'not_found'],
  summary: 'Reports a comment or a reply',
  params: z.object({ id }),
  reply: done,
})

named({ DiscussionReply: reply, DiscussionComment: comment })
