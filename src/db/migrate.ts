import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { OpenDatabase } from './open.ts'
import type { Db, Engine } from './database.ts'
import { liftBounds } from './postgres/bounds.ts'
import { StartError } from './start-error.ts'
import * as accounts from './migrations/0001-accounts.ts'
import * as catalogue from './migrations/0002-catalogue.ts'
import * as exams from './migrations/0003-exams.ts'
import * as learning from './migrations/0004-learning.ts'
import * as quickQuestions from './migrations/0005-quick-questions.ts'
import * as courseExams from './migrations/0006-course-exams.ts'
import * as attemptWriter from './migrations/0007-attempt-writer.ts'
import * as questionTimes from './migrations/0008-question-times.ts'
import * as practice from './migrations/0009-practice.ts'
import * as purchases from './migrations/0010-purchases.ts'
import * as dashboard from './migrations/0011-dashboard.ts'
import * as notifications from './migrations/0012-notifications.ts'
import * as accountsEnd from './migrations/0013-accounts-end.ts'
import * as support from './migrations/0014-support.ts'
import * as growth from './migrations/0015-growth.ts'
import * as leases from './migrations/0016-leases.ts'
import * as limits from './migrations/0017-limits.ts'
import * as receipts from './migrations/0018-receipts.ts'
import * as waysIn from './migrations/0019-ways-in.ts'
import * as pastPrices from './migrations/0020-past-prices.ts'
import * as clock from './migrations/0021-clock.ts'
import * as repeatedRequests from './migrations/0022-repeated-requests.ts'
import * as staffWork from './migrations/0023-staff-work.ts'
import * as timesOfTabs from './migrations/0024-times-of-tabs.ts'
import * as quizSkips from './migrations/0025-quiz-skips.ts'
import * as publications from './migrations/0026-publications.ts'
import * as answerKeys from './migrations/0027-answer-keys.ts'
import * as paymentValidity from './migrations/0028-payment-validity.ts'
import * as purchasesByTime from './migrations/0029-purchases-by-time.ts'

/** A migration is written once for both engines; `engine` is there for the few words that differ. */
export interface EngineMigration {
  up: (db: Kysely<any>, engine: Engine) => Promise<void>
}

/** In order. A released migration never changes: a later one mends it. */
const migrations: Record<string, EngineMigration> = {
  '0001-accounts': accounts,
  '0002-catalogue': catalogue,
  '0003-exams': exams,
  '0004-learning': learning,
  '0005-quick-questions': quickQuestions,
  '0006-course-exams': courseExams,
  '0007-attempt-writer': attemptWriter,
  '0008-question-times': questionTimes,
  '0009-practice': practice,
  '0010-purchases': purchases,
  '0011-dashboard': dashboard,
  '0012-notifications': notifications,
  '0013-accounts-end': accountsEnd,
  '0014-support': support,
  '0015-growth': growth,
  '0016-leases': leases,
  '0017-limits': limits,
  '0018-receipts': receipts,
  '0019-ways-in': waysIn,
  '0020-past-prices': pastPrices,
  '0021-clock': clock,
  '0022-repeated-requests': repeatedRequests,
  '0023-staff-work': staffWork,
  '0024-times-of-tabs': timesOfTabs,
  '0025-quiz-skips': quizSkips,
  '0026-publications': publications,
  '0027-answer-keys': answerKeys,
  '0028-payment-validity': paymentValidity,
  '0029-purchases-by-time': purchasesByTime,
}

/** What a database of this version has, oldest first. */
export const migrationNames = Object.keys(migrations)

/**
 * Brings the database to this version in one transaction, so that a start which is cut off leaves it as it was. Safe to run by
 * several processes at once: one of them migrates, and the others wait for it. A database of this version is only looked at.
 * @throws StartError when the data were written by a newer version
 */
export async function migrate({ db, engine }: OpenDatabase): Promise<void> {
  const applied = await appliedMigrations(db)
  const unknown = applied.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new StartError(
      `The data were written by a newer version of Padavu (it has ${unknown.join(', ')}). Start that version, or restore a backup`,
    )
  }
  if (migrationNames.every((name) => applied.includes(name))) return
  if (engine === 'sqlite') return inOneTransaction(db)
  await db.transaction().execute(async (tx) => {
    await liftBounds(tx)
    // Ends with the transaction, also where a pooler gives each transaction another connection.
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
    await toLatest(tx, engine)
  })
}

/** Whether the data are of this version, and not of one before or after it; false of an empty database. */
export async function isUpToDate({ db }: Pick<OpenDatabase, 'db'>): Promise<boolean> {
  const applied = await appliedMigrations(db)
  return applied.length === migrationNames.length && migrationNames.every((name) => applied.includes(name))
}

/**
 * SQLite can undo changes of tables as well, but Kysely's migrator takes no transaction of it. Begun for writing, so that a
 * process which comes second waits here, and does not read first what it then may not write.
 */
async function inOneTransaction(db: OpenDatabase['db']): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      await toLatest(connection, 'sqlite')
      await sql`commit`.execute(connection)
    } catch (error) {
      // Some errors have undone it already; the first one counts.
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })
}

/** A number that no other program of the same database uses. */
const LOCK = 7_021_962_114

async function toLatest(db: Db, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, migration]) => [name, { up: (tx) => migration.up(tx, engine) }]),
        ),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function appliedMigrations(db: OpenDatabase['db']): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await db
    .$extendTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map((row) => row.name)
}
