import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  at,
  backUp,
  bytesOf,
  lecture,
  now,
  picture,
  restore,
  useData,
} from '../../tests/support/scenes/backup-scene.ts'
import { lockDataFolder } from '#db/lock.ts'
import type { Disk } from './disk.ts'

useData()

const problem = (code: string) => Object.assign(new Error(code), { code })

/** A disk on which a folder or a file of the data is a mount point, and that fails at one of its renames. */
function mounted(name: string, { failAt = Infinity, room = Infinity } = {}): Disk & { renames: () => number } {
  const mount = at('data', name)
  const isIn = (file: string) => path.resolve(file).startsWith(mount + path.sep)
  let renames = 0
  return {
    renames: () => renames,
    room: async (folder) => (path.resolve(folder) === mount ? room : Infinity),
    rename: async (from, to) => {
      if (path.resolve(from) === mount || path.resolve(to) === mount) throw problem('EBUSY')
      if (isIn(from) !== isIn(to)) throw problem('EXDEV')
      if ((renames += 1) >= failAt) throw problem('EIO')
      await rename(from, to)
    },
  }
}

/** Everything in the data folder but what comes and goes. */
const listing = () =>
  readdirSync(at('data'), { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^server\.lock|-(shm|wal)$/.test(name))
    .sort()

const nameIn = (file: string) => {
  const database = new DatabaseSync(file)
  const { name } = database.prepare('select name from users').get() as { name: string }
  database.close()
  return name
}

/** A backup, and data that have changed since: another picture, one more, another name. */
const later = 'media/11111111111111111111111111111111.webp'
async function backUpAndChange(): Promise<void> {
  await backUp()
  writeFileSync(at('data', picture), 'another')
  writeFileSync(at('data', later), 'later')
  const database = new DatabaseSync(at('data/padavu.db'))
  database.exec(`update users set name = 'Changed'`)
  database.close()
}

function expectRestored(): void {
  expect(bytesOf('data', picture).toString()).toBe('picture')
  expect(existsSync(at('data', later))).toBe(false)
  expect(bytesOf('data', lecture).toString()).toContain('lecture')
  expect(nameIn(at('data/padavu.db'))).toBe('Anu')
  expect(listing().filter((name) => name.includes('restor'))).toEqual([])
  lockDataFolder(at('data'))()
}

describe('a restore into a data folder with a mount point', () => {
  it.each(['media', 'private'])('moves what is in %s and leaves the folder where it is', async (name) => {
    await backUpAndChange()
    mkdirSync(at('data', name, 'lost+found'))
    const { ino } = statSync(at('data', name))
    const { movedTo } = await restore('data', true, { disk: mounted(name) })
    expect(statSync(at('data', name)).ino).toBe(ino)
    expect(readdirSync(at('data', name))).toContain('lost+found')
    expectRestored()
    expect(readFileSync(path.join(movedTo!, picture), 'utf8')).toBe('another')
    expect(readFileSync(path.join(movedTo!, later), 'utf8')).toBe('later')
    expect(nameIn(path.join(movedTo!, 'padavu.db'))).toBe('Changed')
  })

  it('loses nothing wherever it is cut off, keeps servers off, and is finished by doing it again', async () => {
    let cuts = 0
    for (let failAt = 1; ; failAt += 1) {
      rmSync(at('backup.padavu'), { force: true })
      await backUpAndChange()
      const disk = mounted('media', { failAt })
      const done = await restore('data', true, { disk, now: now + 2 * failAt }).then(
        () => true,
        () => false,
      )
      if (done) break
      if (existsSync(at('data/padavu.db')) && nameIn(at('data/padavu.db')) === 'Changed') {
        expect(bytesOf('data', picture).toString()).toBe('another')
        lockDataFolder(at('data'))()
      } else {
        expect(() => lockDataFolder(at('data')), `cut off at ${failAt}`).toThrow('was cut off')
        cuts += 1
      }
      // What kill -9 leaves of a copy.
      writeFileSync(at('data/media/.restoring-half'), 'half')
      await restore('data', true, { disk: mounted('media'), now: now + 2 * failAt + 1 })
      expectRestored()
      const aside = readdirSync(at('data')).filter((name) => name.startsWith('replaced-'))
      const texts = (name: string) =>
        aside.map((folder) => at('data', folder, name)).flatMap((file) => (existsSync(file) ? [file] : []))
      expect(texts(picture).map((file) => readFileSync(file, 'utf8'))).toContain('another')
      expect(texts(later).map((file) => readFileSync(file, 'utf8'))).toContain('later')
      expect(texts('padavu.db').map(nameIn)).toContain('Changed')
      for (const folder of aside) rmSync(at('data', folder), { recursive: true })
    }
    // Two pictures and the lecture go, the database, a picture and the lecture come.
    expect(cuts).toBeGreaterThan(5)
  })

  it.each<[string, () => Disk, RegExp]>([
    [
      'has no room',
      () => mounted('media', { room: 0 }),
      /\/data\/media has no room for what the backup holds; nothing/,
    ],
    [
      'cannot be written',
      () => ({ ...mounted('media'), rename: () => Promise.reject(problem('EROFS')) }),
      /\/data\/media cannot be written \(EROFS\); nothing has been changed$/,
    ],
    [
      'holds a folder',
      () => {
        mkdirSync(at('data/media/more'))
        return mounted('media')
      },
      /\/data\/media is on a file system of its own and holds more, which is no file: move it away; nothing/,
    ],
    [
      'is a link that leads nowhere',
      () => {
        rmSync(at('data/media'), { recursive: true })
        symlinkSync(at('unmounted'), at('data/media'))
        return mounted('private')
      },
      /\/data\/media cannot be written \(ENOENT\); nothing has been changed$/,
    ],
    [
      'has no room elsewhere for what is in it',
      () => ({ ...mounted('media'), room: async (folder) => (folder === at('data') ? 3 : Infinity) }),
      /\/data has no room for what is in .*\/data\/media; nothing has been changed$/,
    ],
  ])('refuses before anything is touched when it %s', async (_, disk, message) => {
    await backUp()
    // Smaller than what comes.
    writeFileSync(at('data', picture), 'other')
    const given = disk()
    const before = listing()
    await expect(restore('data', true, { disk: given })).rejects.toThrow(message)
    expect(listing()).toEqual(before)
    lockDataFolder(at('data'))()
  })

  it('changes nothing when the database itself is a mount point, and names it', async () => {
    await backUp()
    const before = listing()
    const disk = mounted('padavu.db')
    await expect(restore('data', true, { disk })).rejects.toThrow(/\/data\/padavu\.db cannot be moved to .* \(EBUSY\)$/)
    expect(listing()).toEqual(before)
    lockDataFolder(at('data'))()
  })

  it('takes a new volume with nothing but its lost+found for empty', async () => {
    await backUp()
    rmSync(at('data'), { recursive: true })
    mkdirSync(at('data/media/lost+found'), { recursive: true })
    expect((await restore('data', false, { disk: mounted('media') })).movedTo).toBeUndefined()
    expect(bytesOf('data', picture).toString()).toBe('picture')
  })
})
