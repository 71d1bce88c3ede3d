import { afterEach, expect, test, vi } from 'vitest'
import { fakeDatabases } from '../../../../tests/support/sitting/fake-databases.ts'
import { storageOver } from '../../../../tests/support/sitting/fake-storage.ts'
import { deviceStore } from './device-store.ts'
import { forgetUnsentWork } from './unsent-work.ts'

afterEach(() => vi.unstubAllGlobals())

test("an ended account's unsent work goes from both journals and the outboxes; that of other learners stays", async () => {
  const databases = fakeDatabases()
  const stored = new Map(['padavu-journal 5 70', 'padavu-journal 55 70'].map((key) => [key, '{}']))
  vi.stubGlobal('indexedDB', databases.indexedDB)
  vi.stubGlobal('localStorage', storageOver(stored))
  const all = { 'padavu-journal': 'actions', 'padavu-practice': 'answers', 'padavu-results': 'results' }
  for (const [database, name] of Object.entries(all))
    for (const user of [5, 55]) await deviceStore<number[]>(database, name).set([user, 70], 'an answer')
  await forgetUnsentWork(5)
  expect([...stored.keys()]).toEqual(['padavu-journal 55 70'])
  for (const database of Object.keys(all)) expect([...databases.valuesOf(database).keys()]).toEqual(['[55,70]'])
})
