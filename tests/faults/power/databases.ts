import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DATABASE_NAME } from '#db/examine.ts'
import type { Random } from '../../support/random.ts'
import type { EngineData } from '../../support/servers/engine-data.ts'

/** Tables that are written in an exam and by uploads. */
const TABLES = ['responses', 'attempts', 'users', 'tickets', 'ticket_messages']

/** How often PostgreSQL writes its tables down, so that such writes are torn too: milliseconds. */
const CHECKPOINT = [100, 700] as const

/** What a database says of itself after a cut: pages and indexes that do not hold together. */
export async function problemsOf({ dataDir, databaseUrl }: EngineData): Promise<string[]> {
  return databaseUrl ? problemsOfPostgres(databaseUrl) : problemsOfSqlite(path.join(dataDir, DATABASE_NAME))
}

/** Reads every page, and compares indexes with their tables. */
function problemsOfSqlite(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const rows = database.prepare('pragma integrity_check').all()
    return rows.map((row) => String(row.integrity_check)).filter((problem) => problem !== 'ok')
  } finally {
    database.close()
  }
}

const OWN = `join pg_namespace on pg_namespace.oid = relnamespace and nspname = 'public'`

/** The same, by PostgreSQL's own module amcheck. */
async function problemsOfPostgres(databaseUrl: string): Promise<string[]> {
  return asOperator(databaseUrl, async (client) => {
    await client.query('create extension if not exists amcheck')
    const { rows } = await client.query<{ relname: string; msg: string }>(
      `select relname, msg from pg_class ${OWN}, verify_heapam(pg_class.oid) where relkind = 'r'`,
    )
    const problems = rows.map(({ relname, msg }) => `${relname}: ${msg}`)
    await client
      .query(
        `select bt_index_check(pg_class.oid, true) from pg_class ${OWN}
         join pg_am on pg_am.oid = relam and amname = 'btree' where relkind = 'i'`,
      )
      .catch((error: Error) => problems.push(error.message))
    return problems
  })
}

/** Where PostgreSQL keeps those tables, below its folder. */
export function filesOfTables(url: string): Promise<string[]> {
  return asOperator(url, async (client) => {
    const { rows } = await client.query<{ file: string }>(
      `select pg_relation_filepath(oid) as file from pg_class where relname = any($1) and relkind = 'r'`,
      [TABLES],
    )
    return rows.map(({ file }) => file)
  })
}

/** Lets PostgreSQL acknowledge what is not on the disk yet: without `fsync` at all it would not even start again. */
export function acknowledgeEarly(url: string): Promise<void> {
  return asOperator(url, async (client) => {
    await client.query('alter system set synchronous_commit = off')
    await client.query(`alter system set wal_writer_delay = '10s'`)
    await client.query('select pg_reload_conf()')
  })
}

/** Asks PostgreSQL again and again to write its tables down, as it does by itself every five minutes. */
export async function writeDown(url: string, random: Random, sitting: () => boolean): Promise<void> {
  while (sitting()) {
    await pause(random.between(...CHECKPOINT))
    // It may have no power.
    await asOperator(url, (client) => client.query('checkpoint')).catch(() => {})
  }
}

/** On a connection that is no server's. */
async function asOperator<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(databaseUrl)
  // Whoever waits for an answer hears of a lost connection.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
