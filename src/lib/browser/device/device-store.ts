/** Milliseconds after which a database that does not answer counts as hanging. */
const PATIENCE = 2000

/** Connections that may be opening at the same time: browsers keep a request that hangs until the page is gone. */
const MAX_OPENING = 5

/** Uses of a store that may be unanswered at the same time. Further uses wait in order while the store answers. */
const MAX_PENDING = 100
const MAX_WAITING = 1000

/** Milliseconds between two uses of a store that has hung with so many unanswered uses. */
const PENDING_PAUSE = 10_000

/** This browser has no databases, so none of them can hold anything. */
class NoDatabases extends Error {}

/** Resolves in a task in which the page does not leave. */
let staying: Promise<unknown> | undefined

/**
 * In WebKit a transaction that begins while a page leaves blocks its store, for later pages and other tabs, until the tab is
 * closed. A use of a store that begins in one of these events waits for a later task, which a page that is gone never has.
 */
for (const event of ['beforeunload', 'pagehide', 'visibilitychange', 'freeze'])
  // Capturing, so that this listener precedes those that use a store. Islands are also rendered on the server.
  globalThis.addEventListener?.(event, () => (staying = new Promise((resolve) => setTimeout(resolve))), true)

/** A store of this device. Its functions never reject: they return false or undefined on failure. */
export interface DeviceStore<Key extends IDBValidKey> {
  /** @returns the values of the keys; undefined when they could not be read, which does not mean that there are none */
  get: (keys: readonly Key[]) => Promise<unknown[] | undefined>
  /** @returns keys and values in the order of the keys; undefined when they could not be read */
  entries: () => Promise<[Key, unknown][] | undefined>
  /** @returns false when nothing was written: the store is refused, full or hangs */
  set: (key: Key, value: unknown) => Promise<boolean>
  /** @returns false when the keys may still be there */
  remove: (keys: readonly Key[]) => Promise<boolean>
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })

/**
 * Opens a database with one store. A use of the store fails when the database does not answer in time; the next use then has
 * another connection. Every store of the product is opened here, except that of papers in the script of the page without a
 * connection, which has no imports and only reads (layouts/away/away-page.ts).
 */
export function deviceStore<Key extends IDBValidKey>(database: string, name: string): DeviceStore<Key> {
  let connection: Promise<IDBDatabase> | undefined
  let opening = 0
  let pending = 0
  let waiting = 0
  let last = 0
  /** True once the use that began last was answered, false when it failed or hangs. */
  let latest = Promise.resolve(true)
  /** Resolves when the turn of the use that was asked for last has come, to false when the store hangs. */
  let turn = latest

  const open = (): Promise<IDBDatabase> => {
    let request: IDBOpenDBRequest
    try {
      request = indexedDB.open(database)
    } catch (cause) {
      throw new NoDatabases('', { cause })
    }
    opening += 1
    request.onupgradeneeded = () => request.result.createObjectStore(name)
    const opened = answered(request).finally(() => (opening -= 1))
    opened.then(
      (db) => {
        // A connection that opens late is better than one that may never open.
        connection = opened
        // Closed by the browser, or in the way of a log-out that deletes the database.
        db.onclose = db.onversionchange = () => {
          db.close()
          if (connection === opened) connection = undefined
        }
      },
      () => {},
    )
    return opened
  }

  const takeTurn = async (): Promise<boolean> => {
    let answers = true
    while (answers && pending >= MAX_PENDING) answers = await latest
    await staying
    waiting -= 1
    const now = performance.now()
    if (pending >= MAX_PENDING && now - last < PENDING_PAUSE) return false
    last = now
    return true
  }

  /** @param work begins all its requests at once */
  const use = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> => {
    if (waiting >= MAX_WAITING) throw new Error(database)
    waiting += 1
    if (!(await (turn = turn.then(takeTurn)))) throw new Error(database)
    const own = (connection ??= open())
    let late = false
    let used: IDBDatabase | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    pending += 1
    const done = own
      .then((db) => {
        // Its caller has given up, and may have written something newer.
        if (late) throw new Error(database)
        used = db
        return work(db.transaction(name, mode).objectStore(name))
      })
      .finally(() => (pending -= 1))
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(database)), PATIENCE)
    })
    const result = Promise.race([done, limit])
    latest = result.then(
      () => true,
      () => false,
    )
    try {
      return await result
    } catch (error) {
      late = true
      used?.close()
      if (connection === own && opening < MAX_OPENING) connection = undefined
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  const read = <T>(work: (store: IDBObjectStore) => Promise<T[]>): Promise<T[] | undefined> =>
    use('readonly', work).catch((error: unknown) => (error instanceof NoDatabases ? [] : undefined))

  /** @param absent result in a browser without databases */
  const write = (work: (store: IDBObjectStore) => void, absent = false): Promise<boolean> =>
    use('readwrite', (store) => {
      work(store)
      return new Promise<true>((resolve, reject) => {
        const { transaction } = store
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => reject(transaction.error ?? new Error(database))
      })
    }).catch((error: unknown) => absent && error instanceof NoDatabases)

  return {
    get: (keys) => read((store) => Promise.all(keys.map((key) => answered<unknown>(store.get(key))))),
    entries: () =>
      read(async (store) => {
        const all = [answered(store.getAllKeys()), answered<unknown[]>(store.getAll())] as const
        const [keys, values] = await Promise.all(all)
        return keys.map((key, index): [Key, unknown] => [key as Key, values[index]])
      }),
    set: (key, value) => write((store) => store.put(value, key)),
    remove: (keys) => write((store) => keys.forEach((key) => store.delete(key)), true),
  }
}
