/** From top to bottom of the window, in pixels. */
type Span = Pick<DOMRect, 'top' | 'bottom'>

/** Pixels between toasts and the edge of the window, or what they must not cover. */
const GAP = 8

/**
 * Finds a place for toasts that covers none of the spans.
 * @param height of all toasts together, in pixels
 * @param room height of the window
 * @returns pixels from the top of the window; at its end where nothing is free
 */
export function placeOfToasts(height: number, room: number, spans: readonly Span[]): number {
  let place = GAP
  for (const { top, bottom } of [...spans].sort((one, other) => one.top - other.top))
    if (bottom > place - GAP && top < place + height + GAP) place = bottom + GAP
  return Math.min(place, room - height - GAP)
}

/** Bars, timers, and the buttons that hand something in or lead back. */
const UNCOVERED = '[data-uncovered],[role=timer],[type=submit]'

let placed: HTMLElement | null = null

/** Keeps the list of toasts clear of what it must not cover, also while the page scrolls below it. */
export function placeToasts(list: HTMLElement | null): void {
  if (!placed) addEventListener('scroll', place, { passive: true })
  placed = list
  place()
}

function place(): void {
  if (!placed?.offsetHeight) return
  const spans = [...document.querySelectorAll(UNCOVERED)].map((each) => each.getBoundingClientRect())
  placed.style.top = `${placeOfToasts(placed.offsetHeight, innerHeight, spans)}px`
}
