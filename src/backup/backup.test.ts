import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  at,
  backUp,
  bytesOf,
  lecture,
  now,
  picture,
  place,
  rewritten,
  useData,
  verify,
} from '../../tests/support/scenes/backup-scene.ts'
import { unguardLog, writeLog } from '../../tests/support/scenes/tampered-log.ts'
import { openDatabase } from '#db/open.ts'
import { makeBackup } from './backup.ts'
import { logProblemsIn } from './verify/verify-log.ts'
import { FORMAT, type Manifest } from './archive/manifest.ts'

useData()

describe('a backup', () => {
  it('holds database and files, and tells what it holds', async () => {
    const { manifest, leftOut } = await backUp()
    expect(leftOut).toEqual([])
    expect(manifest.entries.map(({ name }) => name)).toEqual([picture, lecture, 'padavu.db'])
    expect(manifest.tables).toMatchObject({ users: 1, courses: 0 })
    expect(manifest.at).toBe(now)
    expect(await verify()).toEqual({ manifest, damaged: [], missing: [], log: [] })
  })

  it('may be read by its owner alone, and leaves nothing else behind', async () => {
    await backUp()
    expect(statSync(at('backup.padavu')).mode & 0o777).toBe(0o600)
    expect(readdirSync(place()).sort()).toEqual(['backup.padavu', 'data'])
  })

  it('tells where the log of staff in it is not as it was written, and is a good one all the same', async () => {
    const { db, engine, close } = await openDatabase({ dataDir: at('data') })
    await writeLog(db, 2)
    await unguardLog(db, engine)
    await db.updateTable('audit_log').set({ who: 'Nobody' }).where('id', '=', 2).execute()
    await close()
    await backUp()
    expect(await verify()).toMatchObject({ damaged: [], missing: [], log: ['Entry 2 of the audit log was changed'] })
    // Of a version that had none.
    expect(await logProblemsIn(new DatabaseSync(':memory:'))).toEqual([])
  })

  it('replaces an existing file only when told to', async () => {
    writeFileSync(at('backup.padavu'), 'yesterday')
    await expect(backUp()).rejects.toThrow('is there already; --force replaces it')
    expect(bytesOf('backup.padavu').toString()).toBe('yesterday')
    await backUp(true)
    await verify()
  })

  it('is not written where the server would hand it to everyone', async () => {
    await expect(
      makeBackup(at('data'), at('data/media/backup.padavu'), { now: () => now, force: true }),
    ).rejects.toThrow("is a place for learners' files")
  })

  it('has files of the store only: no links, no half files, and it tells what it left out', async () => {
    symlinkSync('/etc/passwd', at('data/media/00000000000000000000000000000000.webp'))
    writeFileSync(at('data/media/upload.png.1234.part'), 'half')
    writeFileSync(at('data/media/two words.png'), 'odd')
    mkdirSync(at('data/private/folder'))
    const { manifest, leftOut } = await backUp()
    expect(manifest.entries.map(({ name }) => name)).toEqual([picture, lecture, 'padavu.db'])
    expect(leftOut).toEqual(['media/00000000000000000000000000000000.webp', 'media/two words.png', 'private/folder'])
  })

  it.each([
    ['empty', ''],
    ['of other content', 'pictura'],
  ])('leaves a file out that is %s, names it, and saves all else', async (_, content) => {
    writeFileSync(at('data', picture), content)
    const { manifest, damaged, missing } = await backUp()
    expect([damaged, missing]).toEqual([[picture], []])
    expect(manifest.entries.map(({ name }) => name)).toEqual([lecture, 'padavu.db'])
    expect(await verify()).toEqual({ manifest, damaged: [], missing: [picture], log: [] })
  })

  it('names a file that a row names and that is not there', async () => {
    rmSync(at('data', picture))
    expect(await backUp()).toMatchObject({ damaged: [], missing: [picture] })
  })

  it('of an earlier version that holds a damaged file is known by it', async () => {
    const empty = `media/${'1'.repeat(32)}.png`
    const sha256 = createHash('sha256').digest('hex')
    await rewritten(({ entries }) => void entries.push({ name: empty, size: 0, sha256 }), { [empty]: '' })
    expect(await verify()).toMatchObject({ damaged: [empty], missing: [] })
  })

  it('tells of every single byte that changed', async () => {
    await backUp()
    const bytes = bytesOf('backup.padavu')
    const database = bytes.indexOf('padavu.db\0')
    // Every part of the small ones; of the database, some.
    const places = [
      ...Array.from({ length: 12 }, (_, index) => Math.floor((database * index) / 12)),
      ...[0, 100, 124, 130, 148, 156, 157, 257, 300, 345, 511, 512, 900].map((offset) => database + offset),
      ...Array.from({ length: 6 }, (_, index) => database + Math.floor(((bytes.length - database) * index) / 6)),
      ...[1, 600, 1024, 1100, 1500, 1537, 1600, 2100, 3000].map((offset) => bytes.length - offset),
    ]
    for (const place of places) {
      const changed = Buffer.from(bytes)
      changed[place]! ^= 0x01
      writeFileSync(at('backup.padavu'), changed)
      await expect(verify(), `byte ${place}`).rejects.toThrow('is not a good backup')
    }
  })

  it('tells that it was cut off, or goes on', async () => {
    await backUp()
    const bytes = bytesOf('backup.padavu')
    for (const end of [0, 1, 512, 1000, 100_000, bytes.length - 1024, bytes.length - 512, bytes.length - 1]) {
      writeFileSync(at('backup.padavu'), bytes.subarray(0, end))
      await expect(verify(), `${end} bytes`).rejects.toThrow('is not a good backup')
    }
    writeFileSync(at('backup.padavu'), Buffer.concat([bytes, Buffer.alloc(512)]))
    await expect(verify()).rejects.toThrow('does not end where a backup ends')
  })

  it.each<[string, (manifest: Manifest & Record<string, unknown>) => void, RegExp]>([
    ['of a newer format', (manifest) => Object.assign(manifest, { format: FORMAT + 1 }), /a newer version of Padavu/],
    ['with other rows than it lists', ({ tables }) => (tables.users = 2), /its table users has 1 row, not 2/],
    ['whose list has a path', ({ entries }) => (entries[0]!.name = '../x'), /wrong at entries\.0\.name/],
    ['whose list has one file less', ({ entries }) => (entries[0]!.sha256 = '0'.repeat(64)), /is damaged/],
  ])('%s is refused', async (_, change, reason) => {
    await rewritten(change)
    await expect(verify()).rejects.toThrow(reason)
  })

  it('with a file that it does not list, or has twice, is refused', async () => {
    await rewritten(() => {}, { 'media/11111111111111111111111111111111.webp': 'more' })
    await expect(verify()).rejects.toThrow('is not in its list of contents')
    rmSync(at('backup.padavu'))
    await rewritten(() => {}, { [picture]: 'picture' })
    await expect(verify()).rejects.toThrow(`it holds ${picture} twice`)
  })

  it('of data that a newer version wrote is refused', async () => {
    const database = new DatabaseSync(at('data/padavu.db'))
    database.exec(`insert into kysely_migration values ('9999-future', '2026-01-01')`)
    database.close()
    await expect(backUp()).rejects.toThrow(/a newer version of Padavu wrote its data \(they have 9999-future\)/)
  })

  it('of data that a newer version brought further is one, where this version runs with them', async () => {
    const database = new DatabaseSync(at('data/padavu.db'))
    database.exec(`insert into kysely_migration values ('9999-future.expand', '2026-01-01')`)
    database.close()
    await backUp()
    await verify()
  })

  it('whose database is damaged is not made', async () => {
    const bytes = bytesOf('data/padavu.db')
    bytes.fill(0xff, 8192, 16_384)
    writeFileSync(at('data/padavu.db'), bytes)
    await expect(backUp()).rejects.toThrow(/damaged|malformed/)
    expect(readdirSync(place())).toEqual(['data'])
  })
})
