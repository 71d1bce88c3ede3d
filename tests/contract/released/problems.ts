import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Migrations } from '#db/migrating/bring-up-to-date.ts'
import { bringUpToDate } from '#db/migrating/bring-up-to-date.ts'
import { openDatabase, type OpenDatabase } from '#db/open.ts'
import { lockProblems } from './locks.ts'
import { rulesOf, type Rule } from './rules-of-tables.ts'

/** How much of a statement is told. */
const SHOWN = 200

/** Statements and rules of a release, as its own tables have them. */
interface Before {
  statements: string[]
  rules: Rule[]
  columns: Map<string, Set<string>>
}

/**
 * Takes data from one migration to the next, and says after each what servers of the release before would meet.
 * @param where an empty database, or one that has the first of the migrations
 * @param from how many of the migrations the release before has
 * @param keptAnyway rules that its servers keep without knowing them, by the rule's text
 * @returns a line for each problem: the migration, what is wrong, and the statement
 */
export async function problemsOf(
  where: Pick<OpenDatabase, 'engine'> & Parameters<typeof openDatabase>[0],
  statements: string[],
  migrations: Migrations,
  from: number,
  keptAnyway: readonly string[] = [],
): Promise<string[]> {
  let sent: string[] = []
  const { db, engine, close } = await openDatabase({ ...where, onQuery: ({ sql: text }) => void sent.push(text) })
  try {
    const names = Object.keys(migrations)
    const upTo = (count: number) =>
      bringUpToDate({ db, engine }, Object.fromEntries(names.slice(0, count).map((name) => [name, migrations[name]!])))
    await upTo(from)
    const before: Before = { statements, rules: await rulesOf(db, engine), columns: await columnsOf(db) }
    const problems = (await refusals(db, engine, statements)).map((problem) => `the release itself: ${problem}`)
    for (const [index, name] of names.slice(from).entries()) {
      sent = []
      await upTo(from + index + 1)
      const used = new Set(before.columns.keys())
      const locks = engine === 'postgres' ? lockProblems(sent, used, migrations[name]!.online ?? false) : []
      const met = [
        ...locks,
        ...(await refusals(db, engine, statements)),
        ...(await newRules(db, engine, before, keptAnyway)),
      ]
      // What one migration has broken stays broken after those that follow.
      const told = new Set(problems.map((problem) => problem.slice(problem.indexOf(': ') + 2)))
      problems.push(...met.filter((problem) => !told.has(problem)).map((problem) => `${name}: ${problem}`))
    }
    return problems
  } finally {
    await close()
  }
}

/** Statements that the database refuses, or whose rows would lack a value. */
async function refusals(db: Kysely<Database>, engine: OpenDatabase['engine'], statements: string[]): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return db.connection().execute(async (connection) => {
    const found: string[] = []
    for (const statement of statements) {
      const problem = (await refusalOf(connection, engine, statement)) ?? lackOf(statement, tables)
      if (problem !== undefined) found.push(`${problem}: ${statement.slice(0, SHOWN)}`)
    }
    return found
  })
}

/** Why the database cannot do a statement; it is planned and not run. */
async function refusalOf(
  db: Kysely<Database>,
  engine: OpenDatabase['engine'],
  statement: string,
): Promise<string | undefined> {
  try {
    if (engine === 'sqlite') await sql.raw(`explain ${statement}`).execute(db)
    else {
      await sql.raw(`prepare released as ${statement}`).execute(db)
      await sql`deallocate released`.execute(db)
    }
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const insert = /\binsert (?:or \w+ )?into "(\w+)" \(([^)]*)\)/

/** A column that an insert leaves out and that must have a value. */
function lackOf(statement: string, tables: Awaited<ReturnType<Kysely<Database>['introspection']['getTables']>>) {
  const [, name, list = ''] = insert.exec(statement) ?? []
  const given = new Set(list.match(/\w+/g))
  const lacking = tables
    .find((table) => table.name === name)
    ?.columns.find((of) => !of.isNullable && !of.hasDefaultValue && !of.isAutoIncrementing && !given.has(of.name))
  return lacking && `"${lacking.name}" of "${name}" has no default and must not be null`
}

/** Rules that tables of the release before did not have, for columns that its servers write. */
async function newRules(
  db: Kysely<Database>,
  engine: OpenDatabase['engine'],
  { rules, columns }: Before,
  keptAnyway: readonly string[],
): Promise<string[]> {
  const known = new Set(rules.map(({ table, text }) => `${table}: ${text}`))
  return (await rulesOf(db, engine))
    .filter(({ table, text }) => !known.has(`${table}: ${text}`) && !keptAnyway.includes(text))
    .filter(({ table, columns: about }) => about.some((column) => columns.get(table)?.has(column)))
    .map(({ table, text }) => `servers of the release before know nothing of a rule of "${table}": ${text}`)
}

async function columnsOf(db: Kysely<Database>): Promise<Map<string, Set<string>>> {
  const tables = await db.introspection.getTables()
  return new Map(tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]))
}
