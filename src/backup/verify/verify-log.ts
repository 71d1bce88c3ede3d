import { Kysely } from 'kysely'
import { checkChain } from '#core/staff/audit-chain.ts'
import { readChain } from '#core/staff/read-chain.ts'
import type { Database, Db } from '#db/database.ts'
import { nodeSqliteDialect } from '#db/sqlite-dialect.ts'
import type { DatabaseSync } from 'node:sqlite'

/** What is wrong with the log of staff, in words; nothing of data of a version that had none. */
export async function logProblems(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'audit_head')) return []
  const { entries, head } = await readChain(db)
  return checkChain(entries, head)
}

/** The same of a data file, which it closes. */
export async function logProblemsIn(database: DatabaseSync): Promise<string[]> {
  const db = new Kysely<Database>({ dialect: nodeSqliteDialect(database) })
  try {
    return await logProblems(db)
  } finally {
    await db.destroy()
  }
}
