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
