import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { at, backUp, bytesOf, picture, restore, useData } from '../../tests/support/scenes/backup-scene.ts'
import { makePrivate } from '../../tests/support/servers/make-private.ts'
import { runCommand } from '../../tests/support/api/command.ts'
import { lockDataFolder } from '#db/lock.ts'
import { openDatabase } from '#db/open.ts'

useData()

describe('a restore', () => {
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

  it('puts everything back as it was', async () => {
    const { manifest } = await backUp()
    expect(await restore('new')).toEqual({ manifest, movedTo: undefined, damaged: [], missing: [] })
    for (const { name, sha256 } of manifest.entries) expect(hashOf(bytesOf('new', name)), name).toBe(sha256)
    expect(readdirSync(at('new')).sort()).toEqual(['media', 'padavu.db', 'private', 'server.lock'])
    expect(statSync(at('new/padavu.db')).mode & 0o777).toBe(0o600)
    const { db, close } = await openDatabase({ dataDir: at('new') })
    expect(await db.selectFrom('users').select('name').execute()).toEqual([{ name: 'Anu' }])
    await close()
  })

  it('refuses a folder with data, and moves them aside when told to', async () => {
    await backUp()
    writeFileSync(at('data', picture), 'another')
    await expect(restore('data')).rejects.toThrow(/is not empty \(it has \w+\); --force moves the data aside/)
    const { movedTo } = await restore('data', true)
    expect(bytesOf('data', picture).toString()).toBe('picture')
    expect(movedTo).toMatch(/\/replaced-2026-02-02T/)
    expect(readFileSync(path.join(movedTo!, picture)).toString()).toBe('another')
    expect(readdirSync(movedTo!).sort()).toEqual(['media', 'padavu.db', 'private'])
  })

  it('moves what a killed server had only in its log of writes with its database', async () => {
    await backUp()
    // A copy of open files is what kill -9 leaves.
    const running = new DatabaseSync(at('data/padavu.db'))
    running.exec(`pragma journal_mode = wal; update users set name = 'Changed'`)
    cpSync(at('data'), at('killed'), { recursive: true })
    running.close()
    expect(readdirSync(at('killed'))).toContain('padavu.db-wal')
    const { movedTo } = await restore('killed', true)
    const moved = new DatabaseSync(path.join(movedTo!, 'padavu.db'))
    expect(moved.prepare('select name from users').get()).toEqual({ name: 'Changed' })
    moved.close()
    const restored = new DatabaseSync(at('killed/padavu.db'))
    expect(restored.prepare('select name from users').get()).toEqual({ name: 'Anu' })
    restored.close()
  })

  it('takes a folder that a server has just made for empty', async () => {
    await backUp()
    for (const folder of ['media', 'private', 'lost+found', 'cache']) mkdirSync(at('new', folder), { recursive: true })
    expect((await restore('new')).movedTo).toBeUndefined()
  })

  it('changes nothing when the backup is no good', async () => {
    await backUp()
    const bytes = bytesOf('backup.padavu')
    bytes[bytes.length - 3000]! ^= 0x01
    writeFileSync(at('backup.padavu'), bytes)
    const before = readdirSync(at('data')).sort()
    await expect(restore('data', true)).rejects.toThrow('is not a good backup')
    expect(
      readdirSync(at('data'))
        .filter((name) => !name.startsWith('server.lock'))
        .sort(),
    ).toEqual(before)
    expect(bytesOf('data', picture).toString()).toBe('picture')
  })

  it('refuses while a server runs, and keeps one from starting', async () => {
    await backUp()
    const unlock = lockDataFolder(at('data'))
    await expect(restore('data', true)).rejects.toThrow(`a server is running on ${at('data')}; stop it first`)
    unlock()
    const restoring = restore('data', true)
    expect(() => lockDataFolder(at('data'))).toThrow('server is running')
    await restoring
  })

  it('that was cut off keeps servers off until it is done again', async () => {
    await backUp()
    await restore('new')
    // The moment when the old database has gone, and the new one has not come.
    writeFileSync(at('new/restore-unfinished'), '')
    rmSync(at('new/padavu.db'))
    mkdirSync(at('new/.restoring-abc'))
    writeFileSync(at('new/.restoring-abc/padavu.db'), 'half')
    expect(() => lockDataFolder(at('new'))).toThrow(/was cut off; do it again: npm run data -- restore FILE/)
    await restore('new')
    expect(readdirSync(at('new')).filter((name) => /restor|padavu/.test(name))).toEqual(['padavu.db'])
    lockDataFolder(at('new'))()
  })
})

