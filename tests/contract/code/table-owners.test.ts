import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { tablesDeclaredIn, tablesWritten, tableWrites } from '../../support/code/table-writes.ts'

/**
 * Anyone may read a table; only its owner writes it. The owner is who declares it: a feature or a provider in its
 * `*.tables.ts`, and of the tables in src/db/database.ts the floors below the features.
 */
const owners = new Map(
  globSync('src/**/{*.tables,database}.ts').flatMap((file) => {
    const folders = file === 'src/db/database.ts' ? ['src/db', 'src/core'] : [path.dirname(file)]
    return tablesDeclaredIn(file).map((table) => [table, folders] as const)
  }),
)

const importer = 'src/content'

/** The pack is the owner of what it says: its importer writes these, and nobody else but who is named. */
const packTables: Record<string, string[]> = {
  course_groups: [],
  course_categories: [],
  course_subcategories: [],
  // What they cost is changed in the console as well.
  courses: ['src/features/purchases'],
  course_sections: [],
  chapters: [],
  chapter_documents: [],
  chapter_questions: [],
  syllabuses: [],
  course_communities: [],
  questions: [],
  question_options: [],
  question_text_changes: [],
  option_text_changes: [],
  districts: [],
  communities: [],
  exams: [],
  exam_courses: [],
  papers: [],
  paper_sections: [],
  paper_questions: [],
  quizzes: [],
  quiz_questions: [],
  live_classes: ['src/features/live-classes'],
  daily_workouts: ['src/features/workouts'],
  news_categories: ['src/features/news'],
  news: ['src/features/news'],
  blog_articles: [],
  marketing_splashes: ['src/features/dashboard'],
  // Counts its changes, so that browsers see that something is new.
  discussion_panels: ['src/features/discussions'],
  // Those who register wait for each other at its row, which stays as it is.
  webinars: ['src/features/webinars'],
}

/** Rows of learners that a pack has of its demo learners alone, by the one file that writes them, when they are created. */
const demoLearners: Record<string, string[]> = {
  'src/content/import/site/import-learners.ts': [
    'users',
    'enrolments',
    'chapter_progress',
    'purchases',
    'payments',
    'tickets',
    'ticket_messages',
  ],
  'src/content/import/course/import-study.ts': [
    'user_preferences',
    'watch_days',
    'webinar_registrations',
    'quiz_attempts',
    'quiz_answers',
  ],
  'src/content/import/course/import-discussions.ts': ['discussions', 'discussion_reports'],
  'src/content/import/site/import-notifications.ts': ['notifications', 'notification_reads'],
}

/** Functions that write to tables they are told, and which argument tells them: the caller is who writes. */
const carriers = { syncTable: 1, updateRows: 1, deleteRows: 2 }

/** Where the name of a table is not in the statement, each with its reason. */
const named: Record<string, string> = {
  'src/content/import/sync.ts': 'a carrier',
  'src/content/import/staging/update-rows.ts': 'a carrier',
  'src/content/import/staging/unreleased-rows.ts': 'releases rows of the tables that syncTable inserted them into',
  'src/core/personal-data/part.ts': 'a carrier',
  'src/content/schedules.ts': 'goes through a list of tables of the pack',
  'src/core/calls/call-limits.ts': 'of staff or of learners, who have tables of their own',
  'src/core/calls/create-once.ts': 'of staff and of learners, who have tables of their own',
  'src/features/staff/server/proving.ts': 'in a log-in or in a session',
}

/** Tables that are none of the product's database. */
const elsewhere: Record<string, string> = {
  // A file of its own, which may be thrown away.
  renderings: 'src/content/text/kept-renderings.ts',
}

/** Migrations are the tables' history, and a copy of the data is of all of it. */
const whole = ['src/db/migrations/', 'src/backup/']

const writes = tableWrites(carriers).filter(({ file }) => !whole.some((folder) => file.startsWith(folder)))
const isIn = (file: string, folder: string) => file.startsWith(`${folder}/`)

function mayWrite(file: string, table: string): boolean {
  if (elsewhere[table] === file || demoLearners[file]?.includes(table)) return true
  const ofPack = packTables[table]
  return (ofPack ? [importer, ...ofPack] : (owners.get(table) ?? [])).some((folder) => isIn(file, folder))
}

const wroteBy = (table: string, where: (file: string) => boolean) =>
  writes.some((write) => write.table === table && where(write.file))

describe('a table', () => {
  test('is written by its owner alone', () => {
    expect(writes.length).toBeGreaterThan(150)
    expect(writes.filter(({ file, table }) => table !== undefined && !mayWrite(file, table))).toEqual([])
  })

  test('is named in the statement that writes it, but where that is said', () => {
    const unnamed = new Set(writes.flatMap(({ file, table }) => (table === undefined ? [file] : [])))
    expect([...unnamed].toSorted()).toEqual(Object.keys(named).toSorted())
  })

  test('has one owner', () => {
    expect(owners.size).toBeGreaterThan(60)
    const declared = globSync('src/**/{*.tables,database}.ts').flatMap(tablesDeclaredIn)
    expect(declared.filter((table, at) => declared.indexOf(table) !== at)).toEqual([])
  })
})

describe('who may write besides the owner', () => {
  test.each(Object.entries(packTables))('does: %s of the pack', (table, others) => {
    expect(owners.has(table)).toBe(true)
    expect(wroteBy(table, (file) => isIn(file, importer))).toBe(true)
    for (const folder of others) expect(wroteBy(table, (file) => isIn(file, folder))).toBe(true)
  })

  test.each(Object.entries(demoLearners))('does: %s', (file, tables) => {
    for (const table of tables) {
      expect([table, wroteBy(table, (other) => other === file)]).toEqual([table, true])
    }
  })

  test.each(Object.entries(elsewhere))('does: %s of another database', (table, file) => {
    expect(owners.has(table)).toBe(false)
    expect(wroteBy(table, (other) => other === file)).toBe(true)
  })
})

describe('a write is seen', () => {
  test.each([
    ["db.insertInto('users').values({})", ['users']],
    ["await tx.updateTable('users as learner').set({})", ['users']],
    ["with('gone', (db) => db.deleteFrom('sessions'))", ['sessions']],
    ["db.deleteFrom(['codes', 'code_sends'])", ['codes', 'code_sends']],
    ['db.mergeInto(table)', [undefined]],
    ["deleteRows(tx, person, ['codes', 'sessions'])", ['codes', 'sessions']],
    ['sql`insert into users (id) values (${id})`', ['users']],
    ['sql`with more as (select 1) update users as u set name = ${name}`', ['users']],
    ["database.exec('DELETE FROM users')", ['users']],
    ['sql`delete from ${sql.table(name)} where id = 1`', [undefined]],
    ["database.prepare('insert or replace into users values (?)')", ['users']],
  ])('in %s', (code, tables) => {
    expect(tablesWritten(code, carriers)).toEqual(tables)
  })

  test.each([
    ["db.selectFrom('users').select('id')"],
    ['// db.insertInto("users")'],
    ["forUpdate('users')"],
    ["query.onConflict((conflict) => conflict.doUpdateSet({ name: 'x' }))"],
  ])('but none in %s', (code) => {
    expect(tablesWritten(code, carriers)).toEqual([])
  })
})
