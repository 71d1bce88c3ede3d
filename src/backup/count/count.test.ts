import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TEST_START, testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { runCommand } from '../../../tests/support/api/command.ts'
import { buyerOf } from '../../../tests/support/scenes/buyer.ts'
import { newCandidate } from '../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../tests/support/scenes/exam-fixture.ts'
import { countData, type Counts } from './count.ts'
import { reportCounts } from './report.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

/** One who bought, one who has yet to pay, and one in an exam with an answer. */
async function populate(): Promise<void> {
  const buyer = await buyerOf(api)
  const { order_id, transactionid } = (await buyer.create()).body
  await buyer.post(transactionid, api.payments.pay(order_id))
  await (await buyerOf(api, { courseId: buyer.courseId })).create()
  const exam = await seedExam(api.services.db)
  const candidate = await newCandidate(api, exam)
  await candidate.start()
  await candidate.answer(exam.questions[0]!, exam.questions[0]!.right)
  await api.services.db
    .updateTable('users')
    .set({ avatar: `/media/${'a'.repeat(64)}.webp` })
    .where('id', '=', 1)
    .execute()
}

const noted = (counts: Counts) => {
  const file = path.join(api.database.dataDir, 'noted.json')
  writeFileSync(file, JSON.stringify(counts))
  return file
}

it('rows, money by its state, receipts, files and the newest answer are counted alike on both engines', async () => {
  await populate()
  const counts = await countData(api.database)
  expect(counts).toMatchObject({
    'rows of users': 3,
    'rows of responses': 1,
    'payments granted: rows': 1,
    'payments granted: paise': 118_000,
    'receipts: rows': 1,
    'receipts: paise': 118_000,
    'orders purchase open: paise': 118_000,
    'orders purchase paid: paise': 118_000,
    'purchases closedpymnt: paise': 118_000,
    'purchases pending: paise': 118_000,
    'last receipt of sandbox 2025-26': 1,
    'files that rows name': 1,
    'newest answer': new Date(TEST_START).toISOString(),
    'newest payment': new Date(TEST_START).toISOString(),
  })
  expect(Object.keys(counts).filter((key) => /kysely|sqlite/.test(key))).toEqual([])
})

it('an empty database has no money and no newest answer', async () => {
  const counts = await countData(api.database)
  expect(counts).toMatchObject({ 'rows of payments': 0, 'newest answer': 'none', 'newest payment': 'none' })
  expect(Object.keys(counts).filter((key) => key.endsWith('paise'))).toEqual([])
})

it('names every count that is not as noted, and fails for it', async () => {
  await populate()
  const file = noted(await countData(api.database))
  const compare = () => reportCounts(api.database, { json: false, compare: file })
  expect(await compare()).toEqual([expect.stringMatching(new RegExp(`^\\d+ counts, all as in ${file}$`))])
  const { db } = api.services
  await db.deleteFrom('responses').execute()
  await db.updateTable('payments').set({ amount_paise: 117_999 }).execute()
  await expect(compare()).rejects.toThrow(
    [
      `rows of responses: 0 here, 1 in ${file}`,
      `payments granted: paise: 117999 here, 118000 in ${file}`,
      `receipts: paise: 117999 here, 118000 in ${file}`,
      `newest answer: none here, ${new Date(TEST_START).toISOString()} in ${file}`,
      '4 differences',
    ].join('\n'),
  )
})

it('npm run data -- count works while a server runs, and what it writes is what it compares with', async () => {
  await populate()
  const count = (...args: string[]) => runCommand(api.database, 'src/backup/cli.ts', ['count', ...args])
  const written = await count('--json')
  expect(written).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(written.out)).toEqual(await countData(api.database))
  expect(await count()).toMatchObject({ code: 0, out: expect.stringMatching(/\npayments granted: paise {2,}118000\n/) })
  const file = noted({ ...(JSON.parse(written.out) as Counts), 'rows of users': 9 })
  expect(await count(`--compare=${file}`)).toEqual({
    code: 1,
    out: '',
    err: `rows of users: 3 here, 9 in ${file}\n1 difference\n`,
  })
})

it.each([
  ['is not there', undefined, /cannot be read: ENOENT/],
  ['is no JSON', 'counts', /is not what .*count --json writes$/],
  ['is other JSON', '{"a":{}}', /is not what .*count --json writes$/],
])('a file of counts that %s is refused', async (_, text, reason) => {
  const file = path.join(api.database.dataDir, 'noted.json')
  if (text !== undefined) writeFileSync(file, text)
  await expect(reportCounts(api.database, { json: false, compare: file })).rejects.toThrow(reason)
})

it('data of another version are refused, and so is a place without any', async () => {
  const { db } = api.services
  const migrations = db.$extendTables<{ kysely_migration: { name: string; timestamp: string } }>()
  await migrations.insertInto('kysely_migration').values({ name: '9999-future', timestamp: '' }).execute()
  await expect(countData(api.database)).rejects.toThrow(
    'A newer version of Padavu wrote the data (they have 9999-future)',
  )
  await migrations.deleteFrom('kysely_migration').where('name', 'not like', '0001%').execute()
  await expect(countData(api.database)).rejects.toThrow(/^The data are of an older version \(without 0002/)
  await expect(countData({ dataDir: path.join(api.database.dataDir, 'none'), databaseUrl: undefined })).rejects.toThrow(
    'there are no data',
  )
})
