import { useId, useState, type ReactNode } from 'react'

export interface ShortListProps<Entry> {
  entries: readonly Entry[]
  /** So many are shown until more are asked for. */
  first: number
  /** A phone shows one. */
  oneOnPhones?: boolean
  /** What they are, in the plural: 'classes'. */
  named: string
  className: string
  /** One row, a list item. */
  children: (entry: Entry) => ReactNode
}

/**
 * The first rows of a list, whole, and a button for the others: a box that scrolls cuts the last one, and holds a finger
 * that wants to scroll the page.
 */
export function ShortList<Entry>(props: ShortListProps<Entry>) {
  const { entries, first, oneOnPhones = false, named, className, children } = props
  const id = useId()
  const [all, setAll] = useState(false)
  const more = entries.length > first
  return (
    <>
      <ul id={id} className={`${className} ${oneOnPhones && !all ? 'max-sm:[&>:not(:first-child)]:hidden' : ''}`}>
        {(all ? entries : entries.slice(0, first)).map(children)}
      </ul>
      {(more || (oneOnPhones && entries.length > 1)) && (
        <button
          type="button"
          aria-expanded={all}
          aria-controls={id}
          className={`btn btn-ghost btn-sm mt-2 min-h-11 w-full text-primary ${more ? '' : 'sm:hidden'}`}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer' : `Show all ${entries.length} ${named}`}
        </button>
      )}
    </>
  )
}
