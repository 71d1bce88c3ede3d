import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../../../support/servers/server.ts'

/** What the scripts of deploy/postgres do with what PostgreSQL's programs leave; tests/process has them do it with those. */

let folder: string
let remove: () => void
beforeEach(() => ({ folder, remove } = temporaryFolder()))
afterEach(() => remove())

const at = (...names: string[]) => path.join(folder, ...names)

/** Runs a script with programs of the test before those of the system. */
function run(script: string, args: string[], settings: Record<string, string> = {}) {
  const env = { PATH: `${at('bin')}:${process.env.PATH}`, ...settings }
  const { status, stdout, stderr } = spawnSync(path.resolve('deploy/postgres', script), args, { env, encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

function program(name: string, text: string): void {
  mkdirSync(at('bin'), { recursive: true })
  writeFileSync(at('bin', name), `#!/bin/sh\n${text}\n`)
  chmodSync(at('bin', name), 0o755)
}

const good = { code: 0, out: '', err: '' }
const wal = '000000010000000000000002'

describe('archive-wal', () => {
  beforeEach(() => {
    mkdirSync(at('archive'))
    writeFileSync(at(wal), 'a log of writes')
  })
  const archive = () => run('archive-wal', [at('archive'), at(wal), wal])
  const kept = () => gunzipSync(readFileSync(at('archive', `${wal}.gz`))).toString()

  test('keeps a file for its owner alone, and takes the same once more for one whose answer was not heard', () => {
    expect(archive()).toEqual(good)
    expect(kept()).toBe('a log of writes')
    expect(statSync(at('archive', `${wal}.gz`)).mode & 0o777).toBe(0o600)
    expect(archive()).toEqual(good)
    expect(readdirSync(at('archive'))).toEqual([`${wal}.gz`])
  })

  test.each([
    ['another', 'another log'],
    ['one that goes on', 'a log of writes, and more'],
    ['one that ends before', 'a log'],
  ])('refuses %s under the same name, and keeps the first', (_, text) => {
    archive()
    writeFileSync(at(wal), text)
    expect(archive()).toEqual({
      code: 1,
      out: '',
      err: `archive-wal: ${at('archive', wal)}.gz is there with other content: does another server write to ${at('archive')}?\n`,
    })
    expect(kept()).toBe('a log of writes')
  })

  test('does not replace one that comes meanwhile', () => {
    program('sync', `[ "\${1##*/.taking-}" = "$1" ] || echo theirs > ${at('archive', `${wal}.gz`)}`)
    expect(archive()).toMatchObject({ code: 1, err: expect.stringContaining('or has come meanwhile') })
    expect(readFileSync(at('archive', `${wal}.gz`), 'utf8')).toBe('theirs\n')
    expect(readdirSync(at('archive'))).toEqual([`${wal}.gz`])
  })

  test.each(['gzip', 'sync', 'mv'])('has nothing under the name when %s fails, and says that it failed', (name) => {
    program(name, 'exit 1')
    expect(archive().code).not.toBe(0)
    expect(readdirSync(at('archive'))).toEqual([])
  })

  test('makes no archive where a disk is not mounted', () => {
    const err = `archive-wal: ARCHIVE: ${at('none')} is not a folder\n`
    expect(run('archive-wal', [at('none'), at(wal), wal])).toEqual({ code: 1, out: '', err })
    expect(existsSync(at('none'))).toBe(false)
  })
})

describe('restore-wal', () => {
  const restore = () => run('restore-wal', [at('archive'), wal, at('back')])

  test('brings a file back, says 1 where there is none, and what ends a recovery where it is damaged', () => {
    expect(restore()).toMatchObject({ code: 200, err: `restore-wal: ARCHIVE: ${at('archive')} is not a folder\n` })
    mkdirSync(at('archive'))
    expect(restore()).toEqual({ code: 1, out: '', err: '' })
    const bytes = gzipSync('a log of writes')
    writeFileSync(at('archive', `${wal}.gz`), bytes)
    expect(restore()).toEqual(good)
    expect(readFileSync(at('back'), 'utf8')).toBe('a log of writes')
    writeFileSync(at('archive', `${wal}.gz`), bytes.subarray(0, -1))
    expect(restore()).toMatchObject({
      code: 200,
      err: expect.stringContaining(`restore-wal: ${at('archive', wal)}.gz is damaged\n`),
    })
  })
})

describe('dump', () => {
  const file = () => at('padavu.dump')

  test('has its name when it is whole, was read back, and only its owner may read it', () => {
    program('pg_restore', 'grep -q whole "$2"')
    for (const half of ['echo half > "${2#--file=}"', ': > "${2#--file=}"', 'echo whole > "${2#--file=}"; exit 1']) {
      program('pg_dump', half)
      expect(run('dump', [file()]).code).toBe(1)
      expect(readdirSync(folder)).toEqual(['bin'])
    }
    program('pg_dump', 'echo whole > "${2#--file=}"')
    expect(run('dump', [file()])).toEqual(good)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(run('dump', [file()])).toEqual({ code: 1, out: '', err: `dump: FILE: ${file()} is there already\n` })
  })
})

test("compose's daily backup has `dump` beside it", () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
    services: { backup: { volumes: string[] } }
  }
  expect(services.backup.volumes).toEqual(
    expect.arrayContaining(['./deploy/compose-backup.sh:/backup.sh:ro', './deploy/postgres:/postgres:ro']),
  )
})

describe('base-backup', () => {
  const label = (first: string) => `START WAL LOCATION: 0/2000028 (file ${first})\n`
  const daysAgo = (days: number) => `base-${new Date(Date.now() - days * 86_400_000).toISOString().replace(/:/g, '')}`
  const backup = (settings: Record<string, string> = {}) =>
    run('base-backup', [at('backups'), at('archive')], { ARCHIVE_SECONDS: '0', ...settings })
  const bases = () => readdirSync(at('backups')).filter((name) => name.startsWith('base-'))

  beforeEach(() => {
    for (const place of ['backups', 'archive']) mkdirSync(at(place))
    for (const days of [40, 20, 10]) {
      const name = daysAgo(days)
      mkdirSync(at('backups', name))
      writeFileSync(at('backups', name, 'backup_label'), label(wal.replace('2', `${days}`)))
    }
    program(
      'pg_basebackup',
      `to=\${1#--pgdata=}; mkdir "$to"; echo 99 > "$to/PG_VERSION"; printf '${label(wal).trim()}\\n' > "$to/backup_label"`,
    )
    program('pg_verifybackup', 'test -e "$2/PG_VERSION"')
    program('pg_archivecleanup', `echo "$@" > ${at('cleaned')}`)
    writeFileSync(at('archive', `${wal}.00000028.backup.gz`), '')
  })

  test('is kept when it is good and archived, and lets go what no moment of the last days needs', () => {
    const old = bases()
    expect(backup()).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/\/base-\S+Z is good, \d+ MB\n$/) })
    // To come back to 14 days ago one needs the base backup of 20 days ago.
    expect(bases()).toEqual([...old.slice(1), expect.stringMatching(/^base-20\d\d-\d\d-\d\dT\d{6}\.\d{3}Z$/)])
    expect(readFileSync(at('cleaned'), 'utf8')).toBe(`-x .gz ${at('archive')} ${wal.replace('2', '20')}\n`)
    expect(backup({ BACKUP_DAYS: '30' }).code).toBe(0)
    expect(bases()).toHaveLength(4)
  })

  test.each([
    ['pg_basebackup fails', () => program('pg_basebackup', 'mkdir "${1#--pgdata=}"; exit 1'), /pg_basebackup failed/],
    ['it is not what the server has', () => program('pg_verifybackup', 'exit 1'), /is not what the server has/],
    [
      'nothing of it comes into the archive',
      () => program('pg_verifybackup', `rm ${at('archive')}/*`),
      /^base-backup: ARCHIVE: nothing of this backup comes into .*archive\. Is archive_mode on, .*\n$/,
    ],
  ])('is none when %s, and nothing goes for it', (_, breakIt, line) => {
    const old = bases()
    breakIt()
    expect(backup()).toMatchObject({ code: 1, out: '', err: expect.stringMatching(line) })
    expect(bases()).toEqual(old)
    expect(existsSync(at('cleaned'))).toBe(false)
    expect(readdirSync(at('backups')).filter((name) => name.startsWith('.taking'))).toEqual([])
  })

  test('says which setting is wrong', () => {
    expect(backup({ BACKUP_DAYS: 'many' }).err).toBe("base-backup: BACKUP_DAYS must be a whole number (it is 'many')\n")
  })
})

