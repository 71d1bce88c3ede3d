/** Values kept in a memory; the least recently used goes first. A paper of 100 questions is ~100 kB. */
const KEPT = 100

/** A value from memory, or read and kept there: a thousand callers who come together read it once. */
export async function remembered<Value>(
  memory: Map<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = memory.get(key)
  const value = known ?? read()
  memory.delete(key)
  memory.set(key, value)
  if (!known) {
    for (const oldest of memory.keys()) {
      if (memory.size <= KEPT) break
      memory.delete(oldest)
    }
    // A failed read must not be remembered.
    value.catch(() => memory.get(key) === value && memory.delete(key))
  }
  return value
}
