import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationNames, migrations } from '#db/migrate.ts'
import { bringUpToDate } from '#db/migrating/bring-up-to-date.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { emptyDatabase } from '../../../../../tests/support/api/database.ts'
import { buyerOf, tellWebhook } from '../../../../../tests/support/scenes/buyer.ts'
import { seedCourse, seedEnrolment } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { findLearners } from './find-learners.ts'
import type { ListFilters } from './list-filters.ts'

let api: TestApi
let asha: number
let anil: number
let nair: number

beforeAll(async () => {
  api = await testApi()
  asha = await newLearner('Asha Menon', 'Asha.Devi@example.com', '9847012345')
  // As phones of old write it; others have one character in the place of three.
  anil = await newLearner('അനില\u0d4d\u200d കുമാർ', 'a.kumar7@example.com', '9847055555')
  nair = await newLearner("Dr. K.P. Nair-O'Brien", 'kp@site.example.org', '8129849847')
  await newLearner('Mohammed Ali', null, '501234567', '971')
})

afterAll(() => api.close())

async function newLearner(name: string | null, email: string | null, phone: string, country_code = '91') {
  const { user } = await api.learner({ name, email, phone, country_code })
  return user.id
}

const find = (words: string, page = 1) =>
  findLearners(api.services.db, api.services.engine, { words, page, roles: ['support'] })

/** Whom a search finds, and by what. */
async function found(words: string) {
  const { learners } = await find(words)
  return learners.map(({ id, found_by }) => [id, found_by])
}

