import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import CheckIcon from 'virtual:lucide/check'
import XIcon from 'virtual:lucide/x'
import { counted } from '#lib/both/text/format.ts'
import { countries, search, type NamedCountry } from './countries.ts'
import { flagOf } from './flags.ts'
import SearchIcon from 'virtual:lucide/search'

export interface PickedCountry extends NamedCountry {
  flag: string
}

export interface CountryListProps {
  /** Two letters of the country that is chosen now. */
  chosen: string
  onPick: (country: PickedCountry) => void
  onClose: () => void
}

/** Rows that Page Up and Page Down move by. */
const PAGE = 8

/** The list of countries: a sheet from below on small screens, a panel at the field on larger ones. */
export function CountryList({ chosen, onPick, onClose }: CountryListProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const ids = useId()
  const all = useMemo(countries, [])
  const [typed, setTyped] = useState('')
  const preferred = search(all.preferred, typed)
  const shown = [...preferred, ...search(all.others, typed)]
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      shown.findIndex(({ iso }) => iso === chosen),
    ),
  )

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    placeAt(element)
    element.showModal()
    return () => element.close()
  }, [])

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, typed])

  // Closed before it is taken out of the page: only then does the focus go back, and behind an open dialog nothing takes it.
  const leave = () => {
    dialog.current?.close()
    onClose()
  }

  const pick = (country: NamedCountry | undefined) => {
    if (!country) return
    dialog.current?.close()
    onPick({ ...country, flag: flagOf(country.iso) ?? '' })
  }

  const move = (event: KeyboardEvent, to: number) => {
    event.preventDefault()
    setActive(Math.min(Math.max(to, 0), shown.length - 1))
  }

  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(event, active + 1)
    else if (event.key === 'ArrowUp') move(event, active - 1)
    else if (event.key === 'PageDown') move(event, active + PAGE)
    else if (event.key === 'PageUp') move(event, active - PAGE)
    else if (event.key === 'Enter') {
      event.preventDefault()
      pick(shown[active])
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Choose a country"
      className="inset-x-0 bottom-0 m-0 mt-auto flex h-[min(32rem,85dvh)] w-full max-w-none flex-col overflow-hidden rounded-t-box border border-base-300 bg-base-100 text-base-content shadow-2xl motion-safe:animate-enter sm:inset-auto sm:left-(--left) sm:top-(--top) sm:mt-0 sm:h-(--height) sm:w-(--width) sm:rounded-box sm:backdrop:bg-transparent"
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) leave()
      }}
    >
      <div className="flex items-center gap-3 border-b border-base-300 pl-4 pr-2">
        <SearchIcon className="size-5 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Search for a country"
          aria-expanded="true"
          aria-controls={`${ids}list`}
          aria-autocomplete="list"
          aria-activedescendant={shown[active] && `${ids}${shown[active].iso}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search"
          className="h-14 min-w-0 grow text-base outline-none placeholder:text-muted"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={press}
        />
        <button type="button" className="btn btn-ghost btn-square size-11 text-muted" onClick={leave}>
          <XIcon />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <ul
        ref={list}
        id={`${ids}list`}
        role="listbox"
        aria-label="Countries"
        className="min-h-0 grow overflow-y-auto overscroll-contain p-2"
      >
        {shown.map((country, index) => (
          <li
            key={country.iso}
            id={`${ids}${country.iso}`}
            role="option"
            aria-selected={country.iso === chosen}
            className={`flex min-h-11 cursor-pointer scroll-my-2 items-center gap-3 rounded-field px-3 ${index === active ? 'bg-tint' : ''} ${index === preferred.length && index > 0 ? 'relative mt-4 before:absolute before:inset-x-0 before:-top-2 before:h-px before:bg-base-300' : ''}`}
            onMouseMove={() => setActive(index)}
            onClick={() => pick(country)}
          >
            <img
              src={flagOf(country.iso)}
              alt=""
              width={24}
              height={16}
              loading="lazy"
              className="h-4 w-6 shrink-0 rounded-xs bg-base-200 object-cover ring-1 ring-base-content/15"
            />
            <span className="grow py-2">{country.name}</span>
            <span className="text-muted tabular-nums">+{country.dial}</span>
            <CheckIcon className={`size-4 shrink-0 text-primary ${country.iso === chosen ? '' : 'invisible'}`} />
          </li>
        ))}
      </ul>
      <p role="status" className={shown.length > 0 ? 'sr-only' : 'absolute inset-x-0 top-24 text-center text-muted'}>
        {shown.length > 0 ? counted(shown.length, 'country', 'countries') : 'No country found'}
      </p>
    </dialog>
  )
}

/** On larger screens the panel hangs below the field it belongs to, or above where there is more room. */
function placeAt(dialog: HTMLDialogElement): void {
  const field = dialog.parentElement?.getBoundingClientRect()
  if (!field) return
  const gap = 8
  const below = innerHeight - field.bottom - 2 * gap
  const above = field.top - 2 * gap
  const height = Math.min(448, Math.max(below, above))
  const top = below >= Math.min(height, 320) ? field.bottom + gap : field.top - gap - height
  dialog.style.setProperty('--left', `${field.left}px`)
  dialog.style.setProperty('--top', `${top}px`)
  dialog.style.setProperty('--width', `${field.width}px`)
  dialog.style.setProperty('--height', `${top > field.top ? Math.min(height, below) : height}px`)
}
