import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServices } from '#http/services.ts'
import { readConfig } from '#core/config.ts'
import { staff } from '../staff/staff.ts'
import { typeCommand, runCommand } from '../../tests/support/api/command.ts'
import { bytesIn, damages, keepLog, makeSite } from '../../tests/support/servers/damaged-data.ts'
import { content } from '#content/content.ts'
import { makeBackup } from '#backup/backup.ts'
import { restoreBackup } from '#backup/restore.ts'
import { examineData } from '#db/examine.ts'
import { openDatabase } from '#db/open.ts'

let site: string
let root: string
let dataDir: string

beforeAll(async () => {
  site = mkdtempSync(path.join(tmpdir(), 'padavu-site-'))
  await makeSite(site)
})
afterAll(() => rmSync(site, { recursive: true }))
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'padavu-examine-'))
  dataDir = path.join(root, 'data')
  cpSync(site, dataDir, { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const start = (CONTENT = 'none') => openServices(readConfig({ DATA_DIR: dataDir, CONTENT, LOG_LEVEL: 'silent' }))

const nameIn = async () => {
  const opened = await openDatabase({ dataDir })
  try {
    return (await opened.db.selectFrom('users').select('name').execute())[0]?.name
  } finally {
    await opened.close()
  }
}

describe('where a site has been there is', () => {
  it.each(damages)('%s: a server says so in one line with what to do, and changes no byte', async (_, damage, line) => {
    damage(dataDir)
    const before = bytesIn(dataDir)
    // As it is started on a machine of one's own, where a new site would have the demo's content.
    const error: unknown = await start('src/content/demo').then(
      (services) => services.close(),
      (refused: unknown) => refused,
    )
    expect(error).toMatchObject({ name: 'StartError', message: expect.stringMatching(line) })
    expect((error as Error).message).toMatch(/^DATA_DIR: [^\n]+$/)
    expect(bytesIn(dataDir)).toEqual(before)
  })

  const here = () => ({ dataDir, databaseUrl: undefined })

  it.each(damages.filter(([what]) => what !== 'a damaged page'))(
    '%s: no command begins anew there, nor shows a stack',
    async (_, damage, line) => {
      damage(dataDir)
      const before = bytesIn(dataDir)
      const { code, out, err } = await typeCommand(here(), staff, ['tickets'])
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(/^[^\n]+\n$/)
      expect(err.trimEnd()).toMatch(line)
      expect(bytesIn(dataDir)).toEqual(before)
    },
  )

  it('nothing but files: no content is imported', async () => {
    rmSync(path.join(dataDir, 'padavu.db'))
    const { code, out, err } = await typeCommand(here(), content, ['import', 'src/content/demo'])
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^DATA_DIR: \S+\/padavu\.db is missing, [^\n]+\n$/)
    expect(existsSync(path.join(dataDir, 'padavu.db'))).toBe(false)
  })

  it.each(damages)('%s: a backup is restored as the line says', async (_, damage) => {
    const file = path.join(root, 'backup')
    await makeBackup(dataDir, file, { now: Date.now, force: false })
    damage(dataDir)
    await restoreBackup(file, dataDir, { now: Date.now(), force: true })
    await (await start()).close()
    expect(await nameIn()).toBe('Anu')
  })
})

it.each(['backup', 'verify', 'copy'])(
  'npm run data -- %s says in one line that the data file is damaged',
  async (name) => {
    truncateSync(path.join(dataDir, 'padavu.db'), 5000)
    const args = { backup: [path.join(root, 'backup')], verify: [], copy: ['--to=postgres://nobody@127.0.0.1:1/none'] }[
      name
    ]!
    const { code, out, err } = await runCommand({ dataDir, databaseUrl: undefined }, 'src/backup/cli.ts', [
      name,
      ...args,
    ])
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^DATA_DIR: \S+\/padavu\.db cannot be used: it is damaged [^\n]+backup[^\n]+\n$/)
    expect(existsSync(path.join(root, 'backup'))).toBe(false)
  },
)

describe('a data file that is good', () => {
  it('is opened, with what is in its log of writes', async () => {
    expect(await nameIn()).toBe('Anu')
    keepLog(dataDir)
    expect(examineData(dataDir, { thoroughly: true })).toBe(true)
    expect(await nameIn()).toBe('Changed')
  })

  it('is looked at while another process works on it, whose log may be longer than the file', async () => {
    const opened = await openDatabase({ dataDir })
    const value = 'x'.repeat(500_000)
    await opened.db.insertInto('meta').values({ key: 'large', value }).execute()
    expect(examineData(dataDir, { thoroughly: true })).toBe(true)
    await opened.close()
  })
})

describe('a new site begins in', () => {
  const fresh: [string, () => void][] = [
    ['a folder that is not there', () => {}],
    ['an empty folder', () => mkdirSync(dataDir)],
    [
      'a new volume',
      () =>
        ['lost+found', 'media/lost+found', 'private'].forEach((name) =>
          mkdirSync(path.join(dataDir, name), { recursive: true }),
        ),
    ],
    [
      "a folder with an operator's own files and half an upload",
      () => {
        mkdirSync(path.join(dataDir, 'media'), { recursive: true })
        writeFileSync(path.join(dataDir, 'media', `${'0'.repeat(32)}.png.1234.part`), 'half')
        mkdirSync(path.join(dataDir, 'my-pack', 'media'), { recursive: true })
        writeFileSync(path.join(dataDir, 'my-pack', 'media', 'x.svg'), '<svg/>')
      },
    ],
    [
      'a folder whose data were moved away',
      () => {
        cpSync(site, dataDir, { recursive: true })
        rmSync(path.join(dataDir, 'padavu.db'))
        rmSync(path.join(dataDir, 'media'), { recursive: true })
      },
    ],
  ]

  it.each(fresh)('%s', async (_, prepare) => {
    rmSync(dataDir, { recursive: true })
    prepare()
    await (await start()).close()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('padavu'))).toEqual(['padavu.db'])
    await (await start()).close()
  })
})
