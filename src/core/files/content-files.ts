import type { FileStore } from '#providers/files/file-store.ts'
import { nameOf } from '#providers/files/names.ts'
import { kindOf, type FileUse } from '#providers/files/uses.ts'

/** How files of content are called that are for learners alone. Those of what learners upload begin with the hash of a salt. */
const contentName = /^[0-9a-f]{32}\.[a-z0-9]{2,4}$/

/**
 * Looks at a file for learners alone that content is to name.
 * @param uses what it may be for
 * @returns its size in bytes; undefined where there is no such file, or it is something else: what a learner has uploaded never
 *   becomes content
 */
export async function contentFile(
  files: Pick<FileStore, 'openPrivate'>,
  name: string,
  uses: readonly FileUse[],
): Promise<{ size: number } | undefined> {
  const use = contentName.test(name) ? kindOf(name)?.use : undefined
  if (use === undefined || !uses.includes(use)) return undefined
  const file = await files.openPrivate(name)
  if (!file) return undefined
  const { size } = file
  if (!name.endsWith('.webp')) return { size }
  // Earlier versions hashed salts of learners' pictures into names that look the same.
  const bytes = new Uint8Array(await new Response(file.stream(0, size - 1)).arrayBuffer())
  return (await nameOf(bytes, 'webp')) === name ? { size } : undefined
}
