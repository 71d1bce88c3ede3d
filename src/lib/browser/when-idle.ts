// No constants of time: they stand with all that knows dates, and this is on pages that know none.

/** Does it when the page is loaded and has nothing else to do, three seconds later at the latest. */
export function whenIdle(act: () => void): void {
  const soon = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: 3000 }) : act())
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

/**
 * Does what the page will need later once somebody has begun to use it, by finger or by key, and its first moments are
 * over; or after some time. So it does not stand in the way of what is wanted at once.
 * @param untouched how long a page is left alone that nobody touches, in milliseconds
 * @returns gives it up, where it has not begun
 */
export function whenTouched(act: () => void, untouched = 10_000): () => void {
  const over = new AbortController()
  const begin = () => {
    over.abort()
    whenIdle(act)
  }
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, begin, { signal: over.signal })
  const late = setTimeout(begin, untouched)
  over.signal.addEventListener('abort', () => clearTimeout(late))
  return () => over.abort()
}
