/** A page number, or a gap between two of them. */
export type PageItem = number | 'gap'

/** Up to this many pages all are listed (document 1, section 4). */
const ALL_UP_TO = 5

/**
 * The pages a pagination lists: all when there are five or fewer, otherwise the first, the last, the current one with
 * its neighbours, and gaps. A gap of one page would be no shorter than that page, so the page stands there instead.
 */
export function pageItems(current: number, last: number): PageItem[] {
  if (last <= ALL_UP_TO) return Array.from({ length: Math.max(0, last) }, (_, index) => index + 1)
  const here = Math.min(Math.max(1, current), last)
  // At either end the window keeps its width, so that the buttons do not move under the pointer.
  const from = Math.max(2, Math.min(here - 1, last - 3))
  const to = Math.min(last - 1, Math.max(here + 1, 4))
  const window = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [1, ...between(1, from), ...window, ...between(to, last), last]
}

function between(left: number, right: number): PageItem[] {
  if (right - left <= 1) return []
  return right - left === 2 ? [left + 1] : ['gap']
}
