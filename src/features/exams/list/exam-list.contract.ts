import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { means, named, page, paged, perPage, yesNo } from '#lib/both/calls/fields.ts'
import { epochSeconds, howMany, instant, isoInstant, minutes, rowId } from '#lib/both/calls/reply-fields.ts'

/** The list of general exams: document 2, section 7. */

/** A row of the general exams list. `time` fields beyond the specified four draw the card's state. */
const examListItem = z.object({
  id: rowId,
  title: z.string(),
  duration: minutes,
  question_count: howMany,
  category: z.string(),
  start_date: epochSeconds,
  end_date: epochSeconds,
  start_date_iso: z.nullable(isoInstant),
  end_date_iso: z.nullable(isoInstant),
  attempt: means(howMany, 'Attempts allowed'),
  exams_completed: means(howMany, 'Attempts that this learner has finished'),
  in_progress: means(z.boolean(), 'The learner has an attempt under way'),
  is_reg_needed: yesNo,
})

export type ExamListItem = z.output<typeof examListItem>

const listBody = z.object({
  status: z._default(z.enum(['all', 'active', 'expired'], { error: 'Must be all, active or expired' }), 'active'),
  current_page: page,
  per_page: perPage(12),
})

/** As the addresses of other pages say it: what is said here goes before the body. */
const listQuery = z.object({
  status: z.optional(listBody.shape.status.def.innerType),
  current_page: z.optional(page.def.innerType),
  per_page: z.optional(listBody.shape.per_page.def.innerType),
})

const listReply = z.object({ status: z.boolean(), server_time: instant, exams: paged(examListItem) })

export const listMockExams = endpoint({
  method: 'POST',
  path: '/user/listmockexams',
  access: 'learner',
  summary: 'General exams that are open, or all of them',
  query: listQuery,
  body: listBody,
  reply: listReply,
})

export const listAuthMockExams = endpoint({
  method: 'POST',
  path: '/user/listauthmockexams',
  access: 'learner',
  summary: 'General exams that have ended',
  query: listQuery,
  body: listBody,
  reply: listReply,
})

named({ ExamListItem: examListItem })
