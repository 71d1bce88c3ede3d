import { useLayoutEffect, useRef, type RefObject } from 'react'

export interface Brought {
  /** Of a comment or a reply. */
  id: number
  /** Takes the focus too, so that reading goes on there. */
  focus: boolean
}

/**
 * Brings a comment into sight, as soon as it is drawn. Comments carry `data-comment` with their id.
 * @returns a function that says which
 */
export function useBring(list: RefObject<HTMLElement | null>): (wanted: Brought) => void {
  const wanted = useRef<Brought>(undefined)
  const look = () => {
    const { id, focus = false } = wanted.current ?? {}
    const element = list.current?.querySelector<HTMLElement>(`[data-comment="${id}"]`)
    if (!element) return
    wanted.current = undefined
    if (focus) element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest' })
  }
  useLayoutEffect(look)
  return (next) => {
    wanted.current = next
    look()
  }
}
