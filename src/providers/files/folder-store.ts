import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { mediaPath, publicName, storedName, type FileStore, type Place, type StoredFile } from './file-store.ts'
import { nameOf } from './names.ts'

/** Bytes read from a private file at once. */
const CHUNK = 256 * 1024

/** The two folders of a store: `media`, served to everyone, and `private`, never served but through signed addresses. */
export function storeFolders(dataDir: string): Record<Place, string> {
  return { media: path.join(dataDir, 'media'), private: path.join(dataDir, 'private') }
}

/** Files in two folders below the data folder, named after their content. */
export function folderStore({ dataDir }: { dataDir: string }): FileStore {
  const folders = storeFolders(dataDir)
  return {
    put: async (bytes, extension, salt) => {
      const name = await nameOf(bytes, extension, salt)
      await place(folders.media, name, (aside) => writeFile(aside, bytes))
      return `${mediaPath}/${name}`
    },
    putPrivate: async (source, extension, salt) => {
      const name = await nameOf(source, extension, salt)
      await place(folders.private, name, (aside) =>
        typeof source === 'string' ? copyFile(source, aside) : writeFile(aside, source),
      )
      return name
    },
    adopt: (where, name, source) => place(folders[where], name, (aside) => copyFile(source, aside)),
    openPrivate: (name) => openFile(folders.private, name),
    openPublic: (name) => openFile(folders.media, name),
    remove: async (address) => {
      const name = publicName(address)
      if (name) await rm(path.join(folders.media, name), { force: true })
    },
    removePrivate: async (name) => {
      if (storedName.test(name)) await rm(path.join(folders.private, name), { force: true })
    },
  }
}

async function openFile(folder: string, name: string): Promise<StoredFile | undefined> {
  if (!storedName.test(name)) return undefined
  const file = path.join(folder, name)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return { size: found.size, stream: (start, end) => fileStream(file, start, end) }
}

/** Written aside and renamed, so that a reader never meets half a file, whoever stores the same bytes meanwhile. */
async function place(folder: string, name: string, write: (aside: string) => Promise<void>): Promise<void> {
  const target = path.join(folder, name)
  if (existsSync(target)) return
  await mkdir(folder, { recursive: true })
  const aside = `${target}.${randomUUID()}.part`
  await write(aside)
  await rename(aside, target)
}

/** Reads when asked for more, so that a slow or a vanished viewer costs one chunk at most. */
function fileStream(file: string, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let handle: FileHandle | undefined
  let at = start
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        handle ??= await open(file)
        const { bytesRead, buffer } = await handle.read(new Uint8Array(Math.min(CHUNK, end + 1 - at)), { position: at })
        at += bytesRead
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
        if (bytesRead === 0 || at > end) {
          await handle.close()
          controller.close()
        }
      },
      cancel: () => handle?.close(),
    },
    { highWaterMark: 0 },
  )
}
