import type { Preferences } from '#features/auth/auth.contract.ts'

/** What a learner wants to see more of. */
export type Wants = 'course' | 'exam' | 'both'

/** What was stored at log-in, key to label; undefined when there is nothing to choose from or it cannot be read. */
export function readPreferences(stored: string | null): Preferences | undefined {
  let given: unknown
  try {
    given = JSON.parse(stored ?? 'null')
  } catch {
    return undefined
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const offered = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return offered.length > 0 ? Object.fromEntries(offered) : undefined
}
