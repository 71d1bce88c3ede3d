import { expect, test } from 'vitest'
import { freshStoresInEachTest, passed } from '../../../../../tests/support/sitting/browser-time.ts'

const stores = freshStoresInEachTest()

const entry = (qid: number, saved: boolean) => ({
  qid,
  option: qid,
  marked: false,
  seq: qid,
  timeFrom: 0,
  timeTo: 0,
  saved,
})

/** The journal of an attempt that is over: one answer that the server has, and one that it never got. */
async function leave() {
  const { writeEntry } = await import('./journal.browser.ts')
  const { forgetAttempts, unsentOf } = await import('./left-journals.browser.ts')
  for (const each of [entry(1, true), entry(2, false)]) await writeEntry(5, 70, each)
  await passed(0)
  return {
    forget: async (all: boolean) => {
      const forgotten = forgetAttempts(5, [70], all)
      await passed(5000)
      await forgotten
    },
    unsent: async () => (await unsentOf(5, [70]))?.map(({ entry: { qid } }) => qid),
  }
}

test.each(['well', 'missing'] as const)(
  'with a database that is %s, answers stay until the candidate has seen that they were not counted',
  async (state) => {
    stores.databases.state = state
    const { forget, unsent } = await leave()
    await forget(false)
    expect(await unsent()).toEqual([2])
    await forget(true)
    expect([await unsent(), stores.stored.size, stores.databases.valuesOf('padavu-journal').size]).toEqual([[], 0, 0])
  },
)

test.each(['stuck', 'full'] as const)(
  'while the database is %s both journals stay, and are dropped together afterwards',
  async (state) => {
    const { forget, unsent } = await leave()
    const before = new Map(stores.stored)
    stores.databases.state = state
    await forget(true)
    expect(stores.stored).toEqual(before)
    stores.databases.recover()
    expect(await unsent()).toEqual([2])
    await forget(true)
    expect([await unsent(), stores.stored.size]).toEqual([[], 0])
  },
)

test('nothing is written once the log-in has ended, for it is not known whose journal it would be', async () => {
  const { writeTimes } = await import('./journal.browser.ts')
  expect(await writeTimes(0, 70, 'a-tab', { 1: 1000 })).toBe(false)
  expect([stores.stored.size, stores.databases.began]).toEqual([0, []])
})
