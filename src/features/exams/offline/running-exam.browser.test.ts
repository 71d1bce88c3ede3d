import { beforeEach, expect, test } from 'vitest'
import type * as Kept from './running-exam.browser.ts'
import { freshStoresInEachTest, passed } from '../../../../tests/support/sitting/browser-time.ts'

const stores = freshStoresInEachTest()
let kept: typeof Kept

beforeEach(async () => {
  kept = await import('./running-exam.browser.ts')
})

/** A result that a hanging database delays. */
const late = async <Result>(work: Promise<Result>): Promise<Result> => {
  await passed(3000)
  return work
}

test('the name of the tab that writes is read while the database hangs, for its learner and exam only', async () => {
  await kept.keepWriter(5, 7, 'a-tab')
  stores.databases.state = 'stuck'
  expect(await late(kept.readWriter(5, 7))).toBe('a-tab')
  expect(await late(kept.readWriter(5, 77))).toBeUndefined()
  expect(await late(kept.readWriter(55, 7))).toBeUndefined()
})

test('the name goes with its exam, and stays for another', async () => {
  await kept.keepWriter(5, 7, 'a-tab')
  await kept.forgetExam(5, 8)
  expect(stores.stored.size).toBe(1)
  await kept.forgetExam(5, 7)
  expect([stores.stored.size, await kept.readWriter(5, 7)]).toEqual([0, undefined])
})

test('names of several exams are read while the database hangs, in whichever order they were written', async () => {
  await kept.keepWriter(5, 7, 'a-tab')
  await kept.keepWriter(5, 8, 'another-tab')
  stores.databases.state = 'stuck'
  expect(await late(Promise.all([7, 8].map((exam) => kept.readWriter(5, exam))))).toEqual(['a-tab', 'another-tab'])
})

test('a name that only the database has is copied when it is read', async () => {
  await kept.keepWriter(5, 7, 'a-tab')
  stores.stored.clear()
  expect(await kept.readWriter(5, 7)).toBe('a-tab')
  stores.databases.state = 'stuck'
  expect(await late(kept.readWriter(5, 7))).toBe('a-tab')
})

test('of more than 20 names the copies that were written first are removed', async () => {
  for (let exam = 1; exam <= 21; exam++) {
    await kept.keepWriter(5, exam, `tab-${exam}`)
    await passed(1000)
  }
  // A name that is used again is new.
  await kept.readWriter(5, 2)
  await kept.keepWriter(5, 22, 'tab-22')
  stores.databases.state = 'stuck'
  const found = await late(Promise.all([1, 2, 3, 4, 22].map((exam) => kept.readWriter(5, exam))))
  expect(found).toEqual([undefined, 'tab-2', undefined, 'tab-4', 'tab-22'])
})
