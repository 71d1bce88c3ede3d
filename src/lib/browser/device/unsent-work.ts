import { JOURNAL, PRACTICE, RESULTS } from './device-data.ts'
import { deviceStore, type DeviceStore } from './device-store.ts'
import { keep, LOCAL_JOURNAL } from './storage.ts'

/** Databases of what learners did and the server may not have yet, with their stores. Their keys begin with the learner. */
const kept = [
  [JOURNAL, 'actions'],
  [PRACTICE, 'answers'],
  [RESULTS, 'results'],
] as const

type Store = DeviceStore<[user: number, ...IDBValidKey[]]>

/** Milliseconds between two tries to remove it. */
const FORGET_PAUSE = 5000

/**
 * Removes a learner's unsent work from this device: only when the account has ended. That of others stays. A database that
 * cannot be read or written is tried again as long as the page stays.
 * @param onLeft called when something may be left after the first try
 * @returns when nothing is left
 */
export async function forgetUnsentWork(user: number, onLeft?: () => void): Promise<void> {
  keep(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${LOCAL_JOURNAL}${user} `)) localStorage.removeItem(key)
  })
  const forget = async (store: Store) => {
    while (!(await forgetEntries(store, user))) {
      onLeft?.()
      await new Promise((resolve) => setTimeout(resolve, FORGET_PAUSE))
    }
  }
  await Promise.all(kept.map(([database, name]) => forget(deviceStore(database, name))))
}

/** @returns false when some may be left */
async function forgetEntries(store: Store, user: number): Promise<boolean> {
  const all = await store.entries()
  return !!all && store.remove(all.flatMap(([key]) => (key[0] === user ? [key] : [])))
}
