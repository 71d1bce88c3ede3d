import { accessSync, constants, readdirSync, readFileSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { counted } from '#lib/both/text/format.ts'
import { renderMarkdown } from '#lib/server/markdown/markdown.ts'
import type { Pack, PackExam } from '../pack.ts'
import { PackReader } from './pack-reader.ts'
import { PackError } from './problems.ts'
import { unreadableReason } from './unreadable.ts'
import { readBrand } from './site/read-brand.ts'
import { readLoginPanel } from './site/read-login-panel.ts'
import { readPolicies } from './site/read-policies.ts'
import { readNews, readSplashes } from './site/read-announcements.ts'
import { readCourses, readTaxonomy } from './course/read-catalogue.ts'
import { readDiscussions } from './course/read-discussions.ts'
import { readExams, readQuestions } from './course/read-exams.ts'
import { readLearners } from './site/read-learners.ts'
import { readLiveClasses } from './site/read-live-classes.ts'
import { readBlog } from './site/read-blog.ts'
import { ownTargets, readNotifications } from './site/read-notifications.ts'
import { readStaff } from './site/read-staff.ts'
import { readQuizzes } from './course/read-quizzes.ts'
import { readWebinars } from './site/read-webinars.ts'
import { packSchema } from '../schemas/schemas.ts'

/**
 * Reads and checks a whole content pack (docs/content-pack.md).
 * @param now milliseconds since 1970, for rules about times that are relative
 * @param render remembers what it rendered, or does not
 * @throws PackError with every problem found
 */
export async function readPack(folder: string, now: number, render = renderMarkdown): Promise<Pack> {
  refuseNoPack(folder)
  const reader = new PackReader(folder, now, render)
  reportStrayFiles(reader, folder)

  const groups = await readTaxonomy(reader)
  const questions = await readQuestions(reader)
  const courses = await readCourses(reader, groups)
  const exams = await readExams(reader, courses)
  const quizzes = readQuizzes(reader)
  const liveClasses = readLiveClasses(reader)
  const news = await readNews(reader)
  const splashes = await readSplashes(reader)
  const blog = await readBlog(reader)
  const readableWebinars = await readWebinars(reader)
  const webinars = readableWebinars ?? []
  const learners = reader.has('learners.yaml')
    ? readLearners(reader, { courses, groups, quizzes, webinars: readableWebinars })
    : []
  readDiscussions(reader, courses, learners)
  const { staff, savedReplies, staffNotifications } = readStaff(reader, learners)
  const { site, policies } = (await readSite(reader, exams)) ?? {}
  const notifications = await readNotifications(reader, learners, ownTargets(site, { news, blog, webinars }))
  reader.reportPublished()

  if (reader.problems.count > 0 || !site || !policies || !groups) {
    throw new PackError(reader.problems.list(), reader.problems.warnings())
  }
  const { media } = reader
  return {
    site,
    policies,
    groups,
    courses,
    questions,
    exams,
    quizzes,
    liveClasses,
    news,
    blog,
    webinars,
    splashes,
    learners: learners ?? [],
    staff,
    savedReplies,
    staffNotifications,
    notifications,
    media,
    warnings: reader.problems.warnings(),
  }
}

/** @throws PackError when there is no pack.yaml in a folder, or it cannot be read */
function refuseNoPack(folder: string): void {
  const file = path.join(folder, 'pack.yaml')
  try {
    readFileSync(file)
    readdirSync(folder)
  } catch (error) {
    const place = (error as NodeJS.ErrnoException).syscall === 'scandir' || !isEntered(folder) ? folder : file
    const reason = unreadableReason(error, place)
    throw new PackError([reason ? `${place} ${reason}` : `${folder} has no pack.yaml, so it is not a content pack`])
  }
}

/** Whether this user may open the files of a folder. */
function isEntered(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Popular courses that fill a row of the dashboard. */
const FEW = 3

async function readSite(reader: PackReader, exams: PackExam[]): Promise<Pick<Pack, 'site' | 'policies'> | undefined> {
  const file = reader.yaml('pack.yaml')
  const site = file?.parse(packSchema)
  if (!file || !site) return undefined
  if (site.popular.length < FEW) {
    const named = site.popular.length === 0 ? 'no course' : counted(site.popular.length, 'course')
    file.warning(['popular'], `popular names ${named}; a row of the dashboard shows ${FEW}`)
  }
  for (const [index, key] of site.popular.entries()) {
    if (!reader.known.courses.has(key)) file.problem(['popular', index], `there is no course '${key}'`)
  }
  for (const [index, key] of site.featured_exams.entries()) {
    if (!reader.known.exams.has(key)) file.problem(['featured_exams', index], `there is no exam '${key}'`)
    if (exams.some((exam) => exam.key === key && exam.courses.length > 0)) {
      file.problem(['featured_exams', index], `exam '${key}' is of a course; only general exams are featured`)
    }
  }
  const { policies, ...more } = site
  return {
    site: {
      ...more,
      brand: await readBrand(reader, file, site.brand),
      login: await readLoginPanel(reader, file, site.login),
    },
    policies: await readPolicies(reader, policies),
  }
}

/** Paths of YAML files that belong to a pack. */
const places = [
  /^(pack|taxonomy|learners|staff|live-classes|news|blog|webinars|splashes|notifications)\.yaml$/,
  /^(questions|exams|quizzes)\/[^/]+\.yaml$/,
  /^courses\/[^/]+\/(course|workouts|discussion)\.yaml$/,
]

/** A file in a mistyped folder would silently be left out. */
function reportStrayFiles(reader: PackReader, folder: string): void {
  for (const entry of entriesBelow(reader, folder)) {
    const name = nameIn(folder, path.join(entry.parentPath, entry.name))
    if (!entry.isFile() || !/\.ya?ml$/.test(name) || /(^|\/)\./.test(name)) continue
    if (!places.some((place) => place.test(name)))
      reader.problems.add(name, 1, 'is not in a place from which the pack is read')
  }
}

/** A path within a pack, as problems name it. */
const nameIn = (folder: string, file: string) => path.relative(folder, file).split(path.sep).join('/')

/** Everything below a folder of the pack. A folder that cannot be read is a problem, and the others are read. */
function entriesBelow(reader: PackReader, folder: string): Dirent[] {
  const found: Dirent[] = []
  // Grows while it is read.
  const folders = [folder]
  for (const one of folders) {
    try {
      const entries = readdirSync(one, { withFileTypes: true })
      found.push(...entries)
      folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(one, name)))
    } catch (error) {
      const reason = unreadableReason(error, one)
      if (reason === undefined) throw error
      reader.problems.add(nameIn(folder, one), 1, reason)
    }
  }
  return found
}
