import { publicName, type FileStore } from '#providers/files/file-store.ts'

/** Bytes of a logo that stands in the page at most. */
const MAX_SIZE = 2000

/** Sources by address, of each file store the last one. */
const known = new WeakMap<FileStore, { address: string; source: string }>()

/**
 * Returns what an `<img>` shows the logo with: a small SVG as a data address, which saves each page a request; the address
 * itself for a larger logo, and where the file cannot be read.
 */
export async function logoSource(files: FileStore, address: string): Promise<string> {
  const last = known.get(files)
  if (last?.address === address) return last.source
  const source = await inlineSource(files, address).catch(() => undefined)
  // A file that could not be read may be there the next time.
  if (source !== undefined) known.set(files, { address, source })
  return source ?? address
}

/** @returns undefined where the file is missing or damaged */
async function inlineSource(files: FileStore, address: string): Promise<string | undefined> {
  const name = publicName(address)
  if (!name?.endsWith('.svg')) return address
  const file = await files.openPublic(name)
  if (!file) return undefined
  if (file.size > MAX_SIZE) return address
  const bytes = await new Response(file.stream(0, file.size - 1)).arrayBuffer()
  return `data:image/svg+xml;base64,${Buffer.from(bytes).toString('base64')}`
}
