import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { storedSite } from '#core/site/site.ts'
import type { Database } from '#db/database.ts'
import { makeFolderSync } from '#lib/server/durable.ts'
import { reasonOf } from '#lib/server/system-errors.mjs'
import type { FileStore } from '#providers/files/file-store.ts'
import { storedCourses, storedGroups } from '../stored/stored-catalogue.ts'
import { storedExams, storedQuestions, storedQuizzes } from '../stored/stored-exams.ts'
import {
  storedArticles,
  storedLiveClasses,
  storedNews,
  storedSplashes,
  storedWebinars,
} from '../stored/stored-publications.ts'
import { asWritten, fixed, type Reading } from '../stored/reading.ts'
import { storedPolicies, storedSiteEntry } from '../stored/stored-site.ts'
import { writeCourses } from './course-entries.ts'
import { writeExams, writeQuestions, writeQuizzes } from './exam-entries.ts'
import { writeNotifications } from './notification-entries.ts'
import { PackOut } from './pack-out.ts'
import { writeGroups, writePublications, writeSite } from './site-entries.ts'

/** Why there is no pack, a line each. */
export class ExportError extends Error {
  override name = 'ExportError'
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

export interface ExportOptions {
  files: Pick<FileStore, 'openPublic' | 'openPrivate'>
  /** Write relative times as the instants that they are at present. */
  fixedTimes: boolean
}

/** How often an export begins again because the content changed meanwhile. */
const TRIES = 3

/**
 * Writes all content to a folder as a pack, which imports to the same rows (docs/decisions/0076-content-from-two-sides.md).
 * Until it is whole it stands beside that folder. Nothing is locked: where the content changes meanwhile it begins again.
 * @param folder must not exist, or be empty
 * @throws ExportError when there is something in the folder, nothing to export, or a file is missing in the store
 */
export async function exportPack(db: Kysely<Database>, folder: string, options: ExportOptions): Promise<void> {
  const target = path.resolve(folder)
  refuseUsed(folder, target)
  const aside = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.part`)
  try {
    for (let left = TRIES; ; left -= 1) {
      rmSync(aside, { recursive: true, force: true })
      makeFolderSync(path.dirname(aside))
      // Files of learners alone are in it.
      mkdirSync(aside, { mode: 0o700 })
      const before = await storedSite(db)
      if (!before) throw new ExportError(['There is no content to export'])
      const out = new PackOut(aside)
      await writeAll(db, out, options)
      if ((await storedSite(db))?.contentVersion === before.contentVersion) {
        const missing = [...out.media.problems, ...(await out.media.write(aside, options.files))]
        if (missing.length > 0) throw new ExportError(missing)
        break
      }
      if (left === 1) throw new ExportError(['The content changes all the time; try again when nobody works on it'])
    }
    if (existsSync(target)) rmdirSync(target)
    renameSync(aside, target)
  } catch (error) {
    const reason = ofFolder(error) ? reasonOf(error) : undefined
    throw reason === undefined ? error : new ExportError([`${folder} cannot be written: ${reason}`])
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Whether the file system refused something. */
function ofFolder(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

/** @throws ExportError */
function refuseUsed(folder: string, target: string): void {
  if (!existsSync(target)) return
  if (!statSync(target).isDirectory()) throw new ExportError([`${folder} is no folder`])
  if (readdirSync(target).length > 0)
    throw new ExportError([`${folder} is not empty: an export goes to a folder of its own`])
}

async function writeAll(db: Kysely<Database>, out: PackOut, { fixedTimes }: ExportOptions): Promise<void> {
  const reading: Reading = { words: fixedTimes ? fixed : asWritten, all: false }
  // Read above.
  const site = (await storedSite(db))!
  const entry = await storedSiteEntry(db, site)
  writeSite(out, entry, await storedPolicies(db, site))
  writeGroups(out, await storedGroups(db))
  writeCourses(out, await storedCourses(db, reading))
  let part = 0
  for await (const questions of storedQuestions(db)) writeQuestions(out, questions, (part += 1))
  writeExams(out, await storedExams(db, reading))
  writeQuizzes(out, await storedQuizzes(db, reading))
  writePublications(out, {
    liveClasses: await storedLiveClasses(db, reading),
    news: await storedNews(db, reading),
    blog: await storedArticles(db, reading),
    webinars: await storedWebinars(db, reading),
    splashes: await storedSplashes(db, site, reading),
  })
  await writeNotifications(out, db, entry)
}
