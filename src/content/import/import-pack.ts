import { narrowMark } from '#core/content/content-changes.ts'
import { countImport, lockContent, splashesOf, writeSite } from '#core/content/content-facts.ts'
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Brand, IconName } from '#core/site/brand.ts'
import { storedSite, type Site } from '#core/site/site.ts'
import type { Config } from '#core/config.ts'
import { sellerOf } from '#features/purchases/receipts/receipt.rules.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import type { Database } from '#db/database.ts'
import { liftBounds } from '#db/postgres/bounds.ts'
import { keptLines } from './course/answer-keys.ts'
import { importAnnouncements } from './site/import-announcements.ts'
import { importCatalogue } from './course/import-catalogue.ts'
import { importCourseParts } from './course/import-course-parts.ts'
import { importDiscussions } from './course/import-discussions.ts'
import { importExams } from './course/import-exams.ts'
import { importLearners } from './site/import-learners.ts'
import { importLiveClasses } from './site/import-live-classes.ts'
import { importNotifications } from './site/import-notifications.ts'
import { importOptions, importQuestions } from './course/import-questions.ts'
import { importStaff } from './site/import-staff.ts'
import { importQuizzes } from './course/import-quizzes.ts'
import { importSources } from './import-sources.ts'
import { ConflictError, type Conflict, type Side } from './two-sides/conflicts.ts'
import { settle } from './two-sides/settle.ts'
import { namesOnly } from './names-only.ts'
import { importPolicies } from './site/import-policies.ts'
import { importPublications } from './site/import-publications.ts'
import type { Pack } from '../pack.ts'
import { idOf, touched, type Changes, type Tx } from './sync.ts'

export interface ImportOptions {
  files: FileStore
  now: number
  /** Create the pack's demo learners as well. */
  learners: boolean
  /** The server's: who sells. Without them the receipts of demo learners are made when they are first opened. */
  settings?: Config
  /** Let an answer change by which attempts were marked: these keep the old one. */
  keepResults?: boolean
  /** Do nothing when the database holds content already. */
  onlyIfEmpty?: boolean
  /** Whose word counts where something was changed in the console that the pack says otherwise. */
  side?: Side | undefined
  /** Say what would be done, and do nothing; then conflicts are told and stop nothing. */
  dryRun?: boolean
}

export interface ImportResult {
  courses: Changes
  questions: Changes
  exams: Changes
  quizzes: Changes
  liveClasses: Changes
  news: Changes
  blog: Changes
  webinars: Changes
  splashes: Changes
  newLearners: number
  /** What is new for learners that there were, a line each. */
  changedLearners: string[]
  /** Answers that changed, and stay for the attempts that were marked by them, a line each. */
  keptAnswers: string[]
  /** What the console and the pack said differently. */
  conflicts: Conflict[]
  contentVersion: string
}

/**
 * Imports a checked pack in one transaction. Importing it again changes nothing; what learners did is never touched.
 * Media are stored first, since a transaction must not wait for anything outside the database.
 * @returns what changed; undefined when there was content already and `onlyIfEmpty` was asked
 * @throws PackError when the pack would undo what learners chose, or what they were marked by
 * @throws ConflictError when it would overwrite what was changed in the console, and no side was named
 */
export async function importPack(
  db: Kysely<Database>,
  pack: Pack,
  options: ImportOptions,
): Promise<ImportResult | undefined> {
  const address = await pack.media.store(options.dryRun ? namesOnly : options.files)
  try {
    return await db.transaction().execute(async (tx) => {
      await liftBounds(tx)
      await lockContent(tx)
      const before = await storedSite(tx)
      if (options.onlyIfEmpty && before) return undefined
      const { pack: settled, conflicts, marks } = await settle(tx, pack, address, options.side)
      if (conflicts.length > 0 && !options.side && !options.dryRun) throw new ConflictError(conflicts)
      const { changed, ...written } = await writePack(tx, settled, { ...options, address, before })
      if (changed || marks.length > 0) await countImport(tx)
      for (const mark of marks) await narrowMark(tx, mark)
      const result = { ...written, conflicts }
      if (options.dryRun) throw new Undone(result)
      return result
    })
  } catch (error) {
    if (error instanceof Undone) return error.result
    throw error
  }
}

/** Takes back what a dry run did. */
class Undone extends Error {
  readonly result: ImportResult
  constructor(result: ImportResult) {
    super('A dry run')
    this.result = result
  }
}

type Written = Omit<ImportResult, 'conflicts'> & { changed: boolean }

