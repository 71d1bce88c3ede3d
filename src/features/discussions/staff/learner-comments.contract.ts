import * as z from 'zod/mini'
import { studyReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'
import { before, nextRow } from '#lib/both/calls/staff-fields.ts'

const comment = z.object({
  id: rowId,
  course: z.object({ id: rowId, title: z.string() }),
  parent_id: means(z.nullable(rowId), 'The comment that it replies to'),
  content: safeHtml,
  created_at: instant,
  hidden: means(z.boolean(), 'By staff, until it is restored'),
  reports: means(howMany, 'Reports of it that nobody has looked at'),
})
export type LearnerComment = z.output<typeof comment>

export const listLearnerComments = endpoint({
  access: 'staff',
  roles: studyReaders,
  method: 'GET',
  path: '/staff/learners/{id}/comments',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'What a learner wrote in discussions and has not deleted, the newest first, twenty a page',
  params: z.object({ id }),
  query: z.object({ before }),
  reply: z.object({ data: z.array(comment), next: nextRow }),
})

named({ LearnerComment: comment })
