import * as z from 'zod/mini'
import { helpers } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, whole } from '#lib/both/calls/fields.ts'
import { instant, paise, rowId } from '#lib/both/calls/reply-fields.ts'
import { day, reason } from '#lib/both/calls/staff-fields.ts'
import { MOST_DAYS, saleQuestions } from '../../purchases.rules.ts'
import { stateCode } from '../../receipts/invoice.contract.ts'
import { saleMethods, type SaleMethod } from '../../receipts/receipt.rules.ts'

/** What staff do with the courses of one learner. */

const acts = { access: 'staff', roles: helpers, method: 'POST', params: z.object({ id }) } as const

export const days = means(
  z.optional(whole(1, MOST_DAYS, `Must be from 1 to ${MOST_DAYS} days`)),
  'For how many days, from today or from the end there is; as many as a sale gives without',
)
export const until = means(z.optional(day), 'In place of days: until the end of this day in India')

/** One of the two at most. */
export const oneSpan = z.refine<{ days?: number | undefined; until?: string | undefined }>(
  (given) => given.days === undefined || given.until === undefined,
  { error: 'Either days or a day', path: ['until'] },
)

const opened = z.extend(done, { valid_until: means(instant, 'The end of the last day on which the course is open') })

export const grantCourse = endpoint({
  ...acts,
  path: '/staff/learners/{id}/access/grant',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict'],
  summary: 'Opens a course for a learner who does not have it, without a payment, and tells them',
  body: z.object({ course_id: id, days, until, reason }).check(oneSpan),
  example: { course_id: 3, days: 30, reason: 'Won the quiz of May' },
  reply: opened,
})

export const extendCourse = endpoint({
  ...acts,
  path: '/staff/learners/{id}/access/extend',
  secondFactor: 'recent',
  creates: true,
  refuses: ['not_found', 'conflict'],
  summary: 'Keeps a course open for longer, also one that has expired, and tells the learner',
  body: z.object({ course_id: id, days, until, reason }).check(oneSpan),
  example: { course_id: 3, until: '2027-03-31', reason: 'Was ill' },
  reply: opened,
})

export const endCourse = endpoint({
  ...acts,
  path: '/staff/learners/{id}/access/end',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict'],
  summary: 'Ends a course for a learner now: it was granted by mistake, or the money went back',
  body: z.object({ course_id: id, reason }),
  example: { course_id: 3, reason: 'Granted to the wrong learner' },
  reply: done,
})

export const moveCourse = endpoint({
  ...acts,
  path: '/staff/learners/{id}/access/move',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict'],
  summary: 'Ends one course of a learner and gives its remaining days to another, and tells them',
  body: z.object({ course_id: id, to_course_id: id, reason }),
  example: { course_id: 3, to_course_id: 4, reason: 'Bought the wrong one' },
  reply: opened,
})

const sellers = ['owner', 'support', 'accountant'] as const

export const previewSale = endpoint({
  ...acts,
  method: 'GET',
  roles: sellers,
  path: '/staff/learners/{id}/sale',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'The price of a course for a learner who pays elsewhere, and whether they have it',
  query: z.object({ course_id: id }),
  reply: z.object({
    price_paise: means(paise, 'With GST; what is left to pay, where the course is paid in part'),
    in_part: means(z.boolean(), 'The course is paid in part'),
    valid_until: means(z.nullable(instant), 'The last day of the access that the learner has or had'),
  }),
})

export const sellCourse = endpoint({
  ...acts,
  roles: sellers,
  path: '/staff/learners/{id}/sale',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict', 'needs_confirmation'],
  summary: 'Enters a sale that was paid elsewhere: opens the course, with a receipt, and tells the learner',
  body: z.object({
    course_id: id,
    method: z.enum(Object.keys(saleMethods) as SaleMethod[], { error: 'Please choose how it was paid' }),
    reference: means(
      line(60).check(z.minLength(1, { error: 'Please enter the number of the slip or the transfer' })),
      'Number of the slip or the transfer; sent twice, the sale is entered once',
    ),
    amount_paise: means(
      z.optional(whole(100, 1_00_00_000_00, 'Must be an amount from ₹1')),
      'Paise with GST; what the course costs now, or what is left to pay, without',
    ),
    state: means(
      z.optional(stateCode('Please choose a state')),
      'GST code of the state of the buyer; the one they named last, or the seller’s, without',
    ),
    shown_paise: means(
      z.optional(whole(0, 1_00_00_000_00, 'Must be an amount from ₹0')),
      'The price that the member was shown, 0 of none: without an amount, another price has to be confirmed',
    ),
    confirmed: means(
      z._default(z.array(z.enum(saleQuestions)).check(z.maxLength(saleQuestions.length)), []),
      'Names of the errors of `needs_confirmation` that the member has confirmed',
    ),
    reason,
  }),
  example: { course_id: 3, method: 'cash', reference: 'R-107', reason: 'Paid at the desk' },
  reply: z.extend(done, {
    purchase: means(rowId, 'The transaction'),
    payment: rowId,
    amount_paise: paise,
    receipt: means(z.string(), 'The number of the receipt'),
    valid_until: instant,
    before: means(z.boolean(), 'It had been entered before, and nothing was done now'),
  }),
})
