import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { edited, PACK_READ, smallPack, writePack, type PackFiles } from '../../../tests/support/packs/pack.ts'
import { temporaryFolder } from '../../../tests/support/servers/server.ts'
import { keepRenderings, renderingsFile } from './kept-renderings.ts'
import { renderMarkdown } from '#lib/server/markdown/markdown.ts'
import { PackError } from '../read/problems.ts'
import { readPack } from '../read/read-pack.ts'
import { rendererVersion } from './renderer-version.ts'

let dataDir: string
beforeEach(() => {
  const temporary = temporaryFolder()
  onTestFinished(() => temporary.remove())
  dataDir = temporary.folder
})

/** Reads a pack as `npm run content` does: what it is read as, or what is wrong with it, and the texts that were rendered for it. */
async function read(
  files: PackFiles,
  options: { version?: string; now?: number; most?: number; tell?: (line: string) => void } = {},
) {
  const rendered: string[] = []
  const render: typeof renderMarkdown = (text, how) => {
    rendered.push(text)
    return renderMarkdown(text, how)
  }
  const kept = keepRenderings(dataDir, { version: 'one', now: PACK_READ, ...options, render })
  try {
    const { media: _, ...pack } = await readPack(writePack(files), PACK_READ, kept.render)
    return { rendered, pack: JSON.stringify(pack) }
  } catch (error) {
    if (error instanceof PackError) return { rendered, pack: error.problems }
    throw error
  } finally {
    kept.close()
  }
}

const file = () => renderingsFile(dataDir)

