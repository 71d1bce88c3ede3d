import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readMarks } from '#core/content/content-changes.ts'
import { readWork } from '#core/staff/staff-log.ts'
import { getCourse } from '#features/catalogue/catalogue.contract.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { formRules } from '#lib/server/forms/form-rules.ts'
import { problemsOf } from '#ui/staff/forms/form-values.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { buyerOf, tellWebhook } from '../../../../../../tests/support/scenes/buyer.ts'
import { announceContent, seedCourse } from '../../../../../../tests/support/scenes/catalogue-fixture.ts'
import { changePrice, listPrices, priceChoices, PRICES_PAGE } from '../prices.contract.ts'

let api: TestApi
let accountant: TestStaff
beforeEach(async () => {
  api = await testApi()
  await announceContent(api.services.db)
  accountant = await api.staff('accountant')
})
afterEach(() => api.close())

type Body = CallInput<typeof changePrice>['body']

const list = async (query: CallInput<typeof listPrices>['query'] = {}) =>
  (await api.call(listPrices, { query }, { staff: accountant })).body
const found = async (id: number) => (await list({ state: 'all' })).data.find((row) => row.id === id)!
const change = async (id: number, given: Partial<Body>) => {
  const { version, price_paise, offer_price_paise, gst_percent, validity_days } = await found(id)
  const body = { id, version, price_paise, offer_price_paise, gst_percent, validity_days, ...given }
  return api.call(changePrice, { body }, { staff: accountant })
}

describe('what a course costs', () => {
  test('is changed, and learners see it and its offer at once', async () => {
    const { id } = await seedCourse(api.services.db, { title: 'Polity' })
    const learner = await api.learner()
    const shown = async () => (await api.call(getCourse, { params: { id } }, learner)).body.page_content.course_details
    expect(await shown()).toMatchObject({ price: 1000 })
    const { status, body } = await change(id, { price_paise: 120_050, offer_price_paise: 99_999, validity_days: 90 })
    expect([status, body.message]).toEqual([200, 'Learners pay ₹1,179.99 now'])
    api.clock.advance(SECOND)
    expect(await shown()).toMatchObject({ price: 999.99 })
    expect((await list()).data).toMatchObject([{ id, total_paise: 117_999, version: body.version, withdrawn: false }])
    // An offer ends when its field is emptied.
    await change(id, { offer_price_paise: null, gst_percent: 0 })
    expect(await found(id)).toMatchObject({ offer_price_paise: null, total_paise: 120_050 })
    api.clock.advance(SECOND)
    expect(await shown()).toMatchObject({ price: 1200.5 })
    expect(await readMarks(api.services.db)).toEqual([
      { kind: 'price', key: expect.any(String), fields: ['price', 'offer_price', 'validity_days', 'gst'] },
    ])
    const [last, first] = await readWork(api.services.db, {}, { count: 5 })
    expect(first).toMatchObject({
      action: 'price changed',
      subject: `course ${id}`,
      before: { price_paise: 100_000, offer_price_paise: null, validity_days: 365 },
      after: { price_paise: 120_050, offer_price_paise: 99_999, validity_days: 90 },
    })
    expect(last!.after).toEqual({ offer_price_paise: null, gst_percent: 0 })
  })

  test('can be paid for a day more by whoever is at the till, and no longer', async () => {
    const [early, late] = [await buyerOf(api), await buyerOf(api)]
    const orders = [(await early.create()).body.order_id, (await late.create()).body.order_id]
    api.clock.advance(20 * HOUR)
    accountant = await api.staff('accountant')
    for (const { courseId } of [early, late]) await change(courseId, { price_paise: 120_000 })
    api.clock.advance(DAY)
    await tellWebhook(api, api.payments.pay(orders[0]!))
    api.clock.advance(MINUTE)
    await tellWebhook(api, api.payments.pay(orders[1]!))
    const outcome = async ({ payments }: typeof early) => (await payments()).map(({ reason }) => reason)
    expect([await outcome(early), await outcome(late)]).toEqual([[null], ['price_changed']])
  })

  test('is refused by the field that is wrong, and of a course that is no longer sold', async () => {
    const { id } = await seedCourse(api.services.db, { title: 'Polity', offerPaise: 90_000 })
    const rupees = 'Must be ₹0 (free) or from ₹1 to ₹1,00,00,000'
    const wrong: [Partial<Body>, string, string][] = [
      [{ price_paise: 1_000_000_001 }, 'price_paise', rupees],
      [{ price_paise: 999.5 }, 'price_paise', rupees],
      [{ price_paise: 99, offer_price_paise: null }, 'price_paise', rupees],
      [{ price_paise: -1, offer_price_paise: null }, 'price_paise', rupees],
      [{ offer_price_paise: 1 }, 'offer_price_paise', 'Must be ₹0 (free) or from ₹1, and less than ₹1,00,00,000'],
      [{ offer_price_paise: 100_000 }, 'offer_price_paise', 'Must be lower than the price'],
      [{ gst_percent: 101 }, 'gst_percent', 'Must be a whole percentage from 0 to 100'],
      [{ validity_days: 0 }, 'validity_days', 'Must be from 1 to 3650 days'],
    ]
    for (const [given, field, words] of wrong) expect((await change(id, given)).body.errors).toEqual({ [field]: words })
    const gone = await seedCourse(api.services.db, { title: 'Gone', retired: true })
    expect((await change(gone.id, { gst_percent: 5 })).body.code).toBe('conflict')
    expect(await found(gone.id)).toMatchObject({ withdrawn: true, gst_percent: 18 })
    const { version } = await found(id)
    expect((await change(id, { gst_percent: 12 })).status).toBe(200)
    expect((await change(id, { version, gst_percent: 5 })).body).toMatchObject({
      code: 'edited',
      errors: { gst_percent: '12', offer_price_paise: '90000', changed_by: accountant.name },
    })
  })
})

