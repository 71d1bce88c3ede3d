import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { siteKey, siteOf, type Site } from '#api/site.ts'
import type { Config } from '#api/config.ts'
import { sellerOf } from '#features/purchases/receipt.rules.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import type { Database } from '../database.ts'
import { liftBounds } from '../postgres/bounds.ts'
import { importAnnouncements } from './import-announcements.ts'
import { importCatalogue } from './import-catalogue.ts'
import { importCourseParts } from './import-course-parts.ts'
import { importDiscussions } from './import-discussions.ts'
import { importExams } from './import-exams.ts'
import { importLearners } from './import-learners.ts'
import { importLiveClasses } from './import-live-classes.ts'
import { importNotifications } from './import-notifications.ts'
import { importQuestions } from './import-questions.ts'
import { importQuizzes } from './import-quizzes.ts'
import type { Pack } from './pack.ts'
import { idOf, touched, type Changes, type Tx } from './sync.ts'

export interface ImportOptions {
  files: FileStore
  now: number
  /** Create the pack's demo learners as well. */
  learners: boolean
  /** The server's: who sells. Without them the receipts of demo learners are made when they are first opened. */
  settings?: Config
  /** Do nothing when the database holds content already. */
  onlyIfEmpty?: boolean
}

export interface ImportResult {
  courses: Changes
  questions: Changes
  exams: Changes
  quizzes: Changes
  liveClasses: Changes
  news: Changes
  splashes: Changes
  newLearners: number
  /** What is new for learners that there were, a line each. */
  changedLearners: string[]
  contentVersion: string
}

/**
 * Imports a checked pack in one transaction. Importing it again changes nothing; what learners did is never touched.
 * Media are stored first, since a transaction must not wait for anything outside the database.
 * @returns what changed; undefined when there was content already and `onlyIfEmpty` was asked
 * @throws PackError when the pack would undo what learners chose
 */
export async function importPack(
  db: Kysely<Database>,
  pack: Pack,
  options: ImportOptions,
): Promise<ImportResult | undefined> {
  const address = await pack.media.store(options.files)
  const { now } = options
  return db.transaction().execute(async (tx) => {
    await liftBounds(tx)
    await lockContent(tx)
    const before = await readSite(tx)
    if (options.onlyIfEmpty && before) return undefined
    const catalogue = await importCatalogue(tx, pack, address, now)
    const questions = await importQuestions(tx, pack, address)
    const { courseIds, chapterIds, courses } = catalogue
    await importCourseParts(tx, pack, catalogue, { questionIds: questions.ids, address, now })
    const liveClasses = await importLiveClasses(tx, pack, courseIds, now)
    const exams = await importExams(tx, pack, { courseIds, chapterIds, questionIds: questions.ids, address, now })
    const quizzes = await importQuizzes(tx, pack, questions.ids)
    const { news, splashes } = await importAnnouncements(tx, pack, address, now)
    const seller = options.settings && sellerOf(options.settings, pack.site)
    const learners = options.learners
      ? await importLearners(tx, pack, { courseIds, chapterIds, seller, now })
      : { created: 0, changed: [] }
    if (options.learners) {
      await importDiscussions(tx, pack, courseIds, now)
      await importNotifications(tx, pack, { courseIds, examIds: exams.ids, address, now })
    }

    const facts = siteFacts(pack, courseIds, exams.ids)
    const changed =
      catalogue.othersTouched ||
      [courses, questions, exams, quizzes, liveClasses, news, splashes].some(touched) ||
      !before ||
      !sameFacts(before, facts)
    const contentVersion = changed ? versionOf(pack, address, now) : before.contentVersion
    if (changed) await writeSite(tx, { contentVersion, ...facts })
    return {
      ...{ courses, questions, exams, quizzes, liveClasses, news, splashes, contentVersion },
      newLearners: learners.created,
      changedLearners: learners.changed,
    }
  })
}

/**
 * Lets one import or refresh at a time into the content, here and in other processes, as the first statement of their
 * transactions: PostgreSQL lets others wait at this row. On SQLite a transaction has its turn when it begins.
 */
export async function lockContent(tx: Tx): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: 'content-lock', value: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '' }))
    .execute()
}

/** The facts of the site; undefined before the first import. */
export async function readSite(tx: Tx): Promise<Site | undefined> {
  const row = await tx.selectFrom('meta').select('value').where('key', '=', siteKey).executeTakeFirst()
  return row && siteOf(row.value)
}

export async function writeSite(tx: Tx, site: Site): Promise<void> {
  const value = JSON.stringify(site)
  await tx
    .insertInto('meta')
    .values({ key: siteKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

function siteFacts(
  { site }: Pack,
  courseIds: Map<string, number>,
  examIds: Map<string, number>,
): Omit<Site, 'contentVersion'> {
  return {
    name: site.name,
    contentSource: site.content_source,
    phone: site.phone,
    enableHomePageExam: site.flags.enable_home_page_exam,
    enableMarketingSplash: site.flags.enable_marketing_splash,
    pages: {
      currentAffairs: site.pages?.current_affairs ?? null,
      blog: site.pages?.blog ?? null,
      webinar: site.pages?.webinar ?? null,
    },
    popularCourses: site.popular.map((key) => idOf(courseIds, key)),
    featuredExams: site.featured_exams.map((key) => idOf(examIds, key)),
  }
}

function sameFacts(before: Site, facts: Omit<Site, 'contentVersion'>): boolean {
  return JSON.stringify({ ...before, ...facts }) === JSON.stringify(before)
}

/** Says which content it is and when it came, so that a pack that comes back after another is a new version too. */
function versionOf(pack: Pack, address: (text: string) => string, now: number): string {
  const { site, groups, courses, questions, exams, quizzes, liveClasses, news, splashes } = pack
  const content = address(
    JSON.stringify([site, groups, courses, questions, exams, quizzes, liveClasses, news, splashes]),
  )
  const hash = createHash('sha256').update(content).digest('hex')
  return `${hash.slice(0, 12)}-${now.toString(36)}`
}
