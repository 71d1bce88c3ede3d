import { useEffect } from 'react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { chapterParts, refreshParts } from '../../player/chapter.store.ts'

/** Documents and exams of a chapter. @param chapterId undefined: nothing is asked for */
export function useParts(chapterId: number | undefined, reload: number) {
  const state = useLoaded(chapterParts, chapterId === undefined ? null : { chapterId, reload })
  const asked = chapterId !== undefined
  useEffect(() => {
    if (!asked) return
    // From the back-forward cache: an exam may have been sat meanwhile.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && refreshParts()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [asked])
  return state
}
