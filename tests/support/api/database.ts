import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '#db/open.ts'
import { databaseUrl } from './prepare-database.ts'

export interface FreshDatabase extends OpenDatabase {
  /** A folder of this database's own, for its file and for uploads. */
  dataDir: string
  /** How another process reaches the same data; undefined on SQLite, where `dataDir` says it. */
  databaseUrl: string | undefined
}

let made = 0

let server: pg.Pool | undefined

/** One connection for all databases that this process makes and drops: a new one each costs as much as small tests. */
function serverOf(address: string): pg.Pool {
  if (!server) {
    // Nobody closes it, so it must not keep the process from ending.
    server = new pg.Pool({ connectionString: address, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    // A connection that is lost while nobody uses it is replaced.
    server.on('error', () => {})
  }
  return server
}

/** A migrated, empty database of its own, on the engine that TEST_ENGINE names. `close` removes it. */
export const freshDatabase = (): Promise<FreshDatabase> => databaseOf(true)

/** One without any table. */
export const emptyDatabase = (): Promise<FreshDatabase> => databaseOf(false)

async function databaseOf(migrated: boolean): Promise<FreshDatabase> {
  const template = inject('template')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'padavu-test-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (template.engine === 'sqlite') {
    if (migrated) copyFileSync(template.file, path.join(dataDir, 'padavu.db'))
    const opened = await openDatabase({ dataDir })
    // Data that are thrown away need not survive a power cut.
    await sql`pragma synchronous = off`.execute(opened.db)
    return { ...opened, dataDir, databaseUrl: undefined, close: () => opened.close().finally(removeFolder) }
  }
  const name = `${template.prefix}_${process.pid}_${++made}`
  const maker = serverOf(template.server)
  // Copied as files: block by block through the log, as PostgreSQL does it by itself, takes twice the work.
  const from = migrated ? `${template.prefix}_template` : 'template1'
  await maker.query(`create database ${name} template ${from} strategy file_copy`)
  const url = databaseUrl(template.server, name)
  const opened = await openDatabase({ databaseUrl: url, dataDir })
  const close = async () => {
    await opened.close()
    await maker.query(`drop database ${name} with (force)`)
    removeFolder()
  }
  return { ...opened, dataDir, databaseUrl: url, close }
}
