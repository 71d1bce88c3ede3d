import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Kept from './running-exam.browser.ts'
import { fakeDatabases } from '../../../../tests/support/sitting/fake-databases.ts'
import { storageOver } from '../../../../tests/support/sitting/fake-storage.ts'

let databases: ReturnType<typeof fakeDatabases>
let stored: Map<string, string>
let kept: typeof Kept

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  databases = fakeDatabases()
  stored = new Map()
  vi.stubGlobal('indexedDB', databases.indexedDB)
  vi.stubGlobal('localStorage', storageOver(stored))
  kept = await import('./running-exam.browser.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A result that a hanging database delays. */
const late = async <Result>(work: Promise<Result>): Promise<Result> => {
  await vi.advanceTimersByTimeAsync(3000)
  return work
}

test('the name of the tab that writes is read while the database hangs, for its learner and exam only', async () => {
  await kept.keepWriter(5, 7, 'a-tab')
  databases.state = 'stuck'
  expect(await late(kept.readWriter(5, 7))).toBe('a-tab')
  expect(await late(kept.readWriter(5, 77))).toBeUndefined()
  expect(await late(kept.readWriter(55, 7))).toBeUndefined()
})

test('the name goes with its exam, and stays for another', async () => {
  await kept.keepWriter(5, 7, 'a-tab')
  await kept.forgetExam(5, 8)
  expect(stored.size).toBe(1)
  await kept.forgetExam(5, 7)
  expect([stored.size, await kept.readWriter(5, 7)]).toEqual([0, undefined])
})
