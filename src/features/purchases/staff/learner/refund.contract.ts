import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, whole } from '#lib/both/calls/fields.ts'
import { instant, paise, rowId } from '#lib/both/calls/reply-fields.ts'
import { reason } from '#lib/both/calls/staff-fields.ts'
import { bookkeepers } from '../money/money.rules.ts'

export const previewRefund = endpoint({
  access: 'staff',
  roles: bookkeepers,
  method: 'GET',
  path: '/staff/payments/{id}/refund',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Shows how much of a payment can be refunded, and when its courses end after a full refund',
  params: z.object({ id }),
  reply: z.object({
    amount_paise: means(paise, 'Amount paid'),
    left_paise: means(paise, 'Amount that can be refunded: neither refunded nor being refunded'),
    courses: means(
      z.array(
        z.object({
          id: rowId,
          title: z.string(),
          valid_until: means(instant, 'Until when the course is open now'),
          valid_until_after: means(z.nullable(instant), 'Until when it is open then; null: it ends at once'),
        }),
      ),
      'Open courses to which the payment gave access, once it is refunded in full and the courses do not stay open',
    ),
  }),
})

export const refundLearner = endpoint({
  access: 'staff',
  roles: bookkeepers,
  method: 'POST',
  path: '/staff/payments/{id}/refund',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict', 'left_changed'],
  summary: 'Sends a payment back, in full or in part, through the provider that took it, with a credit note',
  params: z.object({ id }),
  body: z.object({
    left_paise: means(
      whole(1, 1_00_00_000_00, 'Must be the amount left of the payment'),
      'Amount left of the payment that the caller saw, in paise; with another amount nothing is refunded (left_changed)',
    ),
    amount_paise: means(
      z.optional(whole(100, 1_00_00_000_00, 'Must be an amount from ₹1')),
      'Paise with GST; all that is left of the payment without',
    ),
    keep_access: means(z._default(z.boolean(), false), 'The course stays open although all of the payment goes back'),
    key: means(
      z.string().check(z.regex(/^[\w-]{10,40}$/, { error: 'Must be 10 to 40 letters and digits' })),
      'The caller’s name of this refund: however often it is sent, money goes back once',
    ),
    reason,
  }),
  example: {
    left_paise: 118000,
    amount_paise: 50000,
    keep_access: true,
    key: 'b1946ac92492d234',
    reason: 'Paid twice',
  },
  reply: z.extend(done, {
    refund_id: rowId,
    amount_paise: paise,
    state: means(
      z.enum(['requested', 'done', 'failed']),
      'requested: the provider has not said yet, and is asked again until it does',
    ),
    credit_note: means(z.nullable(z.string()), 'Its number'),
    problem: means(z.nullable(z.string()), 'What the provider said against it'),
    left_paise: means(paise, 'What is left of the payment'),
  }),
})
