import { createStore, del, entries, set } from 'idb-keyval'
import { kept } from '#lib/browser/device/device-store.ts'
import { PRACTICE } from '#lib/browser/device/device-data.ts'
import type { Sending } from './delivery.store.ts'

/** Answers of practice that the server does not have yet. The database outlives the log-in, so it knows whose they are. */
const store = createStore(PRACTICE, 'answers')

type Key = [user: number, at: number, question: number, kind: Sending['kind']]

const keys = new WeakMap<Sending, Key>()

/** Keeps it. @returns false when this browser cannot */
export function keep(user: number, sending: Sending): Promise<boolean> {
  const key: Key = [user, Date.now(), sending.question_id, sending.kind]
  keys.set(sending, key)
  return kept(() => set(key, sending, store))
}

/** What a learner's earlier pages left here, oldest first. */
export async function readKept(user: number): Promise<Sending[]> {
  let all: [Key, Sending][] = []
  await kept(async () => {
    all = await entries<Key, Sending>(store)
  })
  const own = all.filter(([[of]]) => of === user).sort(([[, a]], [[, b]]) => a - b)
  for (const [key, sending] of own) keys.set(sending, key)
  return own.map(([, sending]) => sending)
}

/** Drops it: the server has answered. */
export async function dropKept(sending: Sending): Promise<void> {
  const key = keys.get(sending)
  if (key) await kept(() => del(key, store))
}
