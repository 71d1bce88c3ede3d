import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Keeps what the learner reads or types in its place on the screen when comments arrive above it. Call the returned
 * function before the change; comments carry `data-comment` with their id.
 */
export function useSteadyScroll(list: RefObject<HTMLElement | null>): () => void {
  const held = useRef<{ id: string; top: number }>(undefined)
  useLayoutEffect(() => {
    const { id, top } = held.current ?? {}
    held.current = undefined
    if (id === undefined || top === undefined) return
    const element = list.current?.querySelector(`[data-comment="${id}"]`)
    if (element) scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
  })
  return useCallback(() => {
    const element = list.current
    if (!element) return
    const comments = [...element.querySelectorAll<HTMLElement>('[data-comment]')]
    const typing = document.activeElement?.closest<HTMLElement>('[data-comment]')
    const passed = element.getBoundingClientRect().top < 0
    const read = passed ? comments.find((comment) => comment.getBoundingClientRect().bottom > 0) : undefined
    const steady = typing && element.contains(typing) ? typing : read
    if (steady) held.current = { id: steady.dataset.comment ?? '', top: steady.getBoundingClientRect().top }
  }, [list])
}
