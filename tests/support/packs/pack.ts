import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import { importPack, type ImportResult } from '#content/import/import-pack.ts'
import { PackError } from '#content/read/problems.ts'
import { readPack } from '#content/read/read-pack.ts'
import type { Database } from '#db/database.ts'
import { indianTime } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import type { FreshDatabase } from '../api/database.ts'

/** When a pack is read for the first time in a test. */
export const PACK_READ = indianTime(2026, 3, 2, 10)

/** Files of a content pack by their paths. */
export type PackFiles = Record<string, string>

const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}"/></svg>\n`

/** A good pack with one of everything: a course, four questions, a mock test, an exam of the course, learners. */
export function smallPack(): PackFiles {
  return {
    'pack.yaml': `format: 1
name: Small pack
content_source: cc
phone: "+91 484 4000 100"
flags:
  enable_home_page_exam: true
  enable_marketing_splash: false
popular: [alpha, beta, gamma]
featured_exams: [mock]
districts: [Kollam, Idukki]
communities: [General, OBC]
`,
    'taxonomy.yaml': `groups:
  - key: psc
    title: Kerala PSC
    image: media/banner.svg
    alt: A houseboat
    categories:
      - key: degree
        label: Degree Level
        subcategories:
          - { key: prelims, label: Prelims }
      - key: tenth
        label: Tenth Level
`,
    ...course('alpha', '    subcategory: prelims'),
    ...course('beta'),
    ...course('gamma'),
    'questions/all.yaml': `- key: q-one
  text: What is $\\frac{1}{2} + \\frac{1}{2}$?
  options: ['$1$', '$2$', '$\\frac{1}{4}$']
  answer: A
  explanation: Two halves make a whole.
- key: q-two
  text: |
    What does the picture show?

    ![A grey box](media/box.svg)
  options: [A box, A ball]
  answer: A
  explanation: It has corners.
- key: q-three
  text: How much is a ticket at \\$5?
  options: ['\\$5', '\\$6']
  answer: A
  explanation: It says so.
- key: q-four
  text: Which is a prime number?
  options: ['4', '6', '7', '8']
  answer: C
  explanation: Seven has no divisors.
`,
    'exams/mock.yaml': exam('mock', ''),
    'exams/of-alpha.yaml': exam('of-alpha', 'course: alpha\nregistration: [dob]\n'),
    'learners.yaml': `learners:
  - phone: "9000000001"
    country_code: "91"
    name: Asha Menon
    email: asha@example.com
    birthday: 2001-04-12
    city: Kochi
    registration_completed: true
    purchases:
      - course: alpha
        valid_until: today+200d 23:59
        payment_status: closedpymnt
        renewal_amount: 0
        watched: [chapter-one]
      - course: beta
        valid_until: today-20d 23:59
        payment_status: partialpymnt
        renewal_amount: 499.50
  - phone: "9000000002"
    country_code: "91"
    registration_completed: false
`,
    'media/banner.svg': svg(1200, 400),
    'media/thumb.svg': svg(1280, 720),
    'media/box.svg': svg(320, 200),
  }
}

function course(key: string, more = ''): PackFiles {
  return {
    [`courses/${key}/course.yaml`]: `key: ${key}
title: Course ${key}
summary: A course about ${key}.
group: psc
category: degree
${more.trim() ? `${more.trim()}\n` : ''}thumbnail: media/thumb.svg
thumbnail_alt: A desk
price: 4999.50
offer_price: 3999
gst: 18
validity_days: 365
tags: [Prelims]
popularity: 90
rating: 4.7
published: 2026-01-14
sections:
  - key: first
    title: First section
    demo: true
    chapters:
      - { key: chapter-one, title: Chapter one, minutes: 24 }
      - { key: chapter-two, title: Chapter two, minutes: 12 }
  - key: second
    title: Second section
    chapters:
      - { key: chapter-three, title: Chapter three, minutes: 30 }
`,
    [`courses/${key}/description.md`]: `## About ${key}\n\n${'This course explains each topic with worked examples. '.repeat(12)}\n`,
  }
}

