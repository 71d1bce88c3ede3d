import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { toast } from '#ui/Toasts.tsx'
import { $parts, loadParts, refreshParts } from '../../player/chapter.store.ts'

/** Document 2, section 8. */
const TROUBLE = 'Error while fetching chapter exam details'

/** Documents and exams of a chapter. @param chapterId undefined: nothing is asked for */
export function useParts(chapterId: number | undefined, reload: number) {
  const parts = useStore($parts)
  useEffect(() => {
    ask(chapterId, reload)
    // From the back-forward cache: an exam may have been sat meanwhile.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted && chapterId !== undefined)
        refreshParts(chapterId).catch(() => toast.error(TROUBLE, { id: TROUBLE }))
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [chapterId, reload])
  const mine = typeof parts === 'string' || parts.chapterId === chapterId ? parts : 'loading'
  return { parts: mine, retry: () => ask(chapterId, reload) }
}

function ask(chapterId: number | undefined, reload: number): void {
  if (chapterId === undefined) return
  loadParts(chapterId, reload).catch(() => toast.error(TROUBLE, { id: TROUBLE }))
}
