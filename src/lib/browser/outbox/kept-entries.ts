import { deviceStore } from '../device/device-store.ts'

/** What a learner has done and the server may not have yet. */
export interface Entry<What> {
  user: number
  /** When it was done, milliseconds since 1970 by the device's clock. */
  at: number
  what: What
}

/** What of it this device keeps. */
export interface KeptEntries<What> {
  /** Entries that earlier pages of the learner left, oldest first; undefined when the store could not be read. */
  read: (user: number) => Promise<Entry<What>[] | undefined>
  /** Keeps it. @returns false when this browser cannot */
  keep: (entry: Entry<What>) => Promise<boolean>
  /** Drops it: the server has answered. */
  drop: (entry: Entry<What>) => Promise<unknown>
}

interface Place<What> {
  /** One of device-data.ts. It outlives the log-in, so each entry is kept under its learner, then its time. */
  database: string
  store: string
  /** What tells it from others of that time. */
  partsOf: (what: What) => (string | number)[]
  /** What another version of these pages left may look otherwise; that stays where it is. */
  isOne: (told: unknown) => told is What
}

/** Entries in a database of this browser. */
export function keptEntries<What>({ database, store: name, partsOf, isOne }: Place<What>): KeptEntries<What> {
  const store = deviceStore<[of: number, at: number, ...parts: (string | number)[]]>(database, name)
  const keyOf = ({ user, at, what }: Entry<What>): [number, number, ...(string | number)[]] => [
    user,
    at,
    ...partsOf(what),
  ]
  return {
    read: async (user) => {
      // In the order of their keys, as databases give them.
      const found = await store.entries()
      return found?.flatMap(([[of, at], what]) => (of === user && isOne(what) ? { user, at, what } : []))
    },
    keep: (entry) => store.set(keyOf(entry), entry.what),
    drop: (entry) => store.remove([keyOf(entry)]),
  }
}
