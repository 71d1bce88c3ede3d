import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runBoundByPermissions } from '../../tests/support/servers/bound-by-permissions.ts'
import { learningPack } from '../../tests/support/packs/learning-pack.ts'
import { writePackBelow } from '../../tests/support/packs/pack.ts'

/** Files and folders that commands may not read or write: each ends with one line that names the file. */

const root = mkdtempSync(path.join(tmpdir(), 'padavu-refused-'))
const at = (name: string) => path.join(root, name)
const closed: string[] = []

const content = (...args: string[]) => ['src/content/cli.ts', ...args]
const data = (...args: string[]) => ['src/backup/cli.ts', ...args]
const staff = (...args: string[]) => ['src/staff/cli.ts', ...args]

const run = ([script = '', ...args]: string[], dataDir = at('data'), more: Record<string, string> = {}) =>
  runBoundByPermissions(script, args, { DATA_DIR: dataDir, DATABASE_URL: '', ...more })

/** Copies a file or folder under another name and sets permissions. */
function copyWith(from: string, to: string, permissions: Record<string, number> = {}): void {
  cpSync(at(from), at(to), { recursive: true })
  for (const [name, mode] of Object.entries(permissions)) {
    chmodSync(at(`${to}/${name}`), mode)
    closed.push(at(`${to}/${name}`))
  }
}

beforeAll(async () => {
  renameSync(writePackBelow(root, learningPack()), at('pack'))
  expect(await run(content('import', at('pack')))).toMatchObject({ code: 0, err: '' })
  expect(await run(data('backup', at('backup')))).toMatchObject({ code: 0, err: '' })
  copyFileSync(at('backup'), at('closed-backup'))
  writeFileSync(at('file'), '')
  mkdirSync(at('read-only'))
  mkdirSync(at('closed'))
  mkdirSync(at('empty'))
  for (const [name, mode] of Object.entries({ 'read-only': 0o500, closed: 0, 'closed-backup': 0 })) {
    chmodSync(at(name), mode)
    closed.push(at(name))
  }
  copyWith('data', 'data-closed', { '.': 0 })
  copyWith('data', 'data-unreadable', { 'padavu.db': 0 })
  copyWith('data', 'data-read-only', { 'padavu.db': 0o400 })
  copyWith('data', 'data-of-locked-folder', { '.': 0o500 })
  copyWith('data', 'data-without-media', { media: 0 })
  copyWith('pack', 'pack-closed', { '.': 0 })
  copyWith('pack', 'pack-entered', { '.': 0o300 })
  copyWith('pack', 'pack-listed', { '.': 0o600 })
  copyWith('pack', 'pack-file', { 'pack.yaml': 0 })
  copyWith('pack', 'pack-courses', { courses: 0 })
  copyWith('pack', 'pack-course', { 'courses/alpha/course.yaml': 0 })
  copyWith('pack', 'pack-media', { media: 0 })
  for (const name of ['pack-folder', 'pack-link', 'pack-taxonomy']) copyWith('pack', name)
  for (const name of ['pack-folder', 'pack-link']) rmSync(at(`${name}/pack.yaml`))
  mkdirSync(at('pack-folder/pack.yaml'))
  symlinkSync(at('none'), at('pack-link/pack.yaml'))
  rmSync(at('pack-taxonomy/taxonomy.yaml'))
  symlinkSync(at('none'), at('pack-taxonomy/taxonomy.yaml'))
})

afterAll(() => {
  for (const name of closed) chmodSync(name, 0o700)
  rmSync(root, { recursive: true })
})

const denied = 'this user has no permission \\((EACCES|EPERM)\\)'

