import { JOURNAL, PRACTICE, RESULTS } from './device-data.ts'
import { deviceStore } from './device-store.ts'
import { keep, LOCAL_JOURNAL } from './storage.ts'

/** Databases of what learners did and the server may not have yet, with their stores. Their keys begin with the learner. */
const kept = [
  [JOURNAL, 'actions'],
  [PRACTICE, 'answers'],
  [RESULTS, 'results'],
] as const

/** Drops a learner's unsent work from this device: only when the account has ended. That of others stays. */
export async function forgetUnsentWork(user: number): Promise<void> {
  keep(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${LOCAL_JOURNAL}${user} `)) localStorage.removeItem(key)
  })
  for (const [database, name] of kept) {
    const store = deviceStore<[number, ...IDBValidKey[]]>(database, name)
    const own = ((await store.entries()) ?? []).filter(([[of]]) => of === user)
    await store.remove(own.map(([key]) => key))
  }
}
