import { countedLarge } from '#lib/both/text/format.ts'
import type { SharedNames } from '#lib/server/private-data.ts'

/** Names of other users that are listed. */
const MAX_FOREIGN = 5

/**
 * Describes files that other users may open, with a command that corrects their permissions, and names files of other users,
 * whose permissions the command leaves alone.
 * @returns lines of text
 */
export function describePermissions(folder: string, { owner, shared, foreign }: SharedNames): string[] {
  const lines: string[] = []
  if (shared.length > 0) {
    const names = countedLarge(shared.length, 'name')
    const command =
      foreign.length === 0
        ? `chmod -R go= '${folder}'`
        : // chmod follows symbolic links that find gives it.
          `find '${folder}' ! -uid ${owner} -prune -o ! -type l -exec chmod go= {} +`
    lines.push(`Warning: permissions of ${names} in ${folder} let other users of this machine in: ${command}`)
  }
  if (foreign.length > 0) {
    const names = foreign.slice(0, MAX_FOREIGN).join(', ')
    const more = foreign.length > MAX_FOREIGN ? ` and ${foreign.length - MAX_FOREIGN} more` : ''
    lines.push(`Note: not checked in ${folder}, since other users of this machine own it: ${names}${more}`)
  }
  return lines
}
