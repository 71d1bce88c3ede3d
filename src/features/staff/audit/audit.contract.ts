import * as z from 'zod/mini'
import { moneyReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, line, means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { before, csvPart, day } from '#lib/both/calls/staff-fields.ts'

/** The log of what staff did. */

const owners = { access: 'staff', roles: ['owner'] } as const

const facts = means(
  z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  'Values by name: instants end with _at or _until, paise with _paise',
)

/** One thing that somebody of the staff did. */
const auditEntry = z.object({
  id: rowId,
  at: instant,
  who: z.string(),
  staff_id: means(z.nullable(rowId), 'Null of what was done with a command'),
  address: means(z.string(), 'From where'),
  call: means(z.string(), 'Method and path of the call, or the command'),
  request_id: means(z.string(), 'Its name in the log of the server'),
  action: z.string(),
  subject: means(z.string(), 'What it was done to, such as course 4'),
  learner: means(
    z.nullable(z.object({ id: rowId, name: z.nullable(z.string()) })),
    'The first of the learners it is about',
  ),
  learners: means(howMany, 'Learners it is about'),
  reason: z.string(),
  before: facts,
  after: facts,
})

export type AuditEntry = z.output<typeof auditEntry>

const filters = {
  staff: means(
    z.optional(z.union([z.literal('command'), id], { error: 'Must be a member of the staff, or command' })),
    'What this member of the staff did; command: what commands on the server did',
  ),
  learner: means(z.optional(id), 'What was done to this learner'),
  action: z.optional(line(100)),
  from: means(z.optional(day), 'From this day in India on'),
  to: means(z.optional(day), 'Until the end of this day in India'),
  before,
}

export const listAudit = endpoint({
  ...owners,
  method: 'GET',
  path: '/staff/audit',
  secondFactor: 'session',
  summary: 'What staff did, newest first, with pages and commands',
  query: z.object(filters),
  reply: z.object({
    data: z.array(auditEntry),
    next: means(z.nullable(rowId), 'Before which entry the next page begins; null of the last'),
    actions: means(z.array(z.string()), 'Every action that there is'),
    staff: means(z.array(z.object({ id: rowId, name: z.string() })), 'Everybody of the staff, also who has left'),
  }),
})

export const exportAudit = endpoint({
  ...owners,
  method: 'GET',
  path: '/staff/audit/csv',
  secondFactor: 'recent',
  summary: 'The same as a part of a CSV file',
  query: z.object(filters),
  reply: csvPart,
})

export const checkAudit = endpoint({
  ...owners,
  method: 'GET',
  path: '/staff/audit/check',
  secondFactor: 'session',
  summary: 'Follows the chain of hashes from its beginning',
  reply: z.object({
    entries: howMany,
    problems: means(z.array(z.string()), 'What is wrong with it; nothing of a whole one'),
  }),
})

/** Of a learner, for those who see the learner's page, and money, of which it tells. */
export const listLearnerAudit = endpoint({
  access: 'staff',
  roles: moneyReaders,
  method: 'GET',
  path: '/staff/learners/{id}/log',
  secondFactor: 'session',
  summary: 'What staff did to a learner, newest first',
  params: z.object({ id }),
  query: z.object({ before }),
  reply: z.object({ data: z.array(auditEntry), next: z.nullable(rowId) }),
})

named({ AuditEntry: auditEntry })