/** Returns the file of an exam without its sections. @param more lines of other fields, each with its line break */
export function examHead(
  key: string,
  { title = `Exam ${key}`, marks = '{ correct: 1, wrong: 1/3 }', more = '' } = {},
): string {
  return `key: ${key}
title: ${title}
category: Degree Level
${more}minutes: 75
attempts: 3
marks: ${marks}
view_answer: true
opens: today-10d 09:00
closes: today+20d 21:00
instructions: Answer all questions.
`
}

function exam(key: string, more: string): string {
  return `${examHead(key, { more })}sections:
  - key: part-a
    title: Part A
    questions: [q-one, q-two]
  - key: part-b
    title: Part B
    questions: [q-three]
`
}

/** A pack with a text in one of its files replaced; the text must be there. */
export function edited(files: PackFiles, name: string, from: string, to: string): PackFiles {
  const text = files[name]
  if (!text?.includes(from)) throw new Error(`${name} does not have '${from}'`)
  // A function, so that `$$` of a formula stays what it is.
  return { ...files, [name]: text.replace(from, () => to) }
}

/** A pack without the files under a path. */
export function without(files: PackFiles, prefix: string): PackFiles {
  return Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith(prefix)))
}

/** Writes a pack to a folder that is removed after the test. */
export function writePack(files: PackFiles): string {
  const folder = writePackBelow(tmpdir(), files)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The same for a whole test file, whose folder `parent` is removed with all in it. */
export function writePackBelow(parent: string, files: PackFiles): string {
  const folder = mkdtempSync(path.join(parent, 'padavu-pack-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

/** Everything that is wrong with a pack, a line each. */
export async function packProblems(files: PackFiles): Promise<string[]> {
  try {
    await readPack(writePack(files), PACK_READ)
    return []
  } catch (error) {
    if (error instanceof PackError) return error.problems
    throw error
  }
}

/** What may be a slip in a good pack, a line each. */
export async function packWarnings(files: PackFiles): Promise<string[]> {
  return (await readPack(writePack(files), PACK_READ)).warnings
}

/** A function that imports packs into a database, each a minute after the one before. */
export function packImporter({ db, dataDir }: FreshDatabase) {
  let now = PACK_READ
  return async (files: PackFiles, learners = false, keepResults = false): Promise<ImportResult> => {
    // Goes with the database.
    const pack = await readPack(writePackBelow(dataDir, files), now)
    const result = await importPack(db, pack, { files: folderStore({ dataDir }), now, learners, keepResults })
    now += 60_000
    return result as ImportResult
  }
}

const tables = [
  ...([
    'course_groups',
    'course_categories',
    'course_subcategories',
    'courses',
    'course_sections',
    'chapters',
  ] as const),
  ...([
    'questions',
    'question_options',
    'exams',
    'exam_courses',
    'papers',
    'paper_sections',
    'districts',
    'communities',
  ] as const),
  ...(['quizzes', 'quiz_questions', 'chapter_questions'] as const),
  ...(['chapter_documents', 'syllabuses', 'course_communities', 'daily_workouts', 'live_classes'] as const),
  ...(['discussion_panels', 'discussions', 'users', 'enrolments'] as const),
]

/** Every row an import can write, to compare what two imports left. */
export async function contentSnapshot(db: Kysely<Database>): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const table of tables) all[table] = await db.selectFrom(table).selectAll().orderBy('id').execute()
  all.paper_questions = await db
    .selectFrom('paper_questions')
    .selectAll()
    .orderBy('paper_id')
    .orderBy('position')
    .execute()
  all.chapter_progress = await db.selectFrom('chapter_progress').selectAll().orderBy('chapter_id').execute()
  all.meta = await db.selectFrom('meta').selectAll().orderBy('key').execute()
  return all
}
