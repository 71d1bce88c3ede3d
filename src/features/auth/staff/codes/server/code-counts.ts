import { sql } from 'kysely'
import type { StaffContext } from '#core/context.ts'
import { countryCapsIn } from '#core/code-caps.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { DAY, HOUR, INDIA_OFFSET, startOfIndianDay } from '#lib/both/time/clock.ts'
import { dayOfHour, readBrake } from '../../../server/codes/code-hours.ts'
import type { CodeSpan, getCodeCounts as contract } from '../codes.contract.ts'

const SPANS = {
  hour: { count: 24, number: sql<number>`hour`, begins: (hour: number) => hour * HOUR },
  day: { count: 30, number: dayOfHour, begins: (day: number) => day * DAY - INDIA_OFFSET },
} as const

/** What came of codes, by time and by country. */
export async function getCodeCounts(
  { db, config, now }: StaffContext,
  { query: { by } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const at = now()
  const hour = Math.floor(at / HOUR)
  const first =
    by === 'hour'
      ? hour - SPANS.hour.count + 1
      : // Of an hour that two days share, the half that is later is counted with the first.
        Math.ceil((startOfIndianDay(at) - (SPANS.day.count - 1) * DAY) / HOUR)
  const countries = await byCountry(db, first, hour - DAY / HOUR)
  const { named, others } = countryCapsIn(config.CODES_A_DAY_COUNTRIES) ?? {
    named: new Map<string, number>(),
    others: 0,
  }
  return {
    provider: config.OTP_SENDER,
    sent_today: countries.reduce((sum, { sent_today }) => sum + sent_today, 0),
    most_a_day: config.CODES_A_DAY,
    brake: (await readBrake(db, at)).state,
    data: await byTime(db, by, first),
    countries: countries
      .filter(({ sent, not_sent }) => sent + not_sent > 0)
      .map((row) => ({ ...row, most_a_day: named.get(row.country) ?? others })),
  }
}

async function byTime(db: Db, by: 'hour' | 'day', first: number): Promise<CodeSpan[]> {
  const { number, begins } = SPANS[by]
  const rows = await db
    .selectFrom('code_hours')
    .select(({ fn }) => [
      number.as('number'),
      fn.sum<number>('sent').as('sent'),
      fn.sum<number>('not_sent').as('not_sent'),
      fn.sum<number>('accepted').as('accepted'),
      fn.sum<number>('failed').as('failed'),
    ])
    .where('hour', '>=', first)
    .groupBy(number)
    .orderBy('number', 'desc')
    .execute()
  return rows
    .map((row) => ({
      at: begins(Number(row.number)),
      sent: Number(row.sent),
      not_sent: Number(row.not_sent),
      accepted: Number(row.accepted),
      failed: Number(row.failed),
    }))
    .filter(({ sent, not_sent, accepted, failed }) => sent + not_sent + accepted + failed > 0)
}

async function byCountry(db: Db, first: number, yesterday: number) {
  const rows = await db
    .selectFrom('code_hours')
    .select(({ fn }) => [
      'country',
      fn.sum<number>('sent').as('sent'),
      fn.sum<number>('not_sent').as('not_sent'),
      fn.sum<number>(sql<number>`case when hour > ${yesterday} then sent else 0 end`).as('sent_today'),
    ])
    .where('hour', '>=', first)
    .groupBy('country')
    .orderBy('sent', 'desc')
    .orderBy('country')
    .execute()
  return rows.map(({ country, sent, not_sent, sent_today }) => ({
    country,
    sent: Number(sent),
    not_sent: Number(not_sent),
    sent_today: Number(sent_today),
  }))
}
