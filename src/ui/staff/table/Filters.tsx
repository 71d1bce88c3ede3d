import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { AddressChange, AddressState } from '#lib/browser/address-state.ts'
import { MAX_STAFF_SEARCH } from '#lib/both/calls/search.ts'
import { firstCharacters } from '#lib/both/text/count-characters.ts'
import { bindKeys } from '#lib/browser/keys.ts'
import SearchIcon from 'virtual:lucide/search'

/** What narrows a list; `name` is the field of the address. */
export type FilterField<Name extends string = string> = {
  name: Name
  label: string
} & (
  | { kind: 'select'; options: readonly { value: string; label: string }[] }
  | { kind: 'day' }
  | { kind: 'flag' }
  /** Drawn by the screen, which sets the address itself. */
  | { kind: 'own'; draw: ReactNode }
)

export interface FiltersProps<Values> {
  /** Search, selects and days are `words()`, `oneOf()` and `day()` of it, boxes to tick are `flag()`. */
  address: AddressState<Values>
  search?: { name: keyof Values & string; label: string; placeholder?: string }
  fields?: readonly FilterField<keyof Values & string>[]
  /** Beside them: what makes something new, say. */
  children?: ReactNode
}

/** What narrows a list, above it. `/` leads to the search. */
export function Filters<Values extends object>({ address, search, fields = [], children }: FiltersProps<Values>) {
  const values = useStore(address.$values) as Record<string, string | number | boolean>
  const set = (name: string, value: string | boolean, how?: AddressChange) =>
    address.set({ [name]: value } as Partial<Values>, how)
  const names = [...(search ? [search.name] : []), ...fields.map(({ name }) => name)]
  return (
    <form
      role="search"
      className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2"
      onSubmit={(event) => event.preventDefault()}
    >
      {search && (
        <SearchBox
          {...search}
          value={String(values[search.name])}
          onChange={(text, how) => set(search.name, text, how)}
        />
      )}
      {fields.map((field) => (
        <Filter
          key={field.name}
          field={field}
          value={values[field.name]!}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {address.differs(names) && (
        <button type="button" className="btn btn-ghost" onClick={() => address.clear()}>
          Clear
        </button>
      )}
      {children && <div className="ml-auto flex flex-wrap gap-2">{children}</div>}
    </form>
  )
}

const label = 'mb-1 block text-xs font-medium text-muted'

interface FilterProps {
  field: FilterField
  value: string | number | boolean
  onChange: (value: string | boolean) => void
}

function Filter({ field, value, onChange }: FilterProps) {
  const id = useId()
  if (field.kind === 'own') return field.draw
  if (field.kind === 'flag')
    return (
      <label className="flex min-h-10 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        {field.label}
      </label>
    )
  return (
    <div className="max-sm:grow">
      <label htmlFor={id} className={label}>
        {field.label}
      </label>
      {field.kind === 'day' ? (
        <input
          id={id}
          type="date"
          className="input w-40 text-base max-sm:w-full sm:text-sm"
          value={String(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <select
          id={id}
          className="select w-auto min-w-32 text-base max-sm:w-full sm:text-sm"
          value={String(value)}
          onChange={({ target }) => onChange(target.value)}
        >
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

/** Milliseconds after the last letter before it is asked. */
const TYPED = 250

interface SearchBoxProps {
  label: string
  placeholder?: string
  value: string
  onChange: (text: string, how: AddressChange) => void
}

/** Searches as one types; Enter does not wait. */
function SearchBox({ label: name, placeholder, value, onChange }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // It was changed elsewhere: by Back, or cleared. What is on its way from here is what stands here.
  if (known !== value) {
    setKnown(value)
    if (text.trim() !== value) setText(value)
  }
  useEffect(
    () =>
      bindKeys([
        {
          keys: '/',
          does: name,
          run: () => {
            box.current?.focus()
            box.current?.select()
          },
        },
      ]),
    [name],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (typed: string, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(firstCharacters(typed.trim(), MAX_STAFF_SEARCH), 'replace'), wait)
  }
  return (
    <label className="input w-full grow basis-64 sm:max-w-sm">
      <SearchIcon className="size-4 shrink-0 text-muted" />
      <span className="sr-only">{name}</span>
      <input
        ref={box}
        type="search"
        className="text-base sm:text-sm"
        value={text}
        placeholder={placeholder ?? name}
        autoComplete="off"
        onChange={({ target }) => {
          setText(target.value)
          ask(target.value, TYPED)
        }}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) ask(text, 0)
        }}
      />
      <kbd aria-hidden="true" className="kbd kbd-sm max-sm:hidden">
        /
      </kbd>
    </label>
  )
}
