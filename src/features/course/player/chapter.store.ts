import { atom } from 'nanostores'
import type { CourseExam } from '#features/exams/list/course-exams.contract.ts'
import { timed } from '#lib/browser/server-time.ts'
import { call } from '#lib/browser/call/call.ts'
import { getChapterExams, type ChapterDocument } from '../course.contract.ts'

/** Documents and exams of the chosen chapter: the attachments and the examinations tab share one call. */
export interface ChapterParts {
  chapterId: number
  documents: ChapterDocument[]
  exams: CourseExam[]
  /** Milliseconds since 1970. */
  loadedAt: number
}

export const $parts = atom<'loading' | 'failed' | ChapterParts>('loading')

let asked: { chapterId: number; reload: number } | undefined

/**
 * Loads the parts of a chapter, once for both tabs and anew when `reload` has changed.
 * @throws what the call throws, once for both
 */
export async function loadParts(chapterId: number, reload: number): Promise<void> {
  if (asked?.chapterId === chapterId && asked.reload === reload && $parts.get() !== 'failed') return
  const mine = { chapterId, reload }
  asked = mine
  $parts.set('loading')
  try {
    const parts = await fetchParts(chapterId)
    if (asked === mine) $parts.set(parts)
  } catch (error) {
    if (asked !== mine) return
    $parts.set('failed')
    throw error
  }
}

/** The address of a document, signed just now. @throws what the call throws */
export async function freshDocument(chapterId: number, documentId: number): Promise<string | undefined> {
  const { documents } = await refreshParts(chapterId)
  return documents.find(({ id }) => id === documentId)?.value
}

/** Loads the parts of a chapter again while those that are there stay. @throws what the call throws */
export async function refreshParts(chapterId: number): Promise<ChapterParts> {
  const parts = await fetchParts(chapterId)
  if (asked?.chapterId === chapterId) $parts.set(parts)
  return parts
}

async function fetchParts(chapterId: number): Promise<ChapterParts> {
  const { data } = await timed(() => call(getChapterExams, { params: { chapterId } }))
  return { chapterId, ...data, loadedAt: Date.now() }
}
