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
import { readMoneyWords } from '../../server/money-search.ts'
import type * as contracts from '../money.contract.ts'
import type { ListedPayment } from '../money.contract.ts'
import { payerOf, type Account } from './payer.ts'

interface Asked {
  words?: string | undefined
  from?: string | undefined
  to?: string | undefined
  course?: number | undefined
  learner?: number | undefined
  provider?: string | undefined
}

type Searcher = Pick<StaffContext, 'db' | 'engine' | 'staff'>

/**
 * Reads the filters of a list. The last day is included.
 * @throws invalid naming `words`
 */
export async function readFilter(
  { db, engine, staff }: Searcher,
  { words, from, to, course, learner, provider }: Asked,
): Promise<MoneyFilter> {
  return {
    words: await readMoneyWords(db, engine, { words, roles: staff.roles }),
    from: from === undefined ? undefined : startOfDay(from),
    to: to === undefined ? undefined : startOfDay(to) + DAY,
    courseId: course,
    userId: learner,
    provider,
  }
}

export async function listOrders(
  ctx: StaffContext,
  { query }: InputOf<typeof contracts.listOrders>,
): Promise<ReplyOf<typeof contracts.listOrders>> {
  const filter = { ...(await readFilter(ctx, query)), status: query.status }
  const page = await orders(ctx.db, filter, { after: placeIn(query.after) })
  return told(page, (row) => {
    const { kind, status, provider_order_id } = row
    return { ...shared(row), kind, status, provider_order_id }
  })
}

export async function listPayments(
  ctx: StaffContext,
  { query }: InputOf<typeof contracts.listPayments>,
): Promise<ReplyOf<typeof contracts.listPayments>> {
  const filter = { ...(await readFilter(ctx, query)), status: query.status, method: query.method }
  return withSums(await payments(ctx.db, filter, { after: placeIn(query.after) }))
}

export async function listReceipts(
  ctx: StaffContext,
  { query }: InputOf<typeof contracts.listReceipts>,
): Promise<ReplyOf<typeof contracts.listReceipts>> {
  const filter = { ...(await readFilter(ctx, query)), method: query.method }
  return withSums(await receipts(ctx.db, filter, { after: placeIn(query.after) }))
}

export async function listRefunds(
  ctx: StaffContext,
  { query }: InputOf<typeof contracts.listRefunds>,
): Promise<ReplyOf<typeof contracts.listRefunds>> {
  const { status, credit_note } = query
  const filter = { ...(await readFilter(ctx, query)), status, hasCreditNote: credit_note === 'with' }
  const page = await refunds(ctx.db, filter, { after: placeIn(query.after) })
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

function withSums(page: Awaited<ReturnType<typeof payments>>) {
  return { ...told(page, paymentOf), received_paise: page.received, refunded_paise: page.refunded }
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
