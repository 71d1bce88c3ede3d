import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Disk } from '#lib/server/durable.ts'
import { recordedDisk, type RecordedDisk } from '../../../tests/support/outside/power-cut.ts'
import { folderStore } from './folder-store.ts'
import { nameOf } from './names.ts'

let root: string
const at = (...names: string[]) => path.join(root, ...names)

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'padavu-power-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const record = (folders: string[] = [], files: string[] = []) =>
  recordedDisk({
    folders: ['', ...folders].map((name) => path.resolve(root, name)),
    files: files.map((name) => at(name)),
  })

/** After every cut: a name of the store is whole or not there, and what was promised is there. @returns how many were tried */
function expectWhole(disk: RecordedDisk): number {
  let tried = 0
  for (const { after, promised, files } of disk.cuts()) {
    tried += 1
    const state = `cut after ${after} calls, with ${[...files].map(String).join(' ')}`
    for (const [name, content] of files) if (!name.endsWith('.part')) expect(content, `${name}: ${state}`).toBe('whole')
    for (const name of promised) expect([...files.keys()], state).toContain(at(name))
  }
  return tried
}

describe('a power cut at any moment', () => {
  it('leaves a file of the store whole or not at all, and every one that was acknowledged', async () => {
    const disk = record()
    const files = folderStore({ dataDir: at('data'), disk })
    const address = await files.put(Buffer.from('picture'), 'webp')
    disk.promise(`data${address}`)
    writeFileSync(at('lecture.mp4'), 'lecture '.repeat(300_000))
    disk.promise(`data/private/${await files.putPrivate(at('lecture.mp4'), 'mp4')}`)
    expect(expectWhole(disk)).toBeGreaterThan(30)
  })

  it('does so where many are stored at once, who wait for the disk together', async () => {
    mkdirSync(at('data/media'), { recursive: true })
    const disk = record(['data', 'data/media'])
    let syncs = 0
    const counted: Disk = {
      ...disk,
      sync: (name) => {
        if (name === at('data/media')) syncs += 1
        return disk.sync(name)
      },
    }
    const files = folderStore({ dataDir: at('data'), disk: counted })
    const all = Array.from({ length: 5 }, async (_, index) => {
      disk.promise(`data${await files.put(Buffer.from(`picture ${index}`), 'webp')}`)
    })
    await Promise.all(all)
    expectWhole(disk)
    expect(syncs).toBeLessThan(5)
  })

  it('leaves nothing that was acknowledged in folders that somebody else has just made, or in a file just written', async () => {
    const name = await nameOf(Buffer.from('picture'), 'webp')
    mkdirSync(at('data/media'), { recursive: true })
    const disk = record()
    // Another process is as far as this, and has not waited.
    await disk.makeFolder(at('data/media'))
    await disk.write(at('data/media', name), [Buffer.from('picture')])
    const files = folderStore({ dataDir: at('data'), disk })
    disk.promise(`data${await files.put(Buffer.from('picture'), 'webp')}`)
    const ends = [...disk.cuts()].filter(({ promised }) => promised.length > 0)
    expect(ends.map(({ files: left }) => left.get(at('data/media', name)))).toEqual(ends.map(() => 'whole'))
  })

  it('brings nothing back that was removed', async () => {
    const name = await nameOf(Buffer.from('picture'), 'webp')
    mkdirSync(at('data/media'), { recursive: true })
    writeFileSync(at('data/media', name), 'picture')
    const disk = record(['data', 'data/media'], [`data/media/${name}`])
    await folderStore({ dataDir: at('data'), disk }).remove(`/media/${name}`)
    disk.promise('gone')
    const ends = [...disk.cuts()].filter(({ promised }) => promised.length > 0)
    expect(ends.length).toBeGreaterThan(0)
    for (const { files } of ends) expect([...files.keys()]).toEqual([])
  })

  it('is told of a disk that fails: nothing is acknowledged, and no half file stays', async () => {
    const disk: Disk = { ...record(), sync: (name) => Promise.reject(Object.assign(new Error(name), { code: 'EIO' })) }
    await expect(folderStore({ dataDir: at('data'), disk }).put(Buffer.from('picture'), 'webp')).rejects.toThrow()
    mkdirSync(at('data/media'), { recursive: true })
    expect(readdirSync(at('data/media'))).toEqual([])
  })
})

describe('a file that is not as its name says', () => {
  const damages: [string, (name: string) => void][] = [
    ['is empty', (name) => writeFileSync(name, '')],
    ['is shorter', (name) => writeFileSync(name, readFileSync(name).subarray(0, 3))],
    ['has other bytes', (name) => writeFileSync(name, 'pictura')],
    ['is nothing but zeros', (name) => writeFileSync(name, Buffer.alloc(7))],
  ]

  it.each(damages)('and %s is not there for who asks for it, and is told of once', async (_, damage) => {
    const told: unknown[] = []
    const files = folderStore({ dataDir: root, tell: (file) => told.push(file) })
    const name = path.basename(await files.put(Buffer.from('picture'), 'png', 'somebody'))
    expect((await files.openPublic(name))?.sure).toBe(true)
    damage(at('media', name))
    expect(await files.check('media', name)).toBe('damaged')
    expect(await files.openPublic(name)).toBeUndefined()
    expect(await files.openPublic(name)).toBeUndefined()
    expect(told).toEqual([{ place: 'media', name, size: readFileSync(at('media', name)).length }])
  })

  it.each(damages)('and %s is replaced when it is stored again, and is there at once', async (_, damage) => {
    const files = folderStore({ dataDir: root })
    writeFileSync(at('lecture.mp4'), 'lecture')
    const name = await files.putPrivate(at('lecture.mp4'), 'mp4')
    damage(at('private', name))
    expect(await files.openPrivate(name)).toBeUndefined()
    expect(await files.putPrivate(at('lecture.mp4'), 'mp4')).toBe(name)
    expect(readFileSync(at('private', name), 'utf8')).toBe('lecture')
    expect((await files.openPrivate(name))?.sure).toBe(true)
    expect(readdirSync(at('private'))).toEqual([name])
  })

  it('is not taken over from another store', async () => {
    writeFileSync(at('other.webp'), 'another')
    const name = await nameOf(Buffer.from('picture'), 'webp')
    await expect(folderStore({ dataDir: root }).adopt('media', name, at('other.webp'))).rejects.toThrow(
      'another content',
    )
    expect(existsSync(at('media', name))).toBe(false)
  })

  it('is known also where an earlier version salted the name, by the length that a WebP tells of itself', async () => {
    const files = folderStore({ dataDir: root })
    const webp = Buffer.alloc(40, 'x')
    webp.write('RIFF', 0)
    webp.writeUInt32LE(32, 4)
    webp.write('WEBP', 8)
    const name = `${'5'.repeat(32)}.webp`
    mkdirSync(at('media'))
    for (const [content, state] of [
      [webp, 'good'],
      [webp.subarray(0, 39), 'damaged'],
      [Buffer.alloc(40), 'damaged'],
      [Buffer.alloc(0), 'damaged'],
    ] as const) {
      writeFileSync(at('media', name), content)
      expect(await files.check('media', name)).toBe(state)
    }
  })
})
