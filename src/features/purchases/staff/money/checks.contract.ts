import * as z from 'zod/mini'
import { moneyReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named, whole } from '#lib/both/calls/fields.ts'
import { howMany, instant, paise, rowId } from '#lib/both/calls/reply-fields.ts'
import { invoice, refunds } from '../../receipts/invoice.contract.ts'
import { books, payer } from './money.contract.ts'
import { mismatchKinds, MOST_MISMATCHES, type MismatchKind } from './money.rules.ts'

/** What of money does not match, what the provider says of it, and single receipts. */

const mismatch = z.object({
  kind: z.enum(Object.keys(mismatchKinds) as MismatchKind[]),
  at: instant,
  order: means(z.nullable(rowId), 'Ours, where it is known'),
  payment: z.nullable(rowId),
  amount_paise: z.nullable(paise),
  detail: means(z.string(), 'What else tells it apart: names that the provider gave, why a refund failed'),
  learner: z.nullable(payer),
  course: z.nullable(z.object({ id: rowId, title: z.string() })),
})
export type ListedMismatch = z.output<typeof mismatch>

export const listMismatches = endpoint({
  ...books,
  path: '/staff/money/mismatches',
  secondFactor: 'session',
  summary: `What of money needs somebody to look, as far as our own rows know: the newest ${MOST_MISMATCHES}`,
  query: z.object({
    days: z._default(means(whole(1, 366, 'Must be from 1 to 366'), 'How many days it looks back'), 30),
  }),
  reply: z.object({ data: z.array(mismatch), number: means(howMany, 'All that there are, also those not listed') }),
})

export const askProvider = endpoint({
  ...books,
  method: 'POST',
  path: '/staff/money/ask',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Asks the payment provider about a payment, or about all money of an order; nothing is changed',
  body: z
    .object({
      payment_id: means(z.optional(id), 'Either this'),
      order_id: means(z.optional(id), 'Or this'),
    })
    .check(
      z.refine(({ payment_id, order_id }) => (payment_id === undefined) !== (order_id === undefined), {
        path: ['payment_id'],
        error: 'Name either a payment or an order',
      }),
    ),
  example: { order_id: 3 },
  reply: z.extend(done, {
    differences: means(
      z.array(
        z.object({
          payment: means(z.string(), 'The name that the provider gave the payment'),
          says: means(z.string(), 'What the provider says otherwise than our rows: "took ₹5.00, not ₹10.00"'),
        }),
      ),
      'Nothing where the provider says the same as our rows',
    ),
  }),
})

const receipt = z.extend(invoice, { refunds })

export const getReceipt = endpoint({
  ...books,
  // Learners ask support for theirs.
  roles: moneyReaders,
  path: '/staff/money/receipts/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'The GST tax invoice of a payment that was kept',
  params: z.object({ id: means(id, 'Of the payment') }),
  reply: z.object({ receipt, learner: payer }),
})

named({ Mismatch: mismatch, StaffReceipt: receipt })
