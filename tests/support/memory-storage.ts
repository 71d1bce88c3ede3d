/** A web storage in memory, with its keys as properties. @param most characters that it takes */
export function memoryStorage(most = Infinity): Storage {
  const kept: Record<string, string> = {}
  const length = () => Object.entries(kept).reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      if (length() + key.length + value.length > most) throw new DOMException('Full', 'QuotaExceededError')
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  return new Proxy(kept as unknown as Storage, {
    get: (_, name: string) => (methods as unknown as Record<string, unknown>)[name],
  })
}
