import { useEffect, useState, type RefObject } from 'react'

/** Fades a box out at its right edge: there is more. */
export const FADES = '[mask-image:linear-gradient(to_right,#000_calc(100%-3rem),#0000)]'

/** Pixels that are too few to be worth a sign. */
const LITTLE = 8

/**
 * Whether a box scrolls, in any direction, and whether some of its content lies beyond the right edge now.
 * @param changed another value where the content may have another width
 */
export function useMoreAside(
  box: RefObject<HTMLElement | null>,
  changed?: unknown,
): { scrolls: boolean; more: boolean } {
  const [room, setRoom] = useState({ scrolls: false, more: false })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const hidden = element.scrollWidth - element.clientWidth
      const scrolls = hidden > LITTLE || element.scrollHeight - element.clientHeight > LITTLE
      const more = hidden - element.scrollLeft > LITTLE
      setRoom((before) => (before.scrolls === scrolls && before.more === more ? before : { scrolls, more }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box, changed])
  return room
}
