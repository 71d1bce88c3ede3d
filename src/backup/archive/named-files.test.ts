import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#core/config.ts'
import { fileStoreFor } from '#core/outside/choose-files.ts'
import { importPack } from '#content/import/import-pack.ts'
import { readPack } from '#content/read/read-pack.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { columnsWithFiles, filesIn, filesNamedIn } from './named-files.ts'
import { verifyData } from '../verify/verify-data.ts'

let dataDir: string
let opened: DatabaseSync

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'padavu-named-'))
  const config = readConfig({ DATA_DIR: dataDir })
  const { close, ...database } = await openDatabase({ dataDir })
  await migrate({ close, ...database })
  const now = Date.now()
  const pack = await readPack('src/content/demo', now)
  await importPack(database.db, pack, { files: fileStoreFor(config), now, learners: true })
  await close()
  opened = new DatabaseSync(path.join(dataDir, 'padavu.db'), { readOnly: true })
})
afterAll(() => {
  opened.close()
  rmSync(dataDir, { recursive: true })
})

const stored = () =>
  ['media', 'private'].flatMap((place) => readdirSync(path.join(dataDir, place)).map((name) => `${place}/${name}`))

it('every file that a content pack brings is named by the rows that are looked at', () => {
  expect([...filesNamedIn(opened)].sort()).toEqual(stored().sort())
})

it('every column that has ever named a file is looked at, unless it is a list of files to be removed', () => {
  const tables = opened.prepare(`select name from sqlite_schema where type = 'table'`).all() as { name: string }[]
  const naming = tables.flatMap(({ name: table }) => {
    const columns = opened.prepare('select name, type from pragma_table_info(?)').all(table) as Record<string, string>[]
    return columns
      .filter(({ name = '', type }) => {
        if (type?.toLowerCase() !== 'text') return false
        if (/^(avatar|cover|image|web_image|thumbnail|file|attachment|captions|picture)$/.test(name)) return true
        const rows = opened.prepare(`select "${name}" as value from "${table}" where "${name}" is not null`).all()
        return rows.some(({ value }) => filesIn(String(value)).length > 0)
      })
      .map(({ name }) => `${table}.${name}`)
  })
  const known = Object.entries(columnsWithFiles).flatMap(([table, columns]) => columns.map((one) => `${table}.${one}`))
  expect(naming.filter((column) => !known.includes(column))).toEqual(['file_removals.file'])
})

it.each<[string, string[]]>([
  [`${'a'.repeat(32)}.pdf`, [`private/${'a'.repeat(32)}.pdf`]],
  [`/media/${'a'.repeat(64)}.webp`, [`media/${'a'.repeat(64)}.webp`]],
  [`<p><img src="/media/${'b'.repeat(32)}.svg" alt=""></p>`, [`media/${'b'.repeat(32)}.svg`]],
  [`Have a look at /media/${'b'.repeat(32)}.svg`, []],
  ['NILL', []],
])('in %j it is %j that is named', (value, files) => {
  expect(filesIn(value)).toEqual(files)
})

it('data in place are read whole, and each damaged or missing file that a row names is told', async () => {
  const files = fileStoreFor(readConfig({ DATA_DIR: dataDir }))
  const verify = () => verifyData({ dataDir, databaseUrl: undefined }, files)
  const all = stored().sort()
  expect(await verify()).toMatchObject({ database: [], log: [], files: all.length, damaged: [], missing: [] })
  // As after the power cut that left every file empty; the last one is gone.
  for (const name of all) writeFileSync(path.join(dataDir, name), '')
  rmSync(path.join(dataDir, all.at(-1)!))
  expect(await verify()).toMatchObject({
    database: [],
    log: [],
    files: all.length,
    damaged: all.slice(0, -1),
    missing: all.slice(-1),
  })
})
