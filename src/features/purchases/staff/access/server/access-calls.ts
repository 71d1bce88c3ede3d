import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import { learnerNumbered } from '#features/auth/server/accounts.ts'
import { owedPaise } from '#features/catalogue/catalogue.rules.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { formatInr } from '#lib/both/money.ts'
import { indianDate } from '#lib/both/time/clock.ts'
import { startOfDay } from '#lib/both/time/days.ts'
import { validUntil } from '../../../purchases.rules.ts'
import { courseFor, endAccess, extendAccess, grantAccess } from '../../../server/access.ts'
import { enterSale } from '../../../server/orders/enter-sale.ts'
import { duePaise } from '../../../server/orders/sale-questions.ts'
import type * as contracts from '../access.contract.ts'
import { moveAccess } from './move-access.ts'

const done = (message: string) => ({ status: true, success: true, message })

const opened = (until: number) => ({ ...done(`Open until ${indianDate(until)}`), valid_until: until })

/** For how long, as a call was asked. */
export function spanOf({ days, until }: { days?: number | undefined; until?: string | undefined }) {
  return { days, until: until === undefined ? undefined : validUntil(startOfDay(until), 0) }
}

export async function grantCourse(
  { db, work }: StaffContext,
  { params, body: { course_id: courseId, reason, ...span } }: InputOf<typeof contracts.grantCourse>,
): Promise<ReplyOf<typeof contracts.grantCourse>> {
  return opened(await grantAccess(db, work(reason), { userId: params.id, courseId, ...spanOf(span) }))
}

export function extendCourse(
  ctx: StaffContext,
  { params, body: { course_id: courseId, reason, ...span } }: InputOf<typeof contracts.extendCourse>,
): Promise<ReplyOf<typeof contracts.extendCourse>> {
  return createOnce(ctx, async (tx) =>
    opened(await extendAccess(tx, ctx.work(reason), { userId: params.id, courseId, ...spanOf(span) })),
  )
}

export async function endCourse(
  { db, work }: StaffContext,
  { params, body: { course_id: courseId, reason } }: InputOf<typeof contracts.endCourse>,
): Promise<ReplyOf<typeof contracts.endCourse>> {
  await endAccess(db, work(reason), { userId: params.id, courseId })
  return done('The course has ended')
}

export async function moveCourse(
  { db, work }: StaffContext,
  { params, body: { course_id: from, to_course_id: to, reason } }: InputOf<typeof contracts.moveCourse>,
): Promise<ReplyOf<typeof contracts.moveCourse>> {
  return opened(await moveAccess(db, work(reason), { userId: params.id, from, to }))
}

export async function previewSale(
  { db }: StaffContext,
  { params, query }: InputOf<typeof contracts.previewSale>,
): Promise<ReplyOf<typeof contracts.previewSale>> {
  await learnerNumbered(db, params.id)
  const course = await courseFor(db, params.id, query.course_id)
  return { price_paise: duePaise(course), in_part: owedPaise(course) > 0, valid_until: course.valid_until }
}

export async function sellCourse(
  ctx: StaffContext,
  { params, body }: InputOf<typeof contracts.sellCourse>,
): Promise<ReplyOf<typeof contracts.sellCourse>> {
  const { course_id: courseId, amount_paise: amountPaise, shown_paise: shownPaise, reason, ...sale } = body
  const seller = ctx.staff.name
  const entered = await enterSale(ctx, ctx.work(reason), {
    ...sale,
    userId: params.id,
    courseId,
    amountPaise,
    shownPaise,
    seller,
  })
  return {
    ...done(
      `${entered.before ? 'It was already entered' : 'Entered'}: receipt ${entered.receipt}, ${formatInr(entered.amountPaise)}`,
    ),
    purchase: entered.purchase,
    payment: entered.payment,
    amount_paise: entered.amountPaise,
    receipt: entered.receipt,
    valid_until: entered.until,
    before: entered.before,
  }
}
