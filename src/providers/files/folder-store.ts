import { randomUUID } from 'node:crypto'
import { open, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { realDisk, syncFolder, type Disk } from '#lib/server/durable.ts'
import { checkedFiles } from './checked-files.ts'
import { mediaPath, publicName, storedName, type FileStore, type Place, type TellDamage } from './file-store.ts'
import { checked, contentOf, isContentOf, nameOf } from './names.ts'
import { tellSeldom } from './tell-seldom.ts'

/** Bytes read from a private file at once. */
const CHUNK = 256 * 1024

/** The two folders of a store: `media`, served to everyone, and `private`, never served but through signed addresses. */
export function storeFolders(dataDir: string): Record<Place, string> {
  return { media: path.join(dataDir, 'media'), private: path.join(dataDir, 'private') }
}

/**
 * Files in two folders below the data folder, named after their content. What is stored is on the disk when the promise
 * resolves: the file before it has its name, and the name in its folder.
 * @param tell is told of damaged files that somebody asks for
 */
export function folderStore({
  dataDir,
  tell = () => {},
  disk = realDisk,
}: {
  dataDir: string
  tell?: TellDamage | undefined
  disk?: Disk
}): FileStore {
  const folders = storeFolders(dataDir)
  const files = checkedFiles()
  const tellOf = tellSeldom(tell)
  const folder = { media: durableFolder(folders.media, disk), private: durableFolder(folders.private, disk) }

  /** Written aside and renamed, so that a reader never meets half a file, whoever stores the same bytes meanwhile. */
  const place = async (where: Place, name: string, source: string | Uint8Array): Promise<void> => {
    const target = path.join(folders[where], name)
    await folder[where].make()
    if (await files.isGood(target, name)) {
      // Whoever wrote it may not have waited for the disk, and need not have come so far.
      await disk.sync(target)
    } else {
      const aside = `${target}.${randomUUID()}.part`
      try {
        await disk.write(aside, checked(name, contentOf(source)))
        await disk.sync(aside)
        await disk.rename(aside, target)
      } catch (error) {
        await disk.remove(aside).catch(() => {})
        throw error
      }
    }
    await folder[where].sync()
  }

  const openChecked = async (where: Place, name: string) => {
    if (!storedName.test(name)) return undefined
    const file = path.join(folders[where], name)
    const found = await files.look(file, name)
    if (!found) return undefined
    const { size, isGood } = found
    if (isGood === false) {
      tellOf({ place: where, name, size })
      return undefined
    }
    return { size, sure: isGood === true, stream: (start: number, end: number) => fileStream(file, start, end) }
  }

  const take = async (where: Place, name: string): Promise<void> => {
    await disk.remove(path.join(folders[where], name))
    // What somebody had deleted must not come back.
    await folder[where].sync().catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'ENOENT') throw error
    })
  }

  return {
    put: async (bytes, extension, salt) => {
      const name = await nameOf(bytes, extension, salt)
      await place('media', name, bytes)
      return `${mediaPath}/${name}`
    },
    putPrivate: async (source, extension, salt) => {
      const name = await nameOf(source, extension, salt)
      await place('private', name, source)
      return name
    },
    adopt: place,
    check: async (where, name) => {
      const file = path.join(folders[where], name)
      if (!(await stat(file).catch(() => undefined))?.isFile()) return 'missing'
      return (await isContentOf(name, contentOf(file))) ? 'good' : 'damaged'
    },
    openPrivate: (name) => openChecked('private', name),
    openPublic: (name) => openChecked('media', name),
    remove: async (address) => {
      const name = publicName(address)
      if (name) await take('media', name)
    },
    removePrivate: async (name) => {
      if (storedName.test(name)) await take('private', name)
    },
  }
}

/** A folder whose names are to survive a power cut, and which has to be there itself then. */
function durableFolder(folder: string, disk: Disk) {
  let isKept = false
  let next: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()
  return {
    make: async (): Promise<void> => {
      if (!(await disk.makeFolder(folder)) && isKept) return
      // Somebody else may have made it just now, without waiting for the disk.
      await syncFolder(disk, path.dirname(folder))
      await syncFolder(disk, path.dirname(path.dirname(path.resolve(folder))))
      isKept = true
    },
    /** Waits for the disk. Callers who come while another waits share the next wait, which begins after they came. */
    sync: (): Promise<void> => {
      next ??= last
        .catch(() => {})
        .then(() => {
          next = undefined
          return (last = syncFolder(disk, folder))
        })
      return next
    },
  }
}

/** Reads when asked for more, so that a slow or a vanished viewer costs one chunk at most. */
function fileStream(file: string, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let opened: Promise<FileHandle> | undefined
  let at = start
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        opened ??= open(file)
        const handle = await opened
        try {
          const { bytesRead, buffer } = await handle.read(new Uint8Array(Math.min(CHUNK, end + 1 - at)), {
            position: at,
          })
          at += bytesRead
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
          if (bytesRead > 0 && at <= end) return
          controller.close()
        } catch (error) {
          await handle.close()
          throw error
        }
        await handle.close()
      },
      // A viewer may leave while the file is being opened.
      cancel: async () => (await opened)?.close(),
    },
    { highWaterMark: 0 },
  )
}
