import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { FADES, useMoreAside } from '../use-more-aside.ts'

interface Tab<Id extends string> {
  id: Id
  label: string
  /** A count beside the label. */
  badge?: string | number
}

export interface TabsProps<Id extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** The current tab was clicked again (document 2, section 2: it reloads). */
  onReselect?: (id: Id) => void
  /** The selected tab's content. */
  children: ReactNode
}

/** Pixels at the edge in which tabs fade out; the selected one stands clear of them. */
const FADE = 48

/** Tabs: arrow keys, Home and End move along them; Enter, Space or a click selects. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, onReselect, children }: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const { more } = useMoreAside(list, tabs.length)
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!row || !tab) return
    const left = tab.offsetLeft - row.offsetLeft
    const right = left + tab.offsetWidth + FADE
    if (left < row.scrollLeft) row.scrollLeft = left
    else if (right > row.scrollLeft + row.clientWidth) row.scrollLeft = right - row.clientWidth
  }, [selected])
  const move = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[
      event.key
    ]
    if (target === undefined || at < 0) return
    event.preventDefault()
    buttons[target % buttons.length]?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className={`flex overflow-x-auto overflow-y-hidden border-b border-base-300 [scrollbar-width:none] ${more ? FADES : ''}`}
      >
        {tabs.map(({ id, label: text, badge }) => {
          const current = id === selected
          return (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${base}-${id}`}
              aria-selected={current}
              aria-controls={`${base}-panel`}
              tabIndex={current ? 0 : -1}
              onClick={() => (current ? onReselect?.(id) : onSelect(id))}
              className={`-mb-px inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 px-3 text-sm font-semibold -outline-offset-2 ${
                current ? 'border-primary text-primary' : 'border-transparent text-muted hover:text-base-content'
              }`}
            >
              {text}
              {badge !== undefined && <span className="badge badge-sm bg-base-200 text-base-content">{badge}</span>}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`} tabIndex={0} className="pt-6">
        {children}
      </div>
    </div>
  )
}
