/** From top to bottom of the window, in pixels. */
export interface Span {
  top: number
  bottom: number
}

/** Pixels between toasts and the edge of the window, or what they must not cover. */
const GAP = 8

/**
 * Finds the highest place for toasts that covers none of the spans.
 * @param height of all toasts together, in pixels
 * @param room height of the window
 * @returns pixels from the top of the window; below the first span at the top where nothing is free
 */
export function placeOfToasts(height: number, room: number, spans: readonly Span[]): number {
  let top = GAP
  let first: number | undefined
  for (const span of spans.toSorted((one, other) => one.top - other.top)) {
    if (span.bottom <= top - GAP || span.top >= top + height + GAP) continue
    top = span.bottom + GAP
    first ??= top
  }
  return top + height <= room ? top : (first ?? top)
}