describe('a command ends with one line that names what it may not read or write:', () => {
  it.each<[what: string, typed: string[], line: string, dataDir?: string]>([
    [
      'a backup into a folder that cannot be written',
      data('backup', at('read-only/b')),
      `${at('read-only')} .*${denied}`,
    ],
    ['a backup into a closed folder', data('backup', at('closed/b')), `${at('closed')}.*${denied}`],
    ['a backup below a file', data('backup', at('file/b')), `${at('file')}.*ENOTDIR`],
    ['a backup into no folder', data('backup', at('none/b')), `${at('none')} .*ENOENT`],
    ['a backup below /proc', data('backup', '/proc/b'), '/proc .*ENOENT'],
    ['a backup of a closed data folder', data('backup', at('b')), `${at('data-closed')}.*EACCES`, 'data-closed'],
    ['a backup of an unreadable database', data('backup', at('b')), `padavu\\.db.*EACCES`, 'data-unreadable'],
    [
      'a backup of unreadable files',
      data('backup', at('b')),
      `media cannot be listed: ${denied}`,
      'data-without-media',
    ],
    [
      'the check of an unreadable backup',
      data('verify', at('closed-backup')),
      `${at('closed-backup')} cannot be .*${denied}`,
    ],
    ['the check of a folder', data('verify', at('empty')), `${at('empty')} is not a good backup: it is a folder`],
    ['the check of no backup', data('verify', at('none')), `${at('none')} cannot be .*ENOENT`],
    [
      'a restore of an unreadable backup',
      data('restore', at('closed-backup')),
      `${at('closed-backup')}.*${denied}`,
      'new',
    ],
    ['a restore of no backup', data('restore', at('none')), `${at('none')} is not there`, 'new'],
    [
      'a restore below /proc',
      data('restore', at('backup')),
      'DATA_DIR: cannot write to /proc/padavu/data: .*ENOENT',
      '/proc/padavu/data',
    ],
    [
      'a restore into a folder that cannot be written',
      data('restore', at('backup')),
      `DATA_DIR: cannot write to ${at('data-of-locked-folder')}: ${denied}`,
      'data-of-locked-folder',
    ],
    [
      'a comparison with an unreadable file',
      data('count', `--compare=${at('closed-backup')}`),
      `${at('closed-backup')}.*EACCES`,
    ],
    [
      'an export into a folder that cannot be written',
      content('export', at('read-only/e')),
      `${at('read-only/e')} cannot be written: ${denied}`,
    ],
    [
      'an export below a file',
      content('export', at('file/e')),
      `${at('file/e')} cannot be written: .*(ENOTDIR|EEXIST)`,
    ],
    [
      'an export below /proc',
      content('export', '/proc/padavu/export'),
      '/proc/padavu/export cannot be written: .*ENOENT',
    ],
    [
      'an import into a folder below /proc',
      content('import', at('pack')),
      'DATA_DIR: cannot write to /proc/padavu/data: .*ENOENT',
      '/proc/padavu/data',
    ],
    [
      'an import into a database that cannot be written',
      content('import', at('pack')),
      'DATA_DIR: padavu\\.db cannot be used: .*Change the permissions',
      'data-read-only',
    ],
    [
      'staff at a data folder that cannot be written',
      staff('tickets'),
      `DATA_DIR: cannot write to ${at('data-of-locked-folder')}: ${denied}`,
      'data-of-locked-folder',
    ],
    ['staff at an unreadable database', staff('tickets'), 'padavu\\.db cannot be read \\(EACCES\\)', 'data-unreadable'],
    ['a closed pack', content('check', at('pack-closed')), `${at('pack-closed')} cannot be read: ${denied}`],
    [
      'a pack that may be entered and not listed',
      content('check', at('pack-entered')),
      `${at('pack-entered')} cannot be read: ${denied}`,
    ],
    [
      'a pack that may be listed and not entered',
      content('check', at('pack-listed')),
      `${at('pack-listed')} cannot be read: ${denied}`,
    ],
    [
      'an unreadable pack.yaml',
      content('import', at('pack-file')),
      `${at('pack-file/pack.yaml')} cannot be read: ${denied}`,
    ],
    [
      'a folder named pack.yaml',
      content('import', at('pack-folder')),
      `${at('pack-folder/pack.yaml')} is a folder, not a file`,
    ],
    [
      'a pack.yaml that is a broken link',
      content('import', at('pack-link')),
      `${at('pack-link/pack.yaml')} is a link that leads nowhere`,
    ],
    [
      'a folder without a pack',
      content('import', at('empty')),
      `${at('empty')} has no pack.yaml, so it is not a content pack`,
    ],
    [
      'a pack that is a file',
      content('import', at('file')),
      `${at('file')} cannot be read: a part of the path is a file`,
    ],
  ])('%s', async (_, typed, line, dataDir = 'data') => {
    const { code, out, err } = await run(typed, path.isAbsolute(dataDir) ? dataDir : at(dataDir))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(new RegExp(`^[^\n]*${line}[^\n]*\n$`))
    expect(existsSync(at('b'))).toBe(false)
  })
})

it.each([
  ['pack-courses', `courses:1 cannot be read: ${denied}`],
  ['pack-course', `courses/alpha/course\\.yaml:1 cannot be read: ${denied}`],
  ['pack-media', `media:1 cannot be read: ${denied}`],
  ['pack-taxonomy', 'taxonomy\\.yaml:1 is a link that leads nowhere'],
])('the check of %s lists what cannot be read among the problems of the pack', async (name, line) => {
  const { code, err } = await run(content('check', at(name)))
  expect(code).toBe(1)
  expect(err).toMatch(new RegExp(`^${line}`, 'm'))
  expect(err).not.toMatch(/\n {4}at |is missing|not UTF-8/)
})
