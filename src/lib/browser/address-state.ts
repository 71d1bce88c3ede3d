import { atom, onMount, type ReadableAtom } from 'nanostores'
import { isDay } from '../both/time/days.ts'

/** A value that stands in an address: how it is read, and what it is where the address says nothing or something else. */
export interface AddressField<Value = string | number | boolean> {
  fallback: Value
  /** Undefined of what is no such value. */
  read: (text: string) => Value | undefined
}

type Fields = Record<string, AddressField>

/** What the fields hold. */
export type AddressValues<Schema> = {
  [Name in keyof Schema]: Schema[Name] extends AddressField<infer Value> ? Value : never
}

/** Words, such as those of a search; longer ones are cut. */
export const words = (fallback = '', most = 200): AddressField<string> => ({
  fallback,
  read: (text) => text.slice(0, most),
})

/** One of these; the first where none is named. The empty text may stand for all of them. */
export const oneOf = <const Choice extends string>(...choices: [Choice, ...Choice[]]): AddressField<Choice> => ({
  fallback: choices[0],
  read: (text) => choices.find((choice) => choice === text),
})

/** A whole number, from 1 unless something else is the least: a page, an id. */
export const number = (fallback: number, least = Math.min(1, fallback)): AddressField<number> => ({
  fallback,
  read: (text) => (/^\d{1,10}$/.test(text) && Number(text) >= least ? Number(text) : undefined),
})

/** A day of the calendar as yyyy-mm-dd, or none. */
export const day = (): AddressField<string> => ({ fallback: '', read: (text) => (isDay(text) ? text : undefined) })

/** Text of a form, or none: an id that may be missing, a place in a list. */
export const matching = (form: RegExp): AddressField<string> => ({
  fallback: '',
  read: (text) => (form.test(text) ? text : undefined),
})

/** Yes or no. */
export const flag = (fallback = false): AddressField<boolean> => ({
  fallback,
  read: (text) => (text === '1' || text === '0' ? text === '1' : undefined),
})

/** How a change is written: `push` makes a step that Back leads away from, `replace` does not, as while somebody types. */
export type AddressChange = 'push' | 'replace'

export interface AddressState<Values> {
  /** What the address says now. On the server, and until somebody listens, what it says by itself. */
  $values: ReadableAtom<Values>
  /** Changes the address, and the page of a list back to its first unless the change names one. */
  set: (change: Partial<Values>, how?: AddressChange) => void
  /** Where a change would lead, for links. */
  href: (change: Partial<Values>) => string
  /** Leaves the address without its query. */
  clear: () => void
  /** Whether any of these, or of all, are something else than by themselves. */
  differs: (names?: readonly (keyof Values & string)[]) => boolean
}

/** Fields that say where in a list one is: another question begins at its beginning. */
const PLACES = ['page', 'before', 'after']

/**
 * Filters, order and page of a screen, in the query of its address: so that it can be sent to somebody, loaded anew and left
 * with Back. What is as it is by itself is left out. What else stands in the query stays there.
 * @param schema name in the address -> `words()`, `oneOf(…)`, `number(1)`, `day()`, `flag()`
 */
export function addressState<const Schema extends Fields>(schema: Schema): AddressState<AddressValues<Schema>> {
  type Values = AddressValues<Schema>
  const $values = atom(readQuery(schema, ''))
  const follow = () => {
    const found = readQuery(schema, location.search)
    if (JSON.stringify(found) !== JSON.stringify($values.get())) $values.set(found)
  }
  onMount($values, () => {
    follow()
    addEventListener('popstate', follow)
    addEventListener(CHANGED, follow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener(CHANGED, follow)
    }
  })
  const href = (change: Partial<Values>) => {
    const places = Object.keys(schema).filter((name) => PLACES.includes(name))
    const first = Object.fromEntries(places.map((name) => [name, schema[name]!.fallback]))
    const now = readQuery(schema, location.search)
    return location.pathname + writeQuery(schema, { ...now, ...first, ...change }, location.search)
  }
  const go = (address: string, how: AddressChange) => {
    if (address === location.pathname + location.search) return
    history[how === 'push' ? 'pushState' : 'replaceState'](history.state, '', address + location.hash)
    dispatchEvent(new Event(CHANGED))
  }
  return {
    $values,
    href,
    set: (change, how = 'push') => go(href(change), how),
    clear: () => go(location.pathname + writeQuery(schema, readQuery(schema, ''), location.search), 'push'),
    differs: (names = Object.keys(schema)) => names.some((name) => $values.get()[name] !== schema[name]!.fallback),
  }
}

/** Says to other states of the page that the address has changed: the browser says so of Back and Forward alone. */
const CHANGED = 'address-change'

/** What a query says; of what is missing or wrong, what it is by itself. */
export function readQuery<Schema extends Fields>(schema: Schema, query: string): AddressValues<Schema> {
  const told = new URLSearchParams(query)
  const values = Object.entries(schema).map(([name, { read, fallback }]) => {
    const text = told.get(name)
    return [name, text === null ? fallback : (read(text) ?? fallback)]
  })
  return Object.fromEntries(values) as AddressValues<Schema>
}

/** The query that says these, with its question mark; what is as by itself is left out, what is no field's stays. */
export function writeQuery<Schema extends Fields>(schema: Schema, values: AddressValues<Schema>, before = ''): string {
  const others = [...new URLSearchParams(before)].filter(([name]) => !(name in schema))
  const own = Object.entries(schema).flatMap(([name, { fallback }]) => {
    const value = values[name]!
    return value === fallback ? [] : [[name, String(typeof value === 'boolean' ? Number(value) : value)]]
  })
  const query = String(new URLSearchParams([...others, ...own]))
  return query && `?${query}`
}