describe('what was rendered is kept', () => {
  test('so that a pack which is read again is not rendered again, and reads the same', async () => {
    const first = await read(smallPack())
    expect(first.rendered.length).toBeGreaterThan(10)
    expect(await read(smallPack())).toEqual({ rendered: [], pack: first.pack })
  })

  test('so that a fix of one comma renders one entry', async () => {
    await read(smallPack())
    const fixed = edited(smallPack(), 'questions/all.yaml', 'Two halves make', 'Two halves, then, make')
    const { rendered, pack } = await read(fixed)
    expect(rendered).toEqual(['Two halves, then, make a whole.'])
    expect(pack).toContain('Two halves, then, make a whole.')
  })

  test('also when the pack has errors, which are told again each time', async () => {
    const wrong = edited(smallPack(), 'questions/all.yaml', 'Two halves make', 'Two $\\halves$ make')
    const first = await read(wrong)
    expect(first.pack).toEqual([expect.stringMatching(/^questions\/all\.yaml:5 the formula .* cannot be set/)])
    expect(await read(wrong)).toEqual({ rendered: [], pack: first.pack })
    expect((await read(smallPack())).rendered).toEqual(['Two halves make a whole.'])
  })

  test('unless a picture in it is another one now', async () => {
    await read(smallPack())
    const larger = edited(smallPack(), 'media/box.svg', '320 200', '640 400')
    const { rendered, pack } = await read(larger)
    expect(rendered).toEqual([expect.stringContaining('![A grey box](media/box.svg)')])
    expect(pack).toContain('width=\\"640\\"')
    const { 'media/box.svg': _, ...without } = smallPack()
    expect((await read(without)).pack).toEqual([expect.stringContaining('media/box.svg is missing')])
  })

  test('unless the code that renders is of another version', async () => {
    const first = await read(smallPack())
    expect(await read(smallPack(), { version: 'two' })).toEqual(first)
  })

  test('until nobody has asked for it for a month', async () => {
    const first = await read(smallPack())
    expect((await read(smallPack(), { now: PACK_READ + 20 * DAY })).rendered).toEqual([])
    expect((await read(smallPack(), { now: PACK_READ + 45 * DAY })).rendered).toEqual([])
    const another = edited(smallPack(), 'questions/all.yaml', 'It has corners.', 'It has four corners.')
    await read(another, { now: PACK_READ + 60 * DAY })
    await read(another, { now: PACK_READ + 90 * DAY })
    expect((await read(smallPack(), { now: PACK_READ + 90 * DAY })).rendered).toEqual(['It has corners.'])
    expect(first.rendered).toContain('It has corners.')
  })

  test('but in no data folder that is not there: who reads a pack is not always who owns the data', async () => {
    rmSync(dataDir, { recursive: true })
    expect((await read(smallPack())).rendered.length).toBeGreaterThan(10)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('in a folder of who owns the data, also when root makes it', async () => {
    // Nobody else can give a folder away.
    if (process.getuid?.() === 0) chownSync(dataDir, 4321, 4322)
    const { uid, gid } = statSync(dataDir)
    await read(smallPack())
    for (const made of [path.dirname(file()), file()]) expect(statSync(made)).toMatchObject({ uid, gid })
  })

  test('in a file that does not grow beyond what it may', async () => {
    await read(smallPack(), { most: 10 })
    expect(statSync(file(), { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe('what is kept and cannot be used is rendered anew', () => {
  test('where an entry is damaged, and that one alone', async () => {
    const first = await read(smallPack())
    const database = new DatabaseSync(file())
    const rows = database.prepare('select name, value from renderings').all() as Record<'name' | 'value', Uint8Array>[]
    const { name, value } = rows.find((row) => Buffer.from(row.value).includes('Two halves'))!
    // One letter, so that all else about it is as it should be.
    value[Buffer.from(value).indexOf('halves')]! ^= 1
    database.prepare('update renderings set value = ? where name = ?').run(value, name)
    database.close()
    const again = await read(smallPack())
    expect(again).toEqual({ rendered: ['Two halves make a whole.'], pack: first.pack })
    expect((await read(smallPack())).rendered).toEqual([])
  })

  const harms: [string, (database: string) => void][] = [
    ['the file is none of SQLite', (database) => writeFileSync(database, 'x'.repeat(20_000))],
    ['the file is cut off', (database) => writeFileSync(database, readFileSync(database).subarray(0, 5000))],
    ['the middle of the file is lost', (database) => writeFileSync(database, harmed(readFileSync(database)))],
    ['it is gone', (database) => rmSync(path.dirname(database), { recursive: true })],
  ]
  test.each(harms)('where %s, and kept from then on', async (_, harm) => {
    const first = await read(smallPack())
    harm(file())
    expect((await read(smallPack())).pack).toBe(first.pack)
    // A file that turned out to be damaged halfway is removed, and begins anew with the next reading.
    await read(smallPack())
    expect(await read(smallPack())).toEqual({ rendered: [], pack: first.pack })
  })

  test('where nothing can be written', async () => {
    const first = await read(smallPack())
    rmSync(path.dirname(file()), { recursive: true })
    writeFileSync(path.dirname(file()), 'no folder')
    const lines: string[] = []
    expect((await read(smallPack(), { tell: (line) => lines.push(line) })).pack).toBe(first.pack)
    const line = `What is rendered is not kept for the next time, since ${file()} cannot be used: `
    expect(lines).toEqual([expect.stringContaining(line)])
    rmSync(path.dirname(file()))
    mkdirSync(file(), { recursive: true })
    expect((await read(smallPack())).pack).toBe(first.pack)
  })

  test('while another command writes there', async () => {
    const first = await read(smallPack())
    const other = new DatabaseSync(file())
    other.exec('begin immediate')
    const changed = edited(smallPack(), 'questions/all.yaml', 'It has corners.', 'It has four corners.')
    const tell = () => expect.unreachable('it is for now')
    expect((await read(changed, { tell })).pack).toBe(
      first.pack.toString().replaceAll('It has corners.', 'It has four corners.'),
    )
    other.close()
    expect((await read(changed)).rendered).toEqual(['It has four corners.'])
  })
})

test('the name of the rendering code is the same as long as the code is', () => {
  expect(rendererVersion()).toMatch(/^[0-9a-f]{16}$/)
  expect(rendererVersion()).toBe(rendererVersion())
})

function harmed(bytes: Buffer): Buffer {
  return bytes.fill(0xaa, 4096 + 100)
}
