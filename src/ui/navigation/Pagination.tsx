import { ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx'
import { pageItems } from './pagination.ts'

export interface PaginationProps {
  current: number
  last: number
  onPage: (page: number) => void
  label?: string
  disabled?: boolean
}

/** Pages of a list that is loaded in place; `Pagination.astro` is the one with links. Nothing for a single page. */
export function Pagination({ current, last, onPage, label = 'Pages', disabled = false }: PaginationProps) {
  if (last <= 1) return null
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>
          <button
            type="button"
            className="btn btn-ghost w-[min(2.75rem,10vw)] px-0"
            disabled={disabled || current <= 1}
            onClick={() => onPage(current - 1)}
          >
            <ChevronLeftIcon />
            <span className="sr-only">Previous page</span>
          </button>
        </li>
        {pageItems(current, last).map((item, index) =>
          item === 'gap' ? (
            <li key={`gap-${index}`} aria-hidden="true" className="w-5 text-center text-muted">
              …
            </li>
          ) : (
            <li key={item}>
              <button
                type="button"
                className={`btn w-[min(2.75rem,10vw)] px-0 tabular-nums ${item === current ? 'btn-primary' : 'btn-ghost'}`}
                aria-current={item === current ? 'page' : undefined}
                aria-label={`Page ${item}`}
                disabled={disabled}
                onClick={() => item !== current && onPage(item)}
              >
                {item}
              </button>
            </li>
          ),
        )}
        <li>
          <button
            type="button"
            className="btn btn-ghost w-[min(2.75rem,10vw)] px-0"
            disabled={disabled || current >= last}
            onClick={() => onPage(current + 1)}
          >
            <ChevronRightIcon />
            <span className="sr-only">Next page</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}
