import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { edited, packImporter, packProblems, smallPack } from '../../../../tests/support/packs/pack.ts'
import { DAY } from '#lib/both/time/clock.ts'

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
})
afterEach(() => opened.close())

const good = '        renewed: { at: today-170d 11:00, amount: 2000 }\n'

const packWith = (renewed: string, from = '', to = '') =>
  edited(
    edited(
      smallPack(),
      'learners.yaml',
      '        watched: [chapter-one]\n',
      `${renewed}        watched: [chapter-one]\n`,
    ),
    'learners.yaml',
    from || renewed,
    to || renewed,
  )

it('the renewal of a demo purchase is a payment of its own, after one of the rest', async () => {
  const importIt = packImporter(opened)
  await importIt(packWith(good), true)
  await importIt(packWith(good), true)
  const { id, created_at, total_paise, payment_status } = await opened.db
    .selectFrom('purchases')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .where('courses.key', '=', 'alpha')
    .select(['purchases.id', 'purchases.created_at', 'total_paise', 'payment_status'])
    .executeTakeFirstOrThrow()
  const payments = await opened.db
    .selectFrom('payments')
    .selectAll()
    .where('purchase_id', '=', id)
    .orderBy('id')
    .execute()
  const { valid_until } = await opened.db
    .selectFrom('enrolments')
    .innerJoin('courses', 'courses.id', 'enrolments.course_id')
    .where('courses.key', '=', 'alpha')
    .select('valid_until')
    .executeTakeFirstOrThrow()
  expect(payment_status).toBe('closedpymnt')
  expect(payments.map(({ amount_paise }) => amount_paise)).toEqual([total_paise - 200_000, 200_000])
  expect(payments.map((payment) => payment.valid_until)).toEqual([valid_until - 365 * DAY, valid_until])
  expect(created_at).toBe(valid_until - 730 * DAY)
  expect(payments[0]?.captured_at).toBe(created_at)
  // At 11:00 of the day that is 370 days before the one that ends it, at 23:59.
  expect(valid_until - payments[1]!.captured_at).toBe(370 * DAY + (12 * 60 + 59) * 60_000)
  expect(new Set(payments.map(({ invoice_number }) => invoice_number)).size).toBe(2)
})

it.each([
  ['2000 }', '4718 }', 'amount must leave a part of the price (₹4,718.82) to the first payment'],
  ['2000 }', '0.5 }', 'amount'],
  ['today-170d', 'today-100d', 'at must be from 730 to 365 days before today+200d 23:59'],
  ['today-170d', 'today-600d', 'at must be from 730 to 365 days before today+200d 23:59'],
  ['closedpymnt', 'partialpymnt', 'renewed needs the status closedpymnt'],
])('with %j turned into %j it is refused', async (from, to, problem) => {
  const problems = await packProblems(packWith(good, from, to))
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain('learners.yaml:')
  expect(problems[0]).toContain(problem)
})
