/** Acts after the next frame is painted; at once on a hidden page, which paints none. */
export function afterPaint(act: () => void): void {
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}
