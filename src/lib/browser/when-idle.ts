/** Does it when the page is loaded and has nothing else to do, three seconds later at the latest. */
export function whenIdle(act: () => void): void {
  const soon = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: 3000 }) : act())
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}
