import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { MAX_STAFF_SEARCH } from '#lib/both/calls/search.ts'
import { firstCharacters } from '#lib/both/text/count-characters.ts'

export interface OptionSearchProps<Option extends { id: number }> {
  /** Names the list: 'Learners'. */
  label: string
  placeholder?: string
  words: string
  onWords: (words: string) => void
  options: readonly Option[]
  draw: (option: Option) => ReactNode
  onChoose: (option: Option) => void
  /** Loading, empty and failed states, above the list. */
  children?: ReactNode
}

/** Search field with a list of options below it: arrow keys move along the list, Enter chooses. */
export function OptionSearch<Option extends { id: number }>(props: OptionSearchProps<Option>) {
  const { label, placeholder = 'Search', words, onWords, options, draw, onChoose, children } = props
  const [at, setAt] = useState(0)
  const id = useId()
  const current = options[at]
  const keyed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) setAt((at + step + options.length) % options.length)
    else if (event.key === 'Enter' && current) onChoose(current)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        data-first-focus
        type="search"
        role="combobox"
        aria-label={`Search ${label.toLowerCase()}`}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={current && `${id}-${current.id}`}
        placeholder={placeholder}
        autoComplete="off"
        className="input mb-3 w-full text-base sm:text-sm"
        value={words}
        onChange={({ target }) => {
          onWords(firstCharacters(target.value, MAX_STAFF_SEARCH))
          setAt(0)
        }}
        onKeyDown={keyed}
      />
      {children}
      <ul id={id} role="listbox" aria-label={label} className="max-h-80 space-y-1 overflow-y-auto">
        {options.map((option, index) => (
          <li
            key={option.id}
            id={`${id}-${option.id}`}
            role="option"
            aria-selected={index === at}
            className={`cursor-pointer rounded-field px-3 py-2 text-sm ${index === at ? 'bg-tint' : 'hover:bg-base-200'}`}
            onClick={() => onChoose(option)}
          >
            {draw(option)}
          </li>
        ))}
      </ul>
    </>
  )
}
