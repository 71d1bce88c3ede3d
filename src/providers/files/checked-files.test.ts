import { mkdtempSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkedFiles } from './checked-files.ts'
import { nameOf } from './names.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'padavu-checked-'))
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

const at = (name: string) => path.join(root, name)

async function stored(content: string): Promise<string> {
  const name = await nameOf(Buffer.from(content), 'png')
  writeFileSync(at(name), content)
  return name
}

describe('a file is compared with its name', () => {
  it('again when anything of it has changed, and not otherwise', async () => {
    const files = checkedFiles()
    const name = await stored('picture')
    const look = () => files.look(at(name), name)
    const first = await look()
    expect(first).toEqual({ size: 7, isGood: true })
    // Other bytes, with the size and the time of the right ones: the system notes the change all the same.
    const time = new Date(1_700_000_000_000)
    utimesSync(at(name), time, time)
    expect((await look())?.isGood).toBe(true)
    writeFileSync(at(name), 'pictura')
    utimesSync(at(name), time, time)
    expect((await look())?.isGood).toBe(false)
    writeFileSync(at('aside'), 'picture')
    renameSync(at('aside'), at(name))
    expect((await look())?.isGood).toBe(true)
    rmSync(at(name))
    expect(await look()).toBeUndefined()
  })

  it('by all who ask at the same time together', async () => {
    const files = checkedFiles()
    const name = await stored('picture')
    const looks = await Promise.all(Array.from({ length: 50 }, () => files.look(at(name), name)))
    expect(looks).toEqual(looks.map(() => ({ size: 7, isGood: true })))
    expect(await files.isGood(at(name), name)).toBe(true)
  })

  it('while an answer waits no longer than it may, where the file is large, and is known afterwards', async () => {
    const files = checkedFiles(0)
    const large = 65 * 1024 * 1024
    writeFileSync(at('lecture'), '')
    truncateSync(at('lecture'), large)
    const good = await nameOf(at('lecture'), 'mp4')
    renameSync(at('lecture'), at(good))
    const damaged = `${'0'.repeat(32)}.mp4`
    writeFileSync(at(damaged), '')
    truncateSync(at(damaged), large)
    for (const [name, isGood] of [
      [good, true],
      [damaged, false],
    ] as const) {
      expect(await files.look(at(name), name)).toEqual({ size: large, isGood: undefined })
      expect(await files.isGood(at(name), name)).toBe(isGood)
      expect(await files.look(at(name), name)).toEqual({ size: large, isGood })
    }
  })
})
