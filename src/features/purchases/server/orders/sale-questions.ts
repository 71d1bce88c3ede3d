import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { owedPaise } from '#features/catalogue/catalogue.rules.ts'
import { ApiError, type FieldErrors } from '#lib/both/calls/errors.ts'
import { formatInr } from '#lib/both/money.ts'
import { indianDate } from '#lib/both/time/clock.ts'
import { agreedPrice, saleQuestions, type SaleQuestion } from '../../purchases.rules.ts'
import { referenceKey } from '../../reference.rules.ts'
import type { courseFor } from '../access.ts'

export type Course = Awaited<ReturnType<typeof courseFor>>

interface Asking {
  sale: {
    userId: number
    courseId: number
    amountPaise?: number | undefined
    shownPaise?: number | undefined
    reference: string
    confirmed?: readonly SaleQuestion[] | undefined
  }
  course: Course
  /** Paise that are left to pay of the course. */
  owed: number
}

/** Paise with GST that a desk sale of the course comes to without another amount. */
export function duePaise(course: Course): number {
  return owedPaise(course) || agreedPrice(course).total_paise
}

/** @throws ApiError needs_confirmation, with a sentence for each question that was not confirmed */
export async function mustBeConfirmed(tx: Db, now: number, { sale, course, owed }: Asking): Promise<void> {
  const questions: Partial<Record<SaleQuestion, string | undefined>> = {
    amount_paise: askAboutAmount(sale, course),
    course_id: owed > 0 ? undefined : await askAboutCourse(tx, now, sale, course),
    reference: await askAboutReference(tx, sale),
  }
  const errors: FieldErrors = {}
  for (const name of saleQuestions) {
    const question = questions[name]
    if (question !== undefined && !sale.confirmed?.includes(name)) errors[name] = question
  }
  if (Object.keys(errors).length === 0) return
  throw new ApiError(409, Object.values(errors).join(' '), { code: 'needs_confirmation', errors })
}

function askAboutAmount({ amountPaise, shownPaise }: Asking['sale'], course: Course): string | undefined {
  const due = duePaise(course)
  const price = due === 0 ? `${course.title} is free` : `The price of ${course.title} is ${formatInr(due)}`
  if (amountPaise !== undefined)
    return amountPaise === due ? undefined : `${price}, and the amount is ${formatInr(amountPaise)}.`
  if (shownPaise === undefined || shownPaise === due) return undefined
  return `${price} now. This amount will be entered.`
}

async function askAboutCourse(
  tx: Db,
  now: number,
  { userId, courseId }: Asking['sale'],
  { title, valid_until }: Course,
): Promise<string | undefined> {
  const isOpen = valid_until !== null && valid_until >= now
  const paid = await lastPayment(tx, userId, courseId)
  if (!isOpen && !paid) return undefined
  const before = paid
    ? `has already paid for ${title} (${formatInr(paid.amount_paise)} on ${indianDate(paid.captured_at)}, receipt ${paid.invoice_number})`
    : `already has ${title}`
  const access = valid_until === null ? '' : ` It ${isOpen ? 'is open until' : 'ended on'} ${indianDate(valid_until)}.`
  return `This learner ${before}.${access} The sale extends it.`
}

/** The newest payment of a course of which something is left after refunds. */
function lastPayment(tx: Db, userId: number, courseId: number) {
  return tx
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .where('purchases.user_id', '=', userId)
    .where('purchases.course_id', '=', courseId)
    .where('payments.status', '=', 'granted')
    .where('payments.amount_paise', '>', ({ selectFrom }) =>
      selectFrom('payment_refunds')
        .whereRef('payment_refunds.payment_id', '=', 'payments.id')
        .where('payment_refunds.status', '=', 'done')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('payment_refunds.amount_paise'), sql.lit(0)).as('paise')),
    )
    .select(['payments.amount_paise', 'payments.captured_at', 'payments.invoice_number'])
    .orderBy('payments.captured_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function askAboutReference(tx: Db, { userId, reference }: Asking['sale']): Promise<string | undefined> {
  const alike = await tx
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .where('payments.provider', '=', 'desk')
    .where('payments.reference_key', '=', referenceKey(reference))
    .where('payments.provider_payment_id', '!=', reference)
    .select([
      'payments.provider_payment_id',
      'payments.captured_at',
      'payments.amount_paise',
      'payments.invoice_number',
      'purchases.user_id',
    ])
    .orderBy('payments.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!alike) return undefined
  const whose = alike.user_id === userId ? 'this learner' : 'another learner'
  return `Reference ${reference} looks like ${alike.provider_payment_id}, which was entered for ${whose} on ${indianDate(alike.captured_at)} (${formatInr(alike.amount_paise)}, receipt ${alike.invoice_number}).`
}
