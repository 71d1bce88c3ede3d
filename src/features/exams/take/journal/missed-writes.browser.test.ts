import { expect, test } from 'vitest'
import { freshStoresInEachTest, passed } from '../../../../../tests/support/sitting/browser-time.ts'

const stores = freshStoresInEachTest()

const entry = { qid: 1, option: 11, marked: false, seq: 1, timeFrom: 0, timeTo: 0, saved: false }

/** A log-out drops the second journal. */
async function logOut() {
  const { clearLocalStorage } = await import('#lib/browser/device/storage.ts')
  clearLocalStorage(true)
  return stores.stored.size === 0
}

/** A journal whose database has an unsaved answer and a wish to submit, and missed the receipt, the end of the wish and times. */
async function writeToHanging() {
  const journal = await import('./journal.browser.ts')
  await journal.writeEntry(5, 70, entry)
  await journal.writeWish(5, 70)
  await passed(1)
  stores.databases.state = 'stuck'
  void journal.writeEntry(5, 70, { ...entry, saved: true })
  void journal.dropWish(5, 70)
  void journal.writeTimes(5, 70, 'a-tab', { 1: 1000 })
  await passed(5000)
  return async () => {
    const read = journal.readJournal(5, 70)
    await passed(5000)
    return read
  }
}

test('a log-out drops the second journal once the database has read and taken the changes that it missed', async () => {
  const read = await writeToHanging()
  stores.databases.state = 'well'
  await read()
  expect(await logOut()).toBe(true)
  const left = { entries: [{ ...entry, saved: true }], wish: false, times: { 'a-tab': { 1: 1000 } }, unread: false }
  expect(await read()).toMatchObject(left)
})

test.each(['stuck', 'full'] as const)('it keeps the second journal while the database is %s', async (state) => {
  const read = await writeToHanging()
  stores.databases.state = state
  await read()
  expect(await logOut()).toBe(false)
})