test('the form of a price rejects amounts below ₹1 other than ₹0 before they are sent', () => {
  const rules = formRules(changePrice.body)
  const problems = (price_paise: string, offer_price_paise = '') =>
    problemsOf(
      [
        { name: 'price_paise', label: 'Price', kind: 'rupees' },
        { name: 'offer_price_paise', label: 'Offer', kind: 'rupees' },
      ],
      rules,
      { price_paise, offer_price_paise },
    )
  for (const price of ['0.01', '0.5', '0.99'])
    expect(problems(price, price)).toEqual({
      price_paise: 'Must be ₹0 (free) or from ₹1 to ₹1,00,00,000',
      offer_price_paise: 'Must be ₹0 (free) or from ₹1, and less than ₹1,00,00,000',
    })
  for (const price of ['0', '0.00', '1', '10000000']) expect(problems(price)).toEqual({})
})

test('lists of prices are narrowed and sorted by the server, what learners pay to the paisa', async () => {
  const { db } = api.services
  const seed = (title: string, given: Omit<Parameters<typeof seedCourse>[1], 'title'> = {}) =>
    seedCourse(db, { title, ...given })
  await seed('Dear', { pricePaise: 1_000_000_000, gst: 100, popularity: 5 })
  await seed('Cheap', { pricePaise: 99_900, offerPaise: 100, gst: 0, place: 'psc/tenth' })
  await seed('algebra', { pricePaise: 50_001, gst: 18, popularity: 90 })
  await seed('Botany', { pricePaise: 50_000, gst: 18 })
  await seed('Gone', { retired: true })
  const titles = async (query?: Parameters<typeof list>[0]) => (await list(query)).data.map(({ title }) => title)
  expect(await titles()).toEqual(['algebra', 'Botany', 'Cheap', 'Dear'])
  expect(await titles({ sort: '-total' })).toEqual(['Dear', 'algebra', 'Botany', 'Cheap'])
  expect(await titles({ sort: 'price' })).toEqual(['Botany', 'algebra', 'Cheap', 'Dear'])
  expect((await titles({ sort: '-popularity' })).slice(0, 2)).toEqual(['algebra', 'Dear'])
  expect(await titles({ offer: 'with' })).toEqual(['Cheap'])
  expect(await titles({ state: 'withdrawn' })).toEqual(['Gone'])
  expect(await titles({ words: 'BOT' })).toEqual(['Botany'])
  expect((await list({ words: 'dear' })).data[0]!.total_paise).toBe(2_000_000_000)
  const { categories } = (await api.call(priceChoices, {}, { staff: accountant })).body
  expect(categories.map(({ title }) => title)).toEqual(['PSC: DEGREE', 'PSC: TENTH'])
  expect(await titles({ category: categories[1]!.id })).toEqual(['Cheap'])
  for (let index = 0; index < PRICES_PAGE; index += 1) await seed(`More ${index}`)
  const second = await list({ page: 2 })
  expect([second.total, second.pages, second.data.length]).toEqual([54, 2, 4])
})
