import { narrowMark } from '#core/content/content-changes.ts'
import { countImport, lockContent, lockRevision, readRevision, writeSite } from '#core/content/content-facts.ts'
import { takeImportLease, type ImportLease } from '#core/content/import-lease.ts'
import type { Kysely } from 'kysely'
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
import { sameFacts, siteFacts, versionOf } from './site/site-facts.ts'
import { importQuizzes } from './course/import-quizzes.ts'
import { importQuestionSources, importSources } from './import-sources.ts'
import { ConflictError, type Conflict, type Side } from './two-sides/conflicts.ts'
import { settle } from './two-sides/settle.ts'
import { shortTransactions, startRun, type ImportRun, type ShortTransaction, type Tx } from './staging/import-run.ts'
import { releaseTexts, settleTexts } from './staging/text-changes.ts'
import { releaseRows } from './staging/unreleased-rows.ts'
import { namesOnly } from './names-only.ts'
import { importPolicies } from './site/import-policies.ts'
import { importPublications } from './site/import-publications.ts'
import type { Pack } from '../pack.ts'
import { PackError } from '../read/problems.ts'
import { touched, type Changes } from './sync.ts'

export interface ImportOptions {
  files: FileStore
  now: number
  /** Create the pack's demo learners as well. A dry run leaves them out. */
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

/** How often an import compares again because the content was changed in the console meanwhile. */
const TRIES = 5

/**
 * Imports a checked pack: all of it becomes visible in one transaction, which is short; what takes long comes before, in
 * short transactions and without any (docs/decisions/0103-imports-in-short-transactions.md). Importing it again changes
 * nothing; what learners did is never touched.
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
  if (options.dryRun) return tryPack(db, pack, options, address)
  const lease = await takeImportLease(db)
  try {
    const ahead = shortTransactions(db, lease)
    // Of an import that was cut off.
    await settleTexts(db, ahead)
    if (options.onlyIfEmpty && (await storedSite(db))) return undefined
    for (let left = TRIES; left > 0; left -= 1) {
      const result = await importOnce(db, pack, { ...options, address, lease, ahead })
      if (result) return result
    }
    throw new PackError([`The content was changed ${TRIES} times while it was compared with the pack: import it again`])
  } finally {
    await lease.free()
  }
}

/** @returns undefined when the content was changed by somebody else meanwhile, and nothing was imported */
async function importOnce(
  db: Kysely<Database>,
  pack: Pack,
  options: ImportOptions & { address: (text: string) => string; lease: ImportLease; ahead: ShortTransaction },
): Promise<ImportResult | undefined> {
  const { address, lease, ahead } = options
  const revision = (await readRevision(db)) ?? (await ahead(lockContent))
  const { run, writes } = startRun(db, ahead, false)
  try {
    const { pack: settled, isSame, result, writeFacts } = await comparePack(run, pack, options)
    if (!isSame || writes.length > 0) {
      const isReleased = await db.transaction().execute(async (tx) => {
        await liftBounds(tx)
        await lease.renew(tx)
        if (!(await lockRevision(tx, revision))) return false
        await releaseRows(tx, run.id)
        await releaseTexts(tx)
        for (const write of writes) await write(tx)
        await writeFacts(tx)
        return true
      })
      if (!isReleased) return undefined
    }
    await importQuestionSources(db, ahead, settled, address)
    return result()
  } finally {
    await settleTexts(db, ahead)
  }
}

/**
 * Returns what an import would do. Compares without a transaction; only the writes that may refuse the import run, in
 * one transaction that is rolled back. Demo learners are not compared: they need the rows of new courses.
 */
async function tryPack(
  db: Kysely<Database>,
  pack: Pack,
  options: ImportOptions,
  address: (text: string) => string,
): Promise<ImportResult> {
  const { run, writes } = startRun(db, (write) => db.transaction().execute(write), true)
  const { result } = await comparePack(run, pack, { ...options, address })
  if (writes.length === 0) return result()
  try {
    return await db.transaction().execute(async (tx) => {
      for (const write of writes) await write(tx)
      throw new Undone(result())
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

interface Compared {
  /** The pack with what is kept of the console. */
  pack: Pack
  /** The content is what the pack says, and so are the facts of the site and the marks of the console. */
  isSame: boolean
  /** What was done, when the writes have run. */
  result: () => ImportResult
  /** Writes facts and marks, as the last of the writes. */
  writeFacts: (tx: Tx) => Promise<void>
}

/** Compares a pack with the content and collects what is to be written. */
async function comparePack(
  run: ImportRun,
  pack: Pack,
  options: ImportOptions & { address: (text: string) => string },
): Promise<Compared> {
  const { address, side, dryRun = false } = options
  const before = await storedSite(run.db)
  const { pack: settled, conflicts, marks } = await settle(run.db, pack, address, side)
  if (conflicts.length > 0 && !side && !dryRun) throw new ConflictError(conflicts)
  const { facts, changed, result } = await collectWrites(run, settled, { ...options, before })
  return {
    pack: settled,
    isSame: !changed && marks.length === 0,
    result: () => ({ ...result(), conflicts }),
    writeFacts: async (tx) => {
      if (changed) await writeSite(tx, { contentVersion: result().contentVersion, ...facts })
      if (changed || marks.length > 0) await countImport(tx)
      for (const mark of marks) await narrowMark(tx, mark)
    },
  }
}

interface Collected {
  facts: Omit<Site, 'contentVersion'>
  changed: boolean
  /** What was done, when the writes have run. */
  result: () => Omit<ImportResult, 'conflicts'>
}

async function collectWrites(
  run: ImportRun,
  pack: Pack,
  options: ImportOptions & { address: (text: string) => string; before: Site | undefined },
): Promise<Collected> {
  const { address, before, now, keepResults = false } = options
  const catalogue = await importCatalogue(run, pack, address, now)
  const questions = await importQuestions(run, pack, address)
  const { courseIds, chapterIds, courses } = catalogue
  await importCourseParts(run, pack, catalogue, { questionIds: questions.ids, address, now })
  const liveClasses = await importLiveClasses(run, pack, courseIds, now)
  const exams = await importExams(run, pack, { courseIds, chapterIds, questionIds: questions.ids, address, now })
  const quizzes = await importQuizzes(run, pack, questions.ids)
  const { news, splashes } = await importAnnouncements(run, pack, address, now)
  const { blog, webinars } = await importPublications(run, pack, address, now)
  await importSources(run, pack, address)
  const kept = await importOptions(run, pack, questions, { address, keepResults, now })
  let learners = { created: 0, changed: new Array<string>() }
  if (options.learners)
    run.last(async (tx) => {
      const seller = options.settings && sellerOf(options.settings, pack.site)
      learners = await importLearners(tx, pack, { courseIds, chapterIds, seller, now })
      await importStaff(tx, pack, now)
      await importDiscussions(tx, pack, courseIds, now)
    })
  const ids = {
    ...{ course_details: courseIds, exam_details: exams.ids },
    ...{ ca_details: news.ids, blog_details: blog.ids, webinar_registration: webinars.ids },
  }
  await importNotifications(run, pack, { ids, address, now, learners: options.learners })

  const policiesChanged = await importPolicies(run, pack, address)
  const facts = siteFacts(pack, { courseIds, examIds: exams.ids, address, before })
  const changed =
    catalogue.othersTouched ||
    [courses, questions, exams, quizzes, liveClasses, news, blog, webinars, splashes].some(touched) ||
    policiesChanged ||
    !before ||
    !sameFacts(before, facts)
  const contentVersion = changed ? versionOf(pack, address, now) : before.contentVersion
  return {
    facts,
    changed,
    result: () => ({
      ...{ courses, questions, exams, quizzes, liveClasses, news, blog, webinars, splashes, contentVersion },
      newLearners: learners.created,
      changedLearners: learners.changed,
      keptAnswers: keptLines(kept()),
    }),
  }
}
