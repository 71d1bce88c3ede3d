import { beforeEach, expect, test } from 'vitest'
import { freshStoresInEachTest, passed } from '../../../../tests/support/sitting/browser-time.ts'
import { deviceStore } from './device-store.ts'
import { forgetUnsentWork } from './unsent-work.ts'

const stores = freshStoresInEachTest()
const all = { 'padavu-journal': 'actions', 'padavu-practice': 'answers', 'padavu-results': 'results' }

beforeEach(async () => {
  for (const user of [5, 55]) {
    stores.stored.set(`padavu-journal ${user} 70`, '{}')
    for (const [database, name] of Object.entries(all))
      await deviceStore<number[]>(database, name).set([user, 70], 'an answer')
  }
})

const keys = () => Object.keys(all).map((database) => [...stores.databases.valuesOf(database).keys()])

test("an ended account's unsent work goes from both journals and the outboxes; that of other learners stays", async () => {
  await forgetUnsentWork(5)
  expect([...stores.stored.keys()]).toEqual(['padavu-journal 55 70'])
  expect(keys()).toEqual([['[55,70]'], ['[55,70]'], ['[55,70]']])
})

test.each(['unopened', 'stuck', 'full'] as const)(
  'from a database that is %s it goes as soon as that works again; until then it is said that it is left',
  async (state) => {
    stores.databases.state = state
    let said = false
    let ended = false
    void forgetUnsentWork(5, () => (said = true)).then(() => (ended = true))
    await passed(20_000)
    expect([said, ended]).toEqual([true, false])
    stores.databases.recover()
    await passed(10_000)
    expect([ended, keys()]).toEqual([true, [['[55,70]'], ['[55,70]'], ['[55,70]']]])
  },
)
