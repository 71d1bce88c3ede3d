import { lstatSync } from 'node:fs'
import { codeOfFailure } from '#lib/server/durable.ts'
import { reasonOf } from '#lib/server/system-errors.mjs'

/**
 * Explains why a file or folder of a pack cannot be read.
 * @param error of the system call that failed
 * @param file its path
 * @returns words for after its name; undefined when there is no such name, or for other errors
 */
export function unreadableReason(error: unknown, file: string): string | undefined {
  const code = codeOfFailure(error)
  if (code === 'ENOENT') return isLink(file) ? 'is a link that leads nowhere' : undefined
  if (code === 'EISDIR') return 'is a folder, not a file'
  const reason = reasonOf(error)
  return reason && `cannot be read: ${reason}`
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink()
  } catch {
    return false
  }
}
