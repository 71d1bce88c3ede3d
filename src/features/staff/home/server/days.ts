import { sql } from 'kysely'
import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { dayOfHour } from '#features/auth/server/codes/code-hours.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { DAY, HOUR, INDIA_OFFSET, indianDay } from '#lib/both/time/clock.ts'
import type { getDays as contract } from '../home.contract.ts'

/** Days that are shown. */
const DAYS = 30

/** The number of an instant's day in India, since 1970, as SQL. */
const dayOf = (column: 'submitted_at' | 'captured_at') =>
  sql<number>`(${sql.ref(column)} + ${sql.lit(INDIA_OFFSET)}) / ${sql.lit(DAY)}`

/** What happened on each of the last thirty days; sales for roles of money. */
export async function getDays({ db, staff, now }: StaffContext): Promise<ReplyOf<typeof contract>> {
  const today = Math.floor((now() + INDIA_OFFSET) / DAY)
  const first = today - DAYS + 1
  const since = first * DAY - INDIA_OFFSET
  const withMoney = staff.roles.some((role) => role === 'owner' || role === 'accountant')
  const logIns = await logInsSince(db, since)
  const exams = await examsSince(db, since)
  const sales = withMoney ? await salesSince(db, since) : undefined
  return {
    days: Array.from({ length: DAYS }, (_, index) => {
      const number = first + index
      const sale = sales?.get(number)
      return {
        day: indianDay(number * DAY - INDIA_OFFSET),
        log_ins: logIns.get(number) ?? 0,
        exams: exams.get(number) ?? 0,
        sales: sales ? (sale?.count ?? 0) : null,
        sold: sales ? (sale?.paise ?? 0) : null,
      }
    }),
  }
}

async function logInsSince(db: Db, since: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('code_hours')
    .select([dayOfHour.as('day'), ({ fn }) => fn.sum<number>('accepted').as('count')])
    .where('hour', '>=', Math.floor(since / HOUR))
    .where('country', '=', '')
    .groupBy(dayOfHour)
    .execute()
  return new Map(rows.map(({ day, count }) => [Number(day), Number(count)]))
}

async function examsSince(db: Db, since: number): Promise<Map<number, number>> {
  const day = dayOf('submitted_at')
  const rows = await db
    .selectFrom('attempts')
    .select([day.as('day'), ({ fn }) => fn.countAll<number>().as('count')])
    .where('status', '=', 'completed')
    .where('submitted_at', '>=', since)
    .groupBy(day)
    .execute()
  return new Map(rows.map(({ day: number, count }) => [Number(number), Number(count)]))
}

/** Net sales by the day of their payment: kept payments less their refunds, as in Money, without test payments. */
async function salesSince(db: Db, since: number): Promise<Map<number, { count: number; paise: number }>> {
  const day = dayOf('captured_at')
  const kept = db
    .selectFrom('payments')
    .leftJoin(
      (refunds) =>
        refunds
          .selectFrom('payment_refunds')
          .select(({ fn }) => ['payment_id', fn.sum<number>('amount_paise').as('paise')])
          .where('status', '!=', 'failed')
          .groupBy('payment_id')
          .as('back'),
      (join) => join.onRef('back.payment_id', '=', 'payments.id'),
    )
    .select([day.as('day'), sql<number>`payments.amount_paise - coalesce(back.paise, 0)`.as('net')])
    .where('payments.status', '=', 'granted')
    .where('payments.provider', '!=', 'sandbox')
    .where('payments.captured_at', '>=', since)
  const rows = await db
    .selectFrom(kept.as('kept'))
    .select(['day', sql<number>`sum(case when net > 0 then 1 else 0 end)`.as('count')])
    .select(({ fn }) => fn.sum<number>('net').as('paise'))
    .groupBy('day')
    .execute()
  return new Map(rows.map((row) => [Number(row.day), { count: Number(row.count), paise: Number(row.paise) }]))
}