describe('npm run data', () => {
  const data = (args: string[], databaseUrl?: string) =>
    runCommand({ dataDir: at('data'), databaseUrl }, 'src/backup/cli.ts', args)

  it('backs up, verifies and restores, and tells what there is', async () => {
    const file = at('backup.padavu')
    const holds = 'data of [\\d-]+T[\\d:.]+Z, \\d+ tables with \\d+ rows up to \\d{4}-[\\w.-]+, 2 files, \\d\\.\\d MB'
    expect(await data(['backup', file])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(new RegExp(`^${file}: ${holds}, in \\d+\\.\\d s\nIt holds .*\n$`)),
    })
    expect(await data(['verify', file])).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^${file} is good: ${holds}\n$`)),
    })
    expect(await data(['restore', file, '--force'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        new RegExp(`^What was there is in .*\nRestored into ${at('data')}: ${holds}, in .*\n$`),
      ),
    })
  })

  it('names every damaged and missing file, in place, in a new backup and after its restore, and fails for them', async () => {
    makePrivate(at('data'))
    expect(await data(['verify'])).toEqual({ code: 0, err: '', out: `${at('data')}: good, 1 file as rows name them\n` })
    writeFileSync(at('data', picture), '')
    const told = (line: RegExp) => ({ code: 1, err: expect.stringMatching(line) as string })
    expect(await data(['verify'])).toMatchObject(
      told(new RegExp(`^Damaged: ${picture}\n1 file damaged, 0 missing\\. Import .*\n$`)),
    )
    const file = at('backup.padavu')
    expect(await data(['backup', file])).toMatchObject(
      told(new RegExp(`^Damaged: ${picture}\n1 file damaged, 0 missing\\. The backup is good but for .*\n$`)),
    )
    const missing = new RegExp(`^Missing: ${picture}\n0 files damaged, 1 missing\\. .*\n$`)
    expect(await data(['verify', file])).toMatchObject({
      ...told(missing),
      out: expect.stringContaining(' is whole: '),
    })
    expect(await data(['restore', file, '--force'])).toMatchObject({
      ...told(missing),
      out: expect.stringContaining('Restored into '),
    })
    expect(await data(['verify'])).toMatchObject(told(missing))
  })

  it('says in one line where backups of PostgreSQL are described', async () => {
    for (const { code, err } of await Promise.all([
      data(['backup', 'x.padavu'], 'postgres://padavu@127.0.0.1/padavu'),
      data(['restore', 'x.padavu'], 'postgres://padavu@127.0.0.1/padavu'),
    ]))
      expect([code, err]).toEqual([1, expect.stringMatching(/^DATABASE_URL is set\. .*: docs\/data\.md\n$/)])
  })

  it('explains itself, and says what is wrong when it is called wrongly', async () => {
    const [all, one, ...wrong] = await Promise.all(
      [
        ['--help'],
        ['backup', '--help'],
        ['verify', 'a', '--force'],
        ['backup'],
        ['copy', '--to='],
        ['copy', '--to=http://x'],
      ].map((typed) => data(typed)),
    )
    expect(all).toMatchObject({ code: 0, err: '' })
    expect(all!.out).toMatch(/^Usage: npm run data -- COMMAND\n\n {2}backup FILE [^]*\ndocs\/data\.md says more\.\n$/)
    expect(one).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: npm run data -- backup FILE \[--force\]\n/),
    })
    expect(wrong.map(({ code, err }) => [code, err])).toEqual([
      [2, 'There is no option --force. Usage: npm run data -- verify [FILE]\n'],
      [2, 'FILE is missing. Usage: npm run data -- backup FILE [--force]\n'],
      [2, '--to needs a value: postgres://…. Usage: npm run data -- copy [--to=postgres://…] [--files]\n'],
      [1, '--to must look like postgres://user:password@host:5432/name\n'],
    ])
  })

  it('refuses a folder as the place of a backup before it does anything, with --force too', async () => {
    const place = at('backups')
    mkdirSync(place)
    for (const { code, err } of await Promise.all([data(['backup', place]), data(['backup', place, '--force'])]))
      expect([code, err]).toEqual([
        1,
        `${place} is a folder: name the file in it, such as ${path.join(place, 'padavu.tar')}\n`,
      ])
    expect(readdirSync(path.dirname(place)).filter((name) => name.startsWith('.padavu-backup'))).toEqual([])
  })

  it('says in one line that there is nothing to back up', async () => {
    rmSync(at('data'), { recursive: true })
    expect(await data(['backup', at('backup.padavu')])).toEqual({
      code: 1,
      out: '',
      err: `DATA_DIR: there are no data in ${at('data')}\n`,
    })
  })
})
