import { sql, type CompiledQuery, type Kysely } from 'kysely'
import type { Database, Engine } from '#db/database.ts'

/** A table that a statement reads without knowing which rows it wants: whole, or along an index. */
export interface BlindRead {
  table: string
  /** The index along which it is read; undefined where it is read whole. */
  index: string | undefined
}

/**
 * Where a statement reads a table otherwise than by the value of an index. How many rows it meets there depends on how many
 * there are, not on what is asked.
 */
export function blindReads(engine: Engine, db: Kysely<Database>, query: CompiledQuery): Promise<BlindRead[]> {
  return engine === 'sqlite' ? blindOnSqlite(db, query) : blindOnPostgres(db, query)
}

const explained = (prefix: string, query: CompiledQuery): CompiledQuery => ({ ...query, sql: `${prefix} ${query.sql}` })

/**
 * SQLite says SCAN of what it reads from end to end, along an index or not, and SEARCH with what it looks up. In an index of words
 * it scans those that a query names.
 */
async function blindOnSqlite(db: Kysely<Database>, query: CompiledQuery): Promise<BlindRead[]> {
  const { rows } = await db.executeQuery(explained('explain query plan', query))
  return (rows as { detail: string }[]).flatMap(({ detail }) => {
    const [, table, rest = ''] = /^(?:SCAN|SEARCH) (\S+)(.*)$/.exec(detail) ?? []
    if (table === undefined || /\(.*=\?|>\? AND .*<\?|VIRTUAL TABLE INDEX \d+:M/.test(rest)) return []
    return [{ table, index: / INDEX (\w+)/.exec(rest)?.[1] }]
  })
}

/**
 * Lets PostgreSQL know what the tables hold, as it does by itself in time. Those without rows stay unknown: it then takes
 * them for tables with some.
 */
export async function takeStatistics(db: Kysely<Database>): Promise<void> {
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) await sql`analyze ${sql.table(name)}`.execute(db)
  }
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

/** Ways of which PostgreSQL prefers some while tables are small. */
const otherWays = ['seqscan', 'hashjoin', 'mergejoin', 'material', 'memoize']

/**
 * With every other way forbidden, PostgreSQL reads a table whole only where no index leads to the rows: how small the tables
 * of a test are makes no difference.
 */
async function blindOnPostgres(db: Kysely<Database>, query: CompiledQuery): Promise<BlindRead[]> {
  const plan = await db.transaction().execute(async (tx) => {
    for (const way of otherWays) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
    const { rows } = await tx.executeQuery(explained('explain (format json)', query))
    return (rows as { 'QUERY PLAN': [{ Plan: Node }] }[])[0]!['QUERY PLAN'][0].Plan
  })
  const found: BlindRead[] = []
  // The index scans of a bitmap stand below the node that names the table.
  const look = (node: Node, above?: string) => {
    const { 'Node Type': type, 'Index Cond': condition = '' } = node
    const table = node['Relation Name'] ?? (type.startsWith('Bitmap') ? above : undefined)
    if ((type === 'Seq Scan' || /Index (Only )?Scan/.test(type)) && !/ = | @@ |ROW\(| >= .* <=? /.test(condition))
      found.push({ table: table ?? '', index: node['Index Name'] })
    for (const child of node.Plans ?? []) look(child, table)
  }
  look(plan)
  return found
}
