import { atom } from 'nanostores'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { learn } from './course-page.store.ts'
import { logVideo, type Chapter } from './course.contract.ts'

/** What has become of the wish to mark a chapter without a video as read; `waiting` for the network. */
export type ReadMark = 'sending' | 'waiting' | 'failed'

/** By chapter, while it is not done. */
export const $readMarks = atom<Readonly<Record<number, ReadMark>>>({})

/** Undefined: it is done. */
function become(chapterId: number, mark: ReadMark | undefined): void {
  const { [chapterId]: _, ...others } = $readMarks.get()
  $readMarks.set(mark ? { ...others, [chapterId]: mark } : others)
}

/**
 * Marks a chapter as read; the page shows it once the server has noted it. Without a network the wish waits for it, whatever
 * chapter is shown meanwhile, as long as the page is open. Again is the same as once.
 */
export async function markRead(courseId: number, chapter: Pick<Chapter, 'id' | 'content_id'>): Promise<void> {
  if ($readMarks.get()[chapter.id] === 'sending') return
  become(chapter.id, 'sending')
  try {
    await call(logVideo, {
      params: { contentIdOrCourseId: chapter.content_id || courseId, chapterId: chapter.id },
      query: { device: 'web', videowatched: '1' },
      keepalive: true,
    })
    learn(chapter.id, { watched: '1' })
    become(chapter.id, undefined)
  } catch (error) {
    // A server that does not answer while there is a network is tried again by the learner.
    const waits = error instanceof Unreachable && !navigator.onLine
    become(chapter.id, waits ? 'waiting' : 'failed')
    if (waits) addEventListener('online', () => void markRead(courseId, chapter), { once: true })
  }
}
