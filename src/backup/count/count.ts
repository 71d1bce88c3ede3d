import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { nodeSqliteDialect } from '#db/sqlite-dialect.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import { filesNamedIn, filesNamedInPostgres } from '../archive/named-files.ts'
import { DATABASE_NAME } from '../archive/manifest.ts'
import { tablesOf } from '../copy/tables.ts'
import { refuseOtherVersion } from '../other-version.ts'
import { inPostgres, migrationsInPostgres } from '../postgres-data.ts'
import { dataTablesOf, migrationsOf, refuseNoData } from '../sqlite-file.ts'

/**
 * What data amount to, by what is counted: rows of each table, money in paise by its state, files that rows name, and the
 * instants of the newest answer and payment. Data that are the same have the same counts, whatever the engine.
 */
export type Counts = Record<string, number | string>

/**
 * Counts all data at one instant, while a server works on them or not.
 * @throws DataError where there are none, or another version wrote them; StartError where they cannot be opened
 */
export async function countData(where: { dataDir: string; databaseUrl: string | undefined }): Promise<Counts> {
  return where.databaseUrl ? countPostgres(where.databaseUrl) : countFolder(where.dataDir)
}

async function countPostgres(databaseUrl: string): Promise<Counts> {
  return inPostgres(databaseUrl, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        refuseOtherVersion(await migrationsInPostgres(tx))
        const names = (await tablesOf(tx)).map(({ name }) => name)
        return countAll(tx, { names, files: (await filesNamedInPostgres(tx)).size })
      }),
  )
}

async function countFolder(dataDir: string): Promise<Counts> {
  refuseNoData(dataDir)
  const database = new DatabaseSync(path.join(dataDir, DATABASE_NAME), { readOnly: true, timeout: 5000 })
  const db = new Kysely<Database>({ dialect: nodeSqliteDialect(database) })
  try {
    return await db.transaction().execute((tx) => {
      refuseOtherVersion(migrationsOf(database))
      const names = dataTablesOf(database).filter((name) => !name.startsWith('kysely_'))
      return countAll(tx, { names, files: filesNamedIn(database).size })
    })
  } finally {
    await db.destroy()
  }
}

/** @param db a transaction that sees one instant */
async function countAll(db: Db, { names, files }: { names: string[]; files: number }): Promise<Counts> {
  const counts: Counts = {}
  for (const name of names.sort()) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db)
    counts[`rows of ${name}`] = rows[0]!.rows
  }
  for (const { what, rows, paise } of await moneyIn(db)) {
    counts[`${what}: rows`] = rows
    counts[`${what}: paise`] = paise
  }
  const series = await db.selectFrom('invoice_numbers').selectAll().execute()
  for (const { year, last } of inOrder(series, (row) => row.year)) counts[`last receipt of ${year}`] = last
  counts['files that rows name'] = files
  const answer = await db
    .selectFrom('responses')
    .select(({ fn }) => fn.max('saved_at').as('at'))
    .executeTakeFirst()
  const payment = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.max('captured_at').as('at'))
    .executeTakeFirst()
  counts['newest answer'] = answer?.at ? isoTime(answer.at) : 'none'
  counts['newest payment'] = payment?.at ? isoTime(payment.at) : 'none'
  return counts
}

interface Money {
  what: string
  rows: number
  paise: number
}

/** Sums of all that counts money, by its state. */
async function moneyIn(db: Db): Promise<Money[]> {
  const { rows } = await sql<Money>`
    select what, count(*) as rows, sum(paise) as paise from (
      select 'payments ' || status as what, amount_paise as paise from payments
      union all select 'receipts', amount_paise from payments where invoice_number is not null
      union all select 'refunds ' || status, amount_paise from payment_refunds
      union all select 'orders ' || kind || ' ' || status, amount_paise from payment_orders
      union all select 'purchases ' || payment_status, total_paise from purchases
    ) as money
    group by what`.execute(db)
  return inOrder(rows, ({ what }) => what)
}

/** Databases sort by the rules of a language, each by its own. */
function inOrder<T>(rows: T[], name: (row: T) => string): T[] {
  return rows.sort((one, other) => (name(one) < name(other) ? -1 : 1))
}
