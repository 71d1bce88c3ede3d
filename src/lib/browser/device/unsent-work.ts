import { createStore, delMany, keys } from 'idb-keyval'
import { JOURNAL, PRACTICE, RESULTS } from './device-data.ts'

/** Databases of what learners did and the server may not have yet, with their stores. Their keys begin with the learner. */
const kept = [
  [JOURNAL, 'actions'],
  [PRACTICE, 'answers'],
  [RESULTS, 'results'],
] as const

/** Drops a learner's unsent work from this device: only when the account has ended. That of others stays. */
export async function forgetUnsentWork(user: number): Promise<void> {
  for (const [database, name] of kept) {
    try {
      const store = createStore(database, name)
      const own = (await keys<[number]>(store)).filter(([of]) => of === user)
      await delMany(own, store)
    } catch {
      // A browser that refuses the database has nothing in it.
    }
  }
}