describe('restore-to', () => {
  const time = '--time=2026-11-24 10:31:00+05:30'
  const restore = (...words: string[]) => run('restore-to', words)
  const places = () => [`--backups=${at('backups')}`, `--archive=${at('archive')}`, `--data=${at('data')}`]

  beforeEach(() => {
    program('id', 'echo 1000')
    for (const place of ['backups', 'archive']) mkdirSync(at(place))
  })

  test('says in one line which word is missing or wrong, and changes nothing', () => {
    const cases: [string[], number, RegExp][] = [
      [places(), 2, /^restore-to: one of --time, --point and --latest is wanted\. Usage: .*\n$/],
      [[time, '--latest', ...places()], 2, /one of --time/],
      [['--time', ...places()], 2, /there is no --time\. /],
      [['--point=', ...places()], 2, /--point needs a value/],
      [
        ['--time=2026-11-24 10:31:00', ...places()],
        1,
        /^restore-to: --time: '2026-11-24 10:31:00' does not say its zone/,
      ],
      [['--time=noon Z', ...places()], 1, /--time: 'noon Z' is no time/],
      [[time, ...places().slice(1)], 2, /--backups is missing/],
      [[time, ...places().slice(0, 2)], 2, /--data is missing/],
      [['--latest', ...places()], 1, /^restore-to: --backups: .*backups has no base backup\n$/],
      [['--latest', '--base=x', ...places()], 1, /^restore-to: --base: .*x is no base backup\n$/],
    ]
    for (const [words, code, line] of cases)
      expect(restore(...words), words.join(' ')).toMatchObject({ code, err: expect.stringMatching(line) })
    program('id', 'echo 0')
    expect(restore(time, ...places()).err).toContain('run it as the user that PostgreSQL runs as')
    expect(existsSync(at('data'))).toBe(false)
  })

  test('leaves a folder alone that is not empty', () => {
    mkdirSync(at('data'))
    writeFileSync(at('data/PG_VERSION'), '15')
    expect(restore(time, ...places()).err).toBe(`restore-to: --data: ${at('data')} is not empty\n`)
    expect(readdirSync(at('data'))).toEqual(['PG_VERSION'])
  })

  test('takes the newest base backup from before the moment, and refuses an archive that does not reach back to it', () => {
    const make = (name: string, first: string) => {
      mkdirSync(at('backups', name))
      writeFileSync(at('backups', name, 'backup_label'), `START WAL LOCATION: 0/2000028 (file ${first})\n`)
    }
    make('base-2026-11-23T050100.000Z', 'A'.repeat(24))
    make('base-2026-11-24T050059.999Z', 'B'.repeat(24))
    make('base-2026-11-24T050100.000Z', 'C'.repeat(24))
    const lacks = (first: string) =>
      new RegExp(`^restore-to: --archive: .*archive lacks ${first}{24}, with which base-.*\n$`)
    expect(restore(time, ...places()).err).toMatch(lacks('B'))
    expect(restore('--latest', ...places()).err).toMatch(lacks('C'))
    expect(restore('--latest', '--base=base-2026-11-23T050100.000Z', ...places()).err).toMatch(lacks('A'))
    expect(restore('--time=2026-11-23 05:01:00Z', ...places()).err).toMatch(/has no base backup from before 2026-11-23/)
  })
})
