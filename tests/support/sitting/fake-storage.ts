/**
 * A browser's storage over a map: what is stored is also a property, and its keys can be listed.
 * @param isFull whether there is no room for an item
 */
export function storageOver(
  held: Map<string, string>,
  isFull: (key: string, value: string) => boolean = () => false,
): Storage {
  const methods: Record<string, unknown> = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull(key, value)) throw new DOMException('', 'QuotaExceededError')
      held.set(key, value)
    },
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
  }
  return new Proxy({} as Storage, {
    get: (_, key) => methods[String(key)] ?? held.get(String(key)),
    set: (_, key, value) => {
      ;(methods.setItem as Storage['setItem'])(String(key), String(value))
      return true
    },
    deleteProperty: (_, key) => held.delete(String(key)) || true,
    has: (_, key) => held.has(String(key)),
    ownKeys: () => [...held.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      held.has(String(key)) ? { value: held.get(String(key)), enumerable: true, configurable: true } : undefined,
  })
}
