import ChevronLeftIcon from 'virtual:lucide/chevron-left'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import { pageItems } from './pagination.ts'

/** How one comes to a page: by a link, or in place. */
type Way =
  /** The address of a page. */
  | { href: (page: number) => string; onPage?: undefined; disabled?: undefined }
  /** Told which page is wanted; nothing can be pressed while `disabled`. */
  | { href?: undefined; onPage: (page: number) => void; disabled?: boolean }

export type PaginationProps = { current: number; last: number; label?: string } & Way

const SQUARE = 'btn w-[min(2.75rem,10vw)] px-0'

/** Pages of a list: links where the server draws each, buttons where they are loaded in place. Nothing for a single page. */
export function Pagination({ current, last, label = 'Pages', ...way }: PaginationProps) {
  if (last <= 1) return null
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>
          <End rel="prev" page={current - 1} last={last} way={way} />
        </li>
        {pageItems(current, last).map((item, index) =>
          item === 'gap' ? (
            <li key={`gap-${index}`} aria-hidden="true" className="w-5 text-center text-muted">
              …
            </li>
          ) : (
            <li key={item}>
              <Numbered page={item} here={item === current} way={way} />
            </li>
          ),
        )}
        <li>
          <End rel="next" page={current + 1} last={last} way={way} />
        </li>
      </ul>
    </nav>
  )
}

function Numbered({ page, here, way }: { page: number; here: boolean; way: Way }) {
  const shared = {
    className: `${SQUARE} tabular-nums ${here ? 'btn-primary' : 'btn-ghost'}`,
    'aria-current': here ? 'page' : undefined,
    'aria-label': `Page ${page}`,
  } as const
  if (way.href) {
    return (
      <a {...shared} href={way.href(page)}>
        {page}
      </a>
    )
  }
  return (
    <button {...shared} type="button" disabled={way.disabled} onClick={() => !here && way.onPage(page)}>
      {page}
    </button>
  )
}

/** The step to the page before or after. */
function End({ rel, page, last, way }: { rel: 'prev' | 'next'; page: number; last: number; way: Way }) {
  const none = page < 1 || page > last
  const sign = rel === 'prev' ? <ChevronLeftIcon /> : <ChevronRightIcon />
  const words = <span className="sr-only">{rel === 'prev' ? 'Previous page' : 'Next page'}</span>
  const className = `${SQUARE} btn-ghost`
  if (!way.href) {
    return (
      <button type="button" className={className} disabled={way.disabled || none} onClick={() => way.onPage(page)}>
        {sign}
        {words}
      </button>
    )
  }
  // Nothing to follow: a link without an address would be one that search engines complain of.
  if (none) {
    return (
      <span className={`${className} btn-disabled`} aria-hidden="true">
        {sign}
      </span>
    )
  }
  return (
    <a className={className} href={way.href(page)} rel={rel}>
      {sign}
      {words}
    </a>
  )
}
