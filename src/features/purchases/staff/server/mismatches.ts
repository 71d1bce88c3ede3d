import { sql, type RawBuilder } from 'kysely'
import type { Services } from '#core/context.ts'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'

/**
 * 'paid, not granted': the provider told of money of an order, and nothing came of it. 'unknown order': of money that no order
 * of ours asks for. 'other amount': a payment was kept that is not what its order asks. 'refunded outside': somebody sent money
 * back in the provider's own dashboard. 'paid twice': a course was paid for twice within days, and both were kept.
 */
type MismatchKind =
  | 'paid, not granted'
  | 'unknown order'
  | 'other amount'
  | 'refund failed'
  | 'refund hangs'
  | 'refunded outside'
  | 'paid twice'

export interface Mismatch {
  kind: MismatchKind
  at: number
  /** Ours, where it is known. */
  orderId: number | null
  paymentId: number | null
  purchaseId: number | null
  amountPaise: number | null
  /** What else tells it apart: the provider's ids, why a refund failed. */
  detail: string
}

/** What a webhook has told is dealt with by then. */
const SETTLED = 5 * MINUTE

/** A refund that takes longer needs somebody to look. */
const HANGS = 2 * DAY

/** Two payments of one course within this time are one too many, or nobody would ask. */
const TWICE = 3 * DAY

type Data = Pick<Services, 'db' | 'engine'>

interface Span {
  now: number
  /**
   * Events since this instant. Refunds that the provider has not confirmed count whatever their age, as do failed refunds of
   * payments that were not kept.
   */
  since: number
}

/**
 * Lists payments and refunds that need attention, as far as our own rows know, the newest first. The provider is not asked;
 * `ask-provider.ts` does that.
 * @returns at most `limit` of them, and how many there are
 */
export async function listMismatches(
  { db, engine }: Data,
  span: Span,
  limit: number,
): Promise<{ listed: Mismatch[]; number: number }> {
  const { rows } = await sql<Mismatch & { number: number }>`
    select kind, at, order_id as "orderId", payment_id as "paymentId", purchase_id as "purchaseId",
      amount_paise as "amountPaise", detail, count(*) over () as number
    from (${findMismatches(engine, span)}) as found
    order by at desc, kind, payment_id, order_id, detail
    limit ${limit}`.execute(db)
  const listed = rows.map(({ number: _, ...mismatch }) => mismatch)
  return { listed, number: Number(rows[0]?.number ?? 0) }
}

/** Counts what `listMismatches` lists. @returns also the time of the oldest, null where there is none */
export async function countMismatches(
  { db, engine }: Data,
  span: Span,
): Promise<{ count: number; since: number | null }> {
  const { rows } = await sql<{ count: number; since: number | null }>`
    select count(*) as count, min(at) as since from (${findMismatches(engine, span)}) as found`.execute(db)
  const { count, since } = rows[0]!
  return { count: Number(count), since: since === null ? null : Number(since) }
}

/** Selects the columns kind, at, order_id, payment_id, purchase_id, amount_paise and detail. */
function findMismatches(engine: Services['engine'], { now, since }: Span): RawBuilder<unknown> {
  const parts = [
    unknownCaptures(engine, since, now),
    otherAmounts(since),
    troubledRefunds(since, now),
    refundedOutside(engine, since),
    paidTwice(since),
  ]
  return sql.join(parts, sql` union all `)
}

/** Text of a field of an event's detail. */
function detailField(engine: Services['engine'], name: string): RawBuilder<string | null> {
  const json = engine === 'sqlite' ? sql.ref('detail') : sql`cast(detail as json)`
  return sql`(${json} ->> ${sql.lit(name)})`
}

const NOTHING = sql`cast(null as integer)`

/** Captures that webhooks reported, without a payment of ours; one row for a payment that was reported several times. */
const unknownCaptures = (engine: Services['engine'], since: number, now: number) => sql`
  select case when max(order_id) is null then 'unknown order' else 'paid, not granted' end as kind, max(at) as at,
    max(order_id) as order_id, ${NOTHING} as payment_id, max(purchase_id) as purchase_id, ${NOTHING} as amount_paise,
    case when max(order_id) is null then payment || ' of ' || coalesce(max(provider_order), 'no order') else payment end
      as detail
  from (
    select at, order_id, purchase_id, ${detailField(engine, 'payment')} as payment,
      ${detailField(engine, 'order')} as provider_order
    from payment_events
    where source = 'webhook' and kind in ('payment.captured', 'order.paid') and at >= ${since} and at < ${now - SETTLED}
  ) as events
  -- The provider repeats a webhook for a day after the payment was stored.
  where payment not in (select provider_payment_id from payments where captured_at >= ${since - 2 * DAY})
  group by payment`

const otherAmounts = (since: number) => sql`
  select 'other amount' as kind, payments.captured_at as at, payments.order_id, payments.id as payment_id,
    payments.purchase_id, payments.amount_paise, '' as detail
  from payments
  join payment_orders on payment_orders.id = payments.order_id
  where payments.captured_at >= ${since} and payments.status = 'granted'
    and payments.amount_paise <> payment_orders.amount_paise`

/** A failed refund counts until it is requested again; that of a payment that was not kept whatever its age. */
const troubledRefunds = (since: number, now: number) => sql`
  select case refunds.status when 'failed' then 'refund failed' else 'refund hangs' end as kind, refunds.created_at as at,
    payments.order_id, payments.id as payment_id, payments.purchase_id, refunds.amount_paise,
    coalesce(refunds.problem, '') as detail
  from payment_refunds as refunds
  join payments on payments.id = refunds.payment_id
  where (refunds.status = 'requested' and refunds.created_at < ${now - HANGS})
    or (
      refunds.status = 'failed' and (refunds.created_at >= ${since} or payments.status = 'refund_failed')
      and not exists (
        select 1 from payment_refunds as later where later.payment_id = refunds.payment_id and later.id > refunds.id
      )
    )`

const refundedOutside = (engine: Services['engine'], since: number) => sql`
  select 'refunded outside' as kind, at, order_id, ${NOTHING} as payment_id, purchase_id,
    cast(${detailField(engine, 'amount_paise')} as integer) as amount_paise,
    ${detailField(engine, 'refund')} || ' of ' || ${detailField(engine, 'payment')} as detail
  from payment_events
  where kind = 'refund.outside' and at >= ${since} and ${detailField(engine, 'status')} = 'processed'`

/** Free courses cost nothing twice. A pair of which one is refunded, or is being refunded, is settled. */
const paidTwice = (since: number) => sql`
  select 'paid twice' as kind, payments.captured_at as at, payments.order_id, payments.id as payment_id,
    payments.purchase_id, payments.amount_paise, 'as payment ' || earlier.id as detail
  from payments
  join purchases on purchases.id = payments.purchase_id
  join purchases as earlier_purchase
    on earlier_purchase.user_id = purchases.user_id and earlier_purchase.course_id = purchases.course_id
  join payments as earlier on earlier.purchase_id = earlier_purchase.id
  where payments.captured_at >= ${since} and payments.status = 'granted' and earlier.status = 'granted'
    and earlier.id < payments.id and earlier.amount_paise = payments.amount_paise and payments.amount_paise > 0
    and earlier.captured_at > payments.captured_at - ${sql.lit(TWICE)}
    and not exists (
      select 1 from payment_refunds
      where payment_refunds.status <> 'failed' and payment_refunds.payment_id in (payments.id, earlier.id)
    )`
