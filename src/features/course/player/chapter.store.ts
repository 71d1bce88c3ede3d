import { timed } from '#lib/browser/server-time.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { toast } from '#ui/Toasts.tsx'
import { getChapterExams } from '../course.contract.ts'

/** Document 2, section 8. */
const TROUBLE = 'Error while fetching chapter exam details'

const tell = () => void toast.error(TROUBLE, { id: TROUBLE })

interface PartsOf {
  chapterId: number
  /** Counts how often the tab was drawn anew: each time its parts are, too. */
  reload: number
}

/**
 * Documents and exams of the chosen chapter: the attachments and the examinations tab share one call. `loadedAt`:
 * milliseconds since 1970.
 */
export const chapterParts = loading(
  async ({ chapterId }: PartsOf, signal) => {
    const { data } = await timed(() => call(getChapterExams, { params: { chapterId }, signal }))
    return { ...data, loadedAt: Date.now() }
  },
  { keeps: 'instead', onFailed: tell },
)

/** The address of a document, signed just now. @throws what the call throws */
export async function freshDocument(documentId: number): Promise<string | undefined> {
  const { documents } = await chapterParts.refresh()
  return documents.find(({ id }) => id === documentId)?.value
}

/** Loads the parts again while those that are there stay; says so when that fails. */
export function refreshParts(): void {
  chapterParts.refresh().catch(tell)
}
