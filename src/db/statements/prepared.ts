import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from '../database.ts'

/** Gives what stands for a value in a prepared query. */
export type Slots<Values> = <Name extends keyof Values>(name: Name) => Values[Name]

/** SQL of every prepared query, and the name it goes by in this process. */
const statements = new Map<string, string>()

/** All columns of a table, whichever it has. */
const allColumns = /(?:\bselect|\breturning|,) (?:"\w+"\.)?\*/

/** The name under which PostgreSQL may keep a statement with its plan; undefined for one that was not prepared. */
export function statementName(sql: string): string | undefined {
  return statements.get(sql)
}

/**
 * A query that is built and compiled once and then run with other values: for the few that run thousands of times a second,
 * where building costs more than running. What `slot` returns stands for the value in the query; it must be passed on as
 * it is, not calculated with. It names its columns: PostgreSQL refuses a kept plan that would return others than before, and
 * a newer server may give the table one at any time.
 */
export function prepared<Values extends object, Row>(
  build: (slot: Slots<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const names = new Map<unknown, keyof Values>()
  const compiled = build((name) => {
    const slot = {}
    names.set(slot, name)
    return slot as Values[typeof name]
  }).compile()
  if (allColumns.test(compiled.sql)) throw new Error(`A prepared query must name its columns: ${compiled.sql}`)
  if (!statements.has(compiled.sql)) statements.set(compiled.sql, `prepared_${statements.size + 1}`)
  const places = compiled.parameters.map((parameter) => ({ name: names.get(parameter), fixed: parameter }))
  return async (db, values) => {
    const parameters = places.map(({ name, fixed }) => (name === undefined ? fixed : values[name]))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters } as CompiledQuery<Row>)
    return rows
  }
}

/** The same for a query that is one and the same for all callers: compiled when first run, once for each engine. */
export function preparedOnce<Values extends object, Row>(
  build: (db: Db, slot: Slots<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<object, (db: Db, values: Values) => Promise<Row[]>>()
  return (db, values) => {
    const { adapter } = db.getExecutor()
    let run = compiled.get(adapter)
    if (!run) compiled.set(adapter, (run = prepared((slot) => build(db, slot))))
    return run(db, values)
  }
}
