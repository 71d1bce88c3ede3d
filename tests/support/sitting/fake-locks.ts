interface Held {
  /** Rejects the request that holds the lock. */
  lose: (error: unknown) => void
}

/** Web Locks of a browser with one page, as far as the product uses them: a lock is free, is held, or is stolen. */
export function fakeLocks() {
  const held = new Map<string, Held>()
  const request = (name: string, { steal }: LockOptions, granted: (lock: object | null) => unknown) => {
    if (steal) held.get(name)?.lose(new DOMException('', 'AbortError'))
    else if (held.has(name)) return Promise.resolve().then(() => granted(null))
    return new Promise((resolve, lose) => {
      const own: Held = { lose }
      held.set(name, own)
      const release = (value: unknown) => {
        if (held.get(name) === own) held.delete(name)
        resolve(value)
      }
      void Promise.resolve()
        .then(() => granted({ name }))
        .then(release, lose)
    })
  }
  return {
    locks: { request },
    /** The page is gone, and its locks are free. */
    release: () => held.clear(),
  }
}
