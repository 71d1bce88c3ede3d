import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { startOfDay } from '#lib/both/time/days.ts'
import { readReceipt } from '../../../receipts/server/receipts.ts'
import { listOrders as orders } from '../../server/list-orders.ts'
import { getLeftPaise, listPayments as payments, listReceipts as receipts } from '../../server/list-payments.ts'
import { listRefunds as refunds } from '../../server/list-refunds.ts'
import type { MoneyFilter, MoneyPage } from '../../server/money-pages.ts'
import type * as contracts from '../money.contract.ts'
import type { ListedPayment } from '../money.contract.ts'
import { payerOf, type Account } from './payer.ts'

interface Asked {
  from?: string | undefined
  to?: string | undefined
  course?: number | undefined
  learner?: number | undefined
  provider?: string | undefined
}

/** What the lists are narrowed to; the last day is in it. */
export function filterOf({ from, to, course, learner, provider }: Asked): MoneyFilter {
  return {
    from: from === undefined ? undefined : startOfDay(from),
    to: to === undefined ? undefined : startOfDay(to) + DAY,
    courseId: course,
    userId: learner,
    provider,
  }
}

export async function listOrders(
  { db }: StaffContext,
  { query }: InputOf<typeof contracts.listOrders>,
): Promise<ReplyOf<typeof contracts.listOrders>> {
  const page = await orders(db, { ...filterOf(query), status: query.status }, { after: placeIn(query.after) })
  return told(page, (row) => {
    const { kind, status, provider_order_id } = row
    return { ...shared(row), kind, status, provider_order_id }
  })
}

export async function listPayments(
  { db }: StaffContext,
  { query }: InputOf<typeof contracts.listPayments>,
): Promise<ReplyOf<typeof contracts.listPayments>> {
  const filter = { ...filterOf(query), status: query.status, method: query.method }
  return told(await payments(db, filter, { after: placeIn(query.after) }), paymentOf)
}

export async function listReceipts(
  { db }: StaffContext,
  { query }: InputOf<typeof contracts.listReceipts>,
): Promise<ReplyOf<typeof contracts.listReceipts>> {
  const filter = { ...filterOf(query), method: query.method }
  return told(await receipts(db, filter, { after: placeIn(query.after) }), paymentOf)
}

export async function listRefunds(
  { db }: StaffContext,
  { query }: InputOf<typeof contracts.listRefunds>,
): Promise<ReplyOf<typeof contracts.listRefunds>> {
  const page = await refunds(db, { ...filterOf(query), status: query.status }, { after: placeIn(query.after) })
  return told(page, (row) => {
    const { status, ended_at, problem, provider_refund_id } = row
    return {
      ...shared(row),
      ...{ status, ended_at, problem, provider_refund_id },
      credit_note: row.credit_note_number,
      payment: row.payment_id,
      receipt: row.invoice_number,
    }
  })
}

function told<Row, Listed>({ rows, number, paise, next }: MoneyPage<Row>, listed: (row: Row) => Listed) {
  return { data: rows.map(listed), number, sum_paise: paise, next: next && placeText(next) }
}

interface Shared extends Account {
  id: number
  at: number
  amount_paise: number
  provider: string
  purchase_id: number
  course_id: number
  title: string
}

function shared(row: Shared) {
  const { id, at, amount_paise, provider, purchase_id, course_id, title } = row
  return {
    ...{ id, at, amount_paise, provider },
    purchase: purchase_id,
    learner: payerOf(row),
    course: { id: course_id, title },
  }
}

type PaymentRow = Awaited<ReturnType<typeof payments>>['rows'][number]

/** A payment as it is listed and exported. */
export function paymentOf(row: PaymentRow): ListedPayment {
  const { status, reason, provider_payment_id, method, refunded_paise, refunding_paise } = row
  return {
    ...shared(row),
    ...{ status, reason, provider_payment_id, method },
    order: row.order_id,
    receipt: row.invoice_number,
    place_of_supply: readReceipt(row.receipt)?.place_of_supply ?? null,
    back_paise: refunded_paise,
    coming_back_paise: refunding_paise,
    left_paise: getLeftPaise(row),
  }
}
