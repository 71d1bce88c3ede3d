import type { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { publicName, storedName, type FileState, type Place } from '#providers/files/file-store.ts'
import type { Db } from '#db/database.ts'

/**
 * Where rows name files: as a whole value, the address of a public one or the name of a private one, or as an address in HTML or JSON.
 * What learners write is not here, so that nobody makes a file missing by writing of it; nor are files that are to be removed.
 */
export const columnsWithFiles: Record<string, string[]> = {
  announcements: ['image', 'message_html'],
  blog_articles: ['image', 'body_html'],
  chapter_documents: ['file'],
  chapters: ['video', 'captions'],
  course_groups: ['image'],
  content_sources: ['source'],
  courses: ['thumbnail', 'cover', 'description_html'],
  daily_workouts: ['content'],
  exams: ['instructions_html'],
  marketing_splashes: ['web_image'],
  // The logo and the icons of the site, and the pictures of its splashes.
  meta: ['value'],
  news: ['image', 'body_html'],
  notifications: ['image', 'message_html'],
  option_text_changes: ['content_html'],
  question_options: ['content_html'],
  question_text_changes: ['content_html', 'explanation_html'],
  questions: ['content_html', 'explanation_html'],
  syllabuses: ['file'],
  ticket_messages: ['attachment'],
  users: ['avatar', 'cover'],
  webinars: ['image', 'about_html'],
}

/** `media/NAME` or `private/NAME` of each file that a value names. */
export function filesIn(value: string): string[] {
  if (storedName.test(value)) return [`private/${value}`]
  const whole = publicName(value)
  if (whole !== undefined) return [`media/${whole}`]
  return [...value.matchAll(/[=:]"(\/media\/[^"/]+)"/g)].flatMap(([, address = '']) => {
    const name = publicName(address)
    return name === undefined ? [] : [`media/${name}`]
  })
}

const pairs = Object.entries(columnsWithFiles).flatMap(([table, columns]) =>
  columns.map((column): [string, string] => [table, column]),
)

/** Files that rows of a data file name; tables that it has not yet name none. */
export function filesNamedIn(database: DatabaseSync): Set<string> {
  const found = new Set<string>()
  for (const [table, column] of pairs) {
    const isThere = database.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column)
    if (!isThere) continue
    const rows = database.prepare(`select "${column}" as value from "${table}" where "${column}" is not null`).iterate()
    for (const { value } of rows) for (const file of filesIn(String(value))) found.add(file)
  }
  return found
}

/** The same of PostgreSQL. */
export async function filesNamedInPostgres(db: Db): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [table, column] of pairs) {
    const named = sql.ref(column)
    const { rows } = await sql<{ value: string }>`
      select distinct ${named} as value from ${sql.table(table)} where ${named} ~ '[0-9a-f]{32}\\.'`.execute(db)
    for (const { value } of rows) for (const file of filesIn(value)) found.add(file)
  }
  return found
}

/** Files that are not as they should be, as `media/NAME`. */
export interface FileProblems {
  damaged: string[]
  missing: string[]
}

/** Files that are read at once. */
const AT_ONCE = 4

/** Reads every file that is named, and compares it with its name. */
export async function compareFiles(
  named: Set<string>,
  check: (place: Place, name: string) => Promise<FileState>,
): Promise<FileProblems> {
  const problems: FileProblems = { damaged: [], missing: [] }
  const waiting = [...named].sort().values()
  const work = async () => {
    for (const file of waiting) {
      const [place, name] = file.split('/') as [Place, string]
      const state = await check(place, name)
      if (state !== 'good') problems[state].push(file)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { damaged: problems.damaged.sort(), missing: problems.missing.sort() }
}
