import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'

/** An empty, migrated database that every fresh database of this run is a copy of. */
export type Template = { engine: 'sqlite'; file: string } | { engine: 'postgres'; server: string; prefix: string }

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template
  }
}

/** Makes the template before the first test and removes it, and whatever is left of its copies, after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = process.env.TEST_ENGINE ?? 'sqlite'
  if (engine === 'postgres') return preparePostgres(project)
  if (engine === 'sqlite') return prepareSqlite(project)
  throw new Error(`TEST_ENGINE must be sqlite or postgres (it is '${engine}')`)
}

async function prepareSqlite(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-template-'))
  const opened = await openDatabase({ dataDir: folder })
  await migrate(opened)
  await opened.close()
  const file = path.join(folder, 'template.db')
  copyFileSync(path.join(folder, 'padavu.db'), file)
  project.provide('template', { engine: 'sqlite', file })
  return async () => rmSync(folder, { recursive: true, force: true })
}

async function preparePostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    throw new Error(
      'TEST_ENGINE=postgres needs TEST_DATABASE_URL; `npm test -- --only=postgres` starts a server itself',
    )
  }
  const prefix = `padavu_${process.pid}_${Date.now()}`
  const template = `${prefix}_template`
  await onServer(server, (client) => client.query(`create database ${template}`))
  const opened = await openDatabase({ databaseUrl: databaseUrl(server, template), dataDir: '' })
  await migrate(opened)
  await opened.close()
  project.provide('template', { engine: 'postgres', server, prefix })
  return () =>
    onServer(server, async (client) => {
      const { rows } = await client.query<{ datname: string }>(
        'select datname from pg_database where starts_with(datname, $1)',
        [prefix],
      )
      for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
    })
}

/** The address of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs commands that belong to no single database. */
export async function onServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** What one statement tells, on a connection of its own. */
export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