describe('learners are found', () => {
  it.each(['9847012345', '98470 12345', '+91 98470-12345', '919847012345', '09847012345', '0091 9847012345'])(
    'by a whole phone: %s',
    async (words) => expect(await found(words)).toEqual([[asha, 'phone']]),
  )

  it('by the beginning of a phone, or its last digits from four on, those that begin so first', async () => {
    expect(await found('98470')).toEqual([
      [asha, 'phone'],
      [anil, 'phone'],
    ])
    expect(await found('9847')).toEqual([
      [asha, 'phone'],
      [anil, 'phone'],
      [nair, 'phone'],
    ])
    expect(await found('2345')).toEqual([[asha, 'phone']])
    expect(await found('49847')).toEqual([[nair, 'phone']])
    expect(await found('345')).toEqual([])
    const zeros = await newLearner('Zeros', null, '7000000007')
    expect(await found('0007')).toEqual([[zeros, 'phone']])
  })

  it('by a phone of another country with its code, and by its own digits', async () => {
    const { learners } = await find('+971 50 123')
    expect(learners).toMatchObject([{ name: 'Mohammed Ali', country_code: '971', found_by: 'phone' }])
    expect((await find('501234567')).learners).toEqual(learners)
    expect(await found('+91 50 123')).toEqual([])
  })

  it.each([
    ['asha', () => asha],
    ['ASH', () => asha],
    ['ash men', () => asha],
    ['  Menon,   asha ', () => asha],
    ['അനി', () => anil],
    ['അനിൽ കു', () => anil],
    ['അനില\u0d4d\u200d', () => anil],
    ['കുമാര\u0d4d\u200d', () => anil],
    ['k p nair', () => nair],
    ['brien dr', () => nair],
    ["Nair-O'Br", () => nair],
  ])('by the beginnings of words of their name: %s', async (words, id) => {
    expect(await found(words)).toEqual([[id(), 'name']])
  })

  it.each(['sha', 'asha nair', 'asham', 'അനിലൻ', 'example', 'com'])('and by nothing else: %s', async (words) => {
    expect(await found(words)).toEqual([])
  })

  it.each([
    ['asha@ex', () => []],
    ['asha.devi@ex', () => [[asha, 'email']]],
    ['ASHA.Devi@EXAMPLE.com', () => [[asha, 'email']]],
    ['menon asha.devi@', () => [[asha, 'email']]],
    ['nair asha.devi@', () => []],
    ['devi', () => [[asha, 'email']]],
    ['asha devi', () => [[asha, 'email']]],
    ['kumar7', () => [[anil, 'email']]],
  ])('by their email address: %s', async (words, expected) => {
    expect(await found(words)).toEqual(expected())
  })

  it('by the numbers of what they bought, of all of it', async () => {
    const buyer = await buyerOf(api)
    const { body } = await buyer.create()
    await tellWebhook(api, api.payments.pay(body.order_id))
    const { id } = buyer.learner.user
    const { db } = api.services
    const order = await db.selectFrom('payment_orders').selectAll().executeTakeFirstOrThrow()
    const paid = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
    const note = { amount_paise: 500, key: 'key-of-a-refund', status: 'done', refund_at: null, created_at: 1 } as const
    const refund = await db
      .insertInto('payment_refunds')
      .values({ payment_id: paid.id, credit_note_number: 'CN/25-26/000007', ...note })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const number of [order.receipt, order.provider_order_id!, `order ${order.id}`])
      expect([number, await found(number)]).toEqual([number, [[id, 'order']]])
    for (const number of [paid.invoice_number!, paid.invoice_number!.toLowerCase(), `invoice ${paid.invoice_number!}`])
      expect([number, await found(number)]).toEqual([number, [[id, 'receipt']]])
    for (const number of [`#${order.purchase_id}`, `transaction ${order.purchase_id}`, `Txn no. ${order.purchase_id}`])
      expect([number, await found(number)]).toEqual([number, [[id, 'transaction']]])
    for (const number of [paid.provider_payment_id, `payment ${paid.id}`, `Payment #${paid.id}`])
      expect([number, await found(number)]).toEqual([number, [[id, 'payment']]])
    for (const number of ['cn/25-26/000007', 'credit note CN/25-26/000007'])
      expect([number, await found(number)]).toEqual([number, [[id, 'credit note']]])
    expect(await found(`refund ${refund.id}`)).toEqual([[id, 'refund']])
    expect(await found('payment 999')).toEqual([])
    expect(await found(`#${order.purchase_id + 1}`)).toEqual([])
    expect(await found(`${order.receipt}0`)).toEqual([])
  })

  it('among those whom filters choose', async () => {
    const { db, engine } = api.services
    const { id: courseId } = await seedCourse(db, { title: 'Prelims' })
    await seedEnrolment(db, { userId: asha, courseId, validFor: DAY })
    const filtered = async (words: string, filters: Partial<ListFilters>) => {
      const given = { now: api.clock.now(), ...filters }
      const { learners, total } = await findLearners(db, engine, { words, page: 1, roles: ['support'], filters: given })
      expect(total).toBe(learners.length)
      return learners.map(({ id }) => id)
    }
    expect(await filtered('asha', { courseId })).toEqual([asha])
    expect(await filtered('asha', { courseId: courseId + 1 })).toEqual([])
    expect(await filtered('98470', { courseId, status: 'active' })).toEqual([asha])
    expect(await filtered('98470', { status: 'never-bought' })).toEqual([anil])
    expect(await filtered('98470', { status: 'blocked' })).toEqual([])
    expect(await filtered('98470', {})).toEqual([asha, anil])
    await expect(filtered('asha', { courseId, status: 'never-bought' })).rejects.toThrow('Learners of a course')
  })

  it('by what they are called now, whoever wrote it, and not when they are gone', async () => {
    const { db, engine } = api.services
    const id = await newLearner(null, null, '7000000001')
    const rename = (set: { name?: string | null; email?: string | null; deleted_at?: number }) =>
      db.updateTable('users').set(set).where('id', '=', id).execute()
    await rename({ name: 'Qadira Beevi', email: 'qb@example.com' })
    expect(await found('qadira')).toEqual([[id, 'name']])
    await rename({ name: 'Zulekha Beevi' })
    expect([await found('qadira'), await found('zulekha beevi')]).toEqual([[], [[id, 'name']]])
    await rename({ email: 'zb@example.com' })
    expect([await found('qb'), await found('zb')]).toEqual([[], [[id, 'email']]])
    await rename({ deleted_at: 1 })
    for (const words of ['zulekha', 'zb@', '7000000001', '0000001']) expect(await found(words)).toEqual([])

    const other = await newLearner('Qadira Begum', null, '7000000002')
    await db.deleteFrom('sessions').where('user_id', '=', other).execute()
    await db.deleteFrom('users').where('id', '=', other).execute()
    expect(await found('qadira')).toEqual([])
    if (engine === 'postgres') return
    // The file does not keep them either.
    const left = await sql`select 1 from learner_words_data
      where instr(block, cast('adira' as blob)) > 0 or instr(block, cast('ulekha' as blob)) > 0`.execute(db)
    expect(left.rows).toEqual([])
    await sql`insert into learner_words (learner_words, rank) values ('integrity-check', 1)`.execute(db)
  })
})

