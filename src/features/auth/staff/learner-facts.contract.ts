import * as z from 'zod/mini'
import { means, named } from '#lib/both/calls/fields.ts'
import { instant, rowId } from '#lib/both/calls/reply-fields.ts'

/** What stands beside a learner's words, for whoever of the staff answers them. */
export const learnerFacts = z.object({
  id: rowId,
  name: z.nullable(z.string()),
  phone: means(z.nullable(z.string()), 'As +91 9000000001; null for roles that do not see all of it'),
  joined_at: instant,
  last_seen_at: means(z.nullable(instant), 'To about ten minutes; null of somebody who has never come back'),
  ended_at: means(z.nullable(instant), 'When the account ended: nothing personal is left of it'),
  blocked_at: means(z.nullable(instant), 'Since when they cannot log in'),
  muted_at: means(z.nullable(instant), 'Since when they cannot write in discussions'),
  courses: z.array(z.object({ id: rowId, title: z.string(), valid_until: instant, active: z.boolean() })),
  open_tickets: means(
    z.array(z.object({ id: rowId, title: z.string(), waiting: z.boolean() })),
    'The newest that are not closed; none for those who do not answer tickets',
  ),
})

export type LearnerFacts = z.output<typeof learnerFacts>

named({ LearnerFacts: learnerFacts })
