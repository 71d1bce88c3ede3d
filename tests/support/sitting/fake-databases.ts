/** A browser's IndexedDB in memory, as far as the product uses it, with the faults that browsers have. */

/**
 * well: it works; missing: this browser has no databases; full: nothing can be written; unopened: no database opens; stuck:
 * no transaction is answered. What hangs goes on when the state is `well` again.
 */
export type DatabaseState = 'well' | 'missing' | 'full' | 'unopened' | 'stuck'

type Handler = ((event?: unknown) => void) | null
interface Request {
  result?: unknown
  error?: unknown
  onsuccess?: Handler
  onerror?: Handler
  onupgradeneeded?: Handler
}

export function fakeDatabases() {
  /** Values by the JSON of their keys, of each database's one store. */
  const databases = new Map<string, Map<string, unknown>>()
  const waiting = new Set<() => void>()
  /** True when requests that start next can finish. */
  const passes = (hanging: DatabaseState, go: () => void) => {
    if (fake.state === hanging) waiting.add(go)
    else queueMicrotask(go)
  }

  const transactionOn = (values: Map<string, unknown>) => {
    const transaction: Record<string, unknown> = {}
    let pending = 0
    let over = false
    const end = () => {
      if (pending > 0 || over) return
      over = true
      ;((transaction.failed ? transaction.onabort : transaction.oncomplete) as Handler | undefined)?.()
    }
    // Also one without requests ends.
    passes('stuck', end)
    const ask = (work: () => unknown) => {
      const request: Request = {}
      pending += 1
      passes('stuck', () => {
        request.result = work()
        request.onsuccess?.()
        pending -= 1
        queueMicrotask(end)
      })
      return request
    }
    const write = (work: () => void) =>
      ask(() => {
        if (fake.state !== 'full') return work()
        transaction.failed = true
        transaction.error = new DOMException('', 'QuotaExceededError')
        return undefined
      })
    const sorted = () => [...values].sort(([one], [other]) => (one < other ? -1 : 1))
    const store = {
      transaction,
      get: (key: unknown) => ask(() => values.get(JSON.stringify(key))),
      getAll: () => ask(() => sorted().map(([, value]) => structuredClone(value))),
      getAllKeys: () => ask(() => sorted().map(([key]) => JSON.parse(key) as unknown)),
      put: (value: unknown, key: unknown) => write(() => void values.set(JSON.stringify(key), structuredClone(value))),
      delete: (key: unknown) => write(() => void values.delete(JSON.stringify(key))),
    }
    return { objectStore: () => store, abort: () => {} }
  }

  const fake = {
    state: 'well' as DatabaseState,
    /** Requests that started: `open NAME`, `readonly NAME`, `readwrite NAME`. */
    began: [] as string[],
    /** Connections that are open. */
    open: 0,
    /** Lets a hanging database go on. */
    recover: () => {
      fake.state = 'well'
      const all = [...waiting]
      waiting.clear()
      for (const go of all) queueMicrotask(go)
    },
    /** The values of a database by the JSON of their keys. */
    valuesOf: (name: string): Map<string, unknown> => {
      if (!databases.has(name)) databases.set(name, new Map())
      return databases.get(name)!
    },
    indexedDB: {
      open: (name: string) => {
        if (fake.state === 'missing') throw new DOMException('', 'SecurityError')
        fake.began.push(`open ${name}`)
        const request: Request = {}
        passes('unopened', () => {
          const isNew = !databases.has(name)
          const values = fake.valuesOf(name)
          let closed = false
          fake.open += 1
          request.result = {
            createObjectStore: () => {},
            close: () => {
              if (!closed) fake.open -= 1
              closed = true
            },
            transaction: (_store: string, mode: string) => {
              if (closed) throw new DOMException('', 'InvalidStateError')
              fake.began.push(`${mode} ${name}`)
              return transactionOn(values)
            },
          }
          if (isNew) request.onupgradeneeded?.()
          request.onsuccess?.()
        })
        return request
      },
      deleteDatabase: (name: string) => void databases.delete(name),
    },
  }
  return fake
}

export type FakeDatabases = ReturnType<typeof fakeDatabases>
