import type { ContentKind } from '#core/content/content-kinds.ts'
import { storedSite } from '#core/site/site.ts'
import type { Db } from '#db/database.ts'
import type { Pack } from '../pack.ts'
import { storedCourses, storedGroups } from './stored-catalogue.ts'
import { storedExams, storedQuestions, storedQuizzes } from './stored-exams.ts'
import { storedArticles, storedLiveClasses, storedNews, storedSplashes, storedWebinars } from './stored-publications.ts'
import { storedSiteEntry } from './stored-site.ts'
import { asWritten, type Reading } from './reading.ts'

/** The parts of a pack in which staff can change something; without a site before the first import. */
export type ChangeablePack = Omit<
  Pack,
  | 'site'
  | 'policies'
  | 'media'
  | 'warnings'
  | 'learners'
  | 'staff'
  | 'savedReplies'
  | 'staffNotifications'
  | 'notifications'
> & {
  site: Pack['site'] | undefined
}

const courseKinds: readonly ContentKind[] = [
  ...(['course', 'price', 'syllabus', 'section', 'chapter', 'document', 'workout'] as const),
]

/**
 * What the content holds, as a pack has it, of entries that are asked for: of a question itself, of others all of their
 * kind, what is out of sight as well; what else there is stays empty.
 */
export async function storedEntries(
  db: Db,
  asked: readonly { kind: ContentKind; key: string }[],
): Promise<ChangeablePack> {
  const has = (...kinds: ContentKind[]) => asked.some(({ kind }) => kinds.includes(kind))
  const reading: Reading = { words: asWritten, all: true }
  const site = await storedSite(db)
  const questions = []
  const keys = asked.filter(({ kind }) => kind === 'question').map(({ key }) => key)
  if (keys.length > 0) for await (const part of storedQuestions(db, keys)) questions.push(...part)
  return {
    site: has('site') && site ? await storedSiteEntry(db, site) : undefined,
    groups: has('group', 'category', 'subcategory') ? await storedGroups(db) : [],
    courses: has(...courseKinds) ? await storedCourses(db, reading) : [],
    questions,
    exams: has('exam') ? await storedExams(db, reading) : [],
    quizzes: has('quiz') ? await storedQuizzes(db, reading) : [],
    liveClasses: has('live_class') ? await storedLiveClasses(db, reading) : [],
    news: has('news') ? await storedNews(db, reading) : [],
    blog: has('article') ? await storedArticles(db, reading) : [],
    webinars: has('webinar') ? await storedWebinars(db, reading) : [],
    splashes: has('splash') ? await storedSplashes(db, { splashes: site?.splashes ?? [] }, reading) : [],
  }
}
