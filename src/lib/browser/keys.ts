import { atom, type ReadableAtom } from 'nanostores'

/** What a key does on this page, for whoever has both hands on the keyboard. */
export interface KeyBinding {
  /** As `KeyboardEvent.key` has it: `j`; two that are pressed one after the other: `g l`. */
  keys: string
  /** In the help: 'Next row'. */
  does: string
  /** Nothing of keys that an element or the browser sees to, which the help alone has. */
  run?: (event: KeyboardEvent) => void
}

/** How long the second of two keys is waited for, in milliseconds. */
const SECOND_KEY = 1500

const $bindings = atom<readonly KeyBinding[]>([])

/** What the help lists, in the order it was bound in. */
export const $keys: ReadableAtom<readonly KeyBinding[]> = $bindings

/**
 * Binds keys, for the whole page: while nobody types, and no dialog is open. Of two that bind the same the later one has it.
 * @returns gives them up
 */
export function bindKeys(bindings: readonly KeyBinding[]): () => void {
  if ($bindings.get().length === 0) document.addEventListener('keydown', listen)
  $bindings.set([...$bindings.get(), ...bindings])
  return () => {
    $bindings.set($bindings.get().filter((one) => !bindings.includes(one)))
    if ($bindings.get().length === 0) document.removeEventListener('keydown', listen)
  }
}

let first: { key: string; until: number } | undefined

function listen(event: KeyboardEvent): void {
  const { key, defaultPrevented, ctrlKey, metaKey, altKey, target } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
  if (document.querySelector('dialog:modal')) return
  const before = first && Date.now() < first.until ? first.key : undefined
  const { binding, begins } = pressed($bindings.get(), before, key)
  first = begins ? { key, until: Date.now() + SECOND_KEY } : undefined
  if (!binding?.run) return
  event.preventDefault()
  binding.run(event)
}

/**
 * What a key means.
 * @param before the key before it, where that began a pair a moment ago
 * @returns what is bound to it, and whether it begins a pair
 */
export function pressed(
  bindings: readonly KeyBinding[],
  before: string | undefined,
  key: string,
): { binding: KeyBinding | undefined; begins: boolean } {
  const bound = (keys: string) => bindings.findLast((one) => one.keys === keys && one.run)
  const binding = (before && bound(`${before} ${key}`)) || bound(key)
  return { binding, begins: !binding && bindings.some(({ keys }) => keys.startsWith(`${key} `)) }
}

/** Kinds of input in which no letters are typed. */
const untyped = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color']

/** True where letters are meant for what has the focus. */
export function isTyping(target: unknown): boolean {
  const { tagName = '', type = '', isContentEditable = false } = (target ?? {}) as Partial<HTMLInputElement>
  if (tagName === 'INPUT') return !untyped.includes(type)
  return tagName === 'TEXTAREA' || tagName === 'SELECT' || isContentEditable
}