it('learners from before there was an index of words are found', async () => {
  const where = await emptyDatabase()
  const before = migrationNames.filter((name) => name < '0031')
  try {
    await bringUpToDate(where, Object.fromEntries(before.map((name) => [name, migrations[name]!])))
    await where.db
      .insertInto('users')
      .values({ country_code: '91', phone: '9847012345', name: 'Asha', email: 'am@example.com', created_at: 1 })
      .execute()
    await bringUpToDate(where, migrations)
    for (const words of ['ash', 'am', 'am@ex', '2345'])
      expect((await findLearners(where.db, where.engine, { words, page: 1, roles: ['support'] })).total).toBe(1)
  } finally {
    await where.close()
  }
})

describe('a search', () => {
  it.each(['', '  ', 'a', '%', '\' " *', 'ം', '#', '#0', '7', '+'])('of too little is refused: %j', async (words) => {
    await expect(find(words)).rejects.toMatchObject({
      status: 422,
      errors: { words: 'Please enter at least 2 letters or digits' },
    })
  })

  it.each([
    'aa OR bb',
    `"zasha' & | ! ( :* \\`,
    'NEAR(asha)',
    'name:asha zz',
    'aa\0bb',
    '\ud800\ud800aa',
    '😀 aa',
    '_a_b%',
    '#99999999999',
    '9'.repeat(10_000),
    'x'.repeat(10_000),
    'aa bb cc dd ee ff gg hh ii jj '.repeat(300),
    '@ @ @a@a',
    '/26-27/0',
  ])('of anything finds nobody and does not fail: %s', async (words) => {
    expect(await found(words)).toEqual([])
  })

  it('has twenty a page, those whose name begins so first, then by name', async () => {
    for (let at = 25; at > 0; at -= 1)
      await newLearner(`A Meera ${String(at).padStart(2, '0')}`, null, `81000000${at + 10}`)
    const meera = await newLearner('Meera', null, '8100000000')
    const [first, second, third] = [await find('meera'), await find('meera', 2), await find('meera', 3)]
    expect([first.more, first.total, first.isCut]).toEqual([true, 26, false])
    expect(first.learners.map(({ name }) => name).slice(0, 3)).toEqual(['Meera', 'A Meera 01', 'A Meera 02'])
    expect(first.learners[0]).toEqual({
      id: meera,
      name: 'Meera',
      country_code: '91',
      phone: '8100000000',
      email: null,
      role: 'learner',
      blocked_at: null,
      muted_at: null,
      last_logged_on: null,
      created_at: api.clock.now(),
      found_by: 'name',
    })
    expect(second).toMatchObject({ more: false, total: 26 })
    expect(second.learners.map(({ name }) => name?.slice(-2))).toEqual(['20', '21', '22', '23', '24', '25'])
    expect(third).toMatchObject({ learners: [], more: false })
  })

  it('that fits very many shows a thousand, and says that there are more', async () => {
    const many = Array.from({ length: 1005 }, (_, at) => ({
      country_code: '91',
      phone: String(6_000_000_000 + at),
      name: `Yamuna ${at}`,
      created_at: 1,
    }))
    await api.services.db.insertInto('users').values(many).execute()
    for (const words of ['yamuna', '60000']) {
      expect(await find(words, 50)).toMatchObject({ more: false, total: 1000, isCut: true })
      expect((await find(words, 49)).more).toBe(true)
      expect((await find(words, 50)).learners).toHaveLength(20)
    }
    expect(await find('yamuna 1004')).toMatchObject({ total: 1, isCut: false })
  })
})
