import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, named, written } from '#lib/both/calls/fields.ts'
import { instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { version } from '#lib/both/calls/staff-fields.ts'
import { MOST_MESSAGE } from '../support.rules.ts'
import { MOST_SAVED_TITLE, savedReplyProblem } from './saved-replies.rules.ts'

const supporters = { access: 'staff', roles: ['owner', 'support'] } as const

const saved = z.object({
  id: rowId,
  title: z.string(),
  body: means(z.string(), 'Plain text, with {name} and {course} where those of the ticket go'),
  category_id: means(z.nullable(rowId), 'For whose tickets it is offered first'),
  version: rowId,
  changed_at: instant,
  changed_by: z.string(),
})
export type SavedReply = z.output<typeof saved>

const fields = {
  title: line(MOST_SAVED_TITLE).check(z.minLength(1, { error: 'Please enter a title' })),
  body: written(MOST_MESSAGE).check(
    z.check(({ value, issues }) => {
      const message = savedReplyProblem(value)
      if (message) issues.push({ code: 'custom', message, input: value })
    }),
  ),
  category_id: z._default(z.nullable(id), null),
}

export const listSavedReplies = endpoint({
  ...supporters,
  method: 'GET',
  path: '/staff/saved-replies',
  secondFactor: 'session',
  summary: 'Answers that are kept to be given again, by title',
  reply: z.object({ data: z.array(saved) }),
})

export const addSavedReply = endpoint({
  ...supporters,
  method: 'POST',
  path: '/staff/saved-replies/add',
  secondFactor: 'session',
  creates: true,
  refuses: ['conflict'],
  summary: 'Keeps an answer',
  body: z.object(fields),
  example: { title: 'Receipt', body: 'Dear {name}, your receipt is under My purchases.', category_id: 2 },
  reply: z.extend(done, { id: rowId }),
})

export const changeSavedReply = endpoint({
  ...supporters,
  method: 'POST',
  path: '/staff/saved-replies/change',
  secondFactor: 'session',
  refuses: ['not_found', 'edited'],
  summary: 'Changes a kept answer',
  body: z.object({ id, version, ...fields }),
  example: { id: 3, version: 1, title: 'Receipt', body: 'Dear {name}, see My purchases.', category_id: null },
  reply: done,
})

export const removeSavedReply = endpoint({
  ...supporters,
  method: 'POST',
  path: '/staff/saved-replies/remove',
  secondFactor: 'session',
  refuses: ['not_found', 'edited'],
  summary: 'Removes a kept answer',
  body: z.object({ id, version }),
  reply: done,
})

named({ SavedReply: saved })