async function writePack(
  tx: Tx,
  pack: Pack,
  options: ImportOptions & { address: (text: string) => string; before: Site | undefined },
): Promise<Written> {
  const { address, before, now, keepResults = false } = options
  const catalogue = await importCatalogue(tx, pack, address, now)
  const questions = await importQuestions(tx, pack, address)
  const { courseIds, chapterIds, courses } = catalogue
  await importCourseParts(tx, pack, catalogue, { questionIds: questions.ids, address, now })
  const liveClasses = await importLiveClasses(tx, pack, courseIds, now)
  const exams = await importExams(tx, pack, { courseIds, chapterIds, questionIds: questions.ids, address, now })
  const quizzes = await importQuizzes(tx, pack, questions.ids)
  const { news, splashes } = await importAnnouncements(tx, pack, address, now)
  const { blog, webinars } = await importPublications(tx, pack, address, now)
  await importSources(tx, pack, address)
  const kept = await importOptions(tx, pack, questions, { address, keepResults, now })
  const seller = options.settings && sellerOf(options.settings, pack.site)
  const learners = options.learners
    ? await importLearners(tx, pack, { courseIds, chapterIds, seller, now })
    : { created: 0, changed: [] }
  if (options.learners) {
    await importStaff(tx, pack, now)
    await importDiscussions(tx, pack, courseIds, now)
  }
  const targetIds = {
    ...{ course_details: courseIds, exam_details: exams.ids },
    ...{ ca_details: news.ids, blog_details: blog.ids, webinar_registration: webinars.ids },
  }
  await importNotifications(tx, pack, { ids: targetIds, address, now, learners: options.learners })

  const policiesChanged = await importPolicies(tx, pack, address)
  const facts = siteFacts(pack, { courseIds, examIds: exams.ids, address, before })
  const changed =
    catalogue.othersTouched ||
    [courses, questions, exams, quizzes, liveClasses, news, blog, webinars, splashes].some(touched) ||
    policiesChanged ||
    !before ||
    !sameFacts(before, facts)
  const contentVersion = changed ? versionOf(pack, address, now) : before.contentVersion
  if (changed) await writeSite(tx, { contentVersion, ...facts })
  return {
    changed,
    ...{ courses, questions, exams, quizzes, liveClasses, news, blog, webinars, splashes, contentVersion },
    newLearners: learners.created,
    changedLearners: learners.changed,
    keptAnswers: keptLines(kept),
  }
}

function siteFacts(
  { site, splashes, policies }: Pack,
  {
    courseIds,
    examIds,
    address,
    before,
  }: {
    courseIds: Map<string, number>
    examIds: Map<string, number>
    address: (text: string) => string
    before: Site | undefined
  },
): Omit<Site, 'contentVersion'> {
  return {
    name: site.name,
    brand: storedBrand(site.brand, address),
    login: { ...site.login, picture: site.login.picture === null ? null : address(site.login.picture) },
    policies: Object.fromEntries(policies.map(({ key, changed }) => [key, changed])),
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
    // What the pack does not have is withdrawn, and may be brought back.
    splashes: splashesOf([
      ...(before?.splashes ?? []),
      ...splashes.map(({ key, portrait, title, text }) => ({
        key,
        title: title ?? '',
        text: text ?? '',
        portrait: portrait === undefined ? null : address(portrait),
      })),
    ]),
  }
}

/** The brand with the addresses that its files are stored under. */
function storedBrand(brand: Brand, address: (text: string) => string): Brand {
  const icons = { ...brand.icons }
  for (const name of Object.keys(icons) as IconName[]) icons[name] = address(icons[name])
  return { ...brand, logo: address(brand.logo), icons }
}

function sameFacts(before: Site, facts: Omit<Site, 'contentVersion'>): boolean {
  return JSON.stringify({ ...before, ...facts }) === JSON.stringify(before)
}

/** Says which content it is and when it came, so that a pack that comes back after another is a new version too. */
function versionOf(pack: Pack, address: (text: string) => string, now: number): string {
  const { site, policies, groups, courses, questions, exams, quizzes, liveClasses, news, blog, webinars, splashes } =
    pack
  const hash = createHash('sha256')
  // Each by itself: a large bank is more than one string can hold.
  const small = [[site], policies, groups, courses]
  for (const part of [...small, questions, exams, quizzes, liveClasses, news, splashes, blog, webinars])
    for (const entry of [part.length, ...part]) hash.update(`${address(JSON.stringify(entry))}\n`)
  return `${hash.digest('hex').slice(0, 12)}-${now.toString(36)}`
}
