import { LRUCache } from 'lru-cache'

/** Gives what is kept under a key, or reads and keeps it: those who ask while it is read get the same. */
export type BoundedMemory<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>

/** Bytes that it takes to keep anything, be it empty: without them an empty value would cost nothing. */
const ENTRY = 500

/**
 * Keeps what is dear to read, as much as fits in so many bytes; the least recently used goes first. What could not be read is
 * not kept.
 * @param sizeOf bytes that a value holds, about
 */
export function boundedMemory<Value extends object>(
  bytes: number,
  sizeOf: (value: Value) => number,
): BoundedMemory<Value> {
  const sizeCalculation = (value: Value, key: string) => ENTRY + 2 * key.length + Math.ceil(sizeOf(value))
  const kept = new LRUCache<string, Value>({ maxSize: bytes, sizeCalculation })
  const reading = new Map<string, Promise<Value>>()
  return (key, read) => {
    const known = kept.get(key)
    if (known) return Promise.resolve(known)
    const begun = reading.get(key)
    if (begun) return begun
    const value = read()
      .then((made) => {
        kept.set(key, made)
        return made
      })
      .finally(() => reading.delete(key))
    reading.set(key, value)
    return value
  }
}

/** One such memory for each database. */
export function memoryOfEach<Owner extends object, Value>(
  make: () => BoundedMemory<Value>,
): (owner: Owner) => BoundedMemory<Value> {
  const memories = new WeakMap<Owner, BoundedMemory<Value>>()
  return (owner) => {
    let memory = memories.get(owner)
    if (!memory) memories.set(owner, (memory = make()))
    return memory
  }
}
