import { webAddress } from '#lib/both/text/link-address.ts'
import { HOUR, indianTime } from '#lib/both/time/clock.ts'

/** What holds of every live class, whether a pack says it or a form of the console. */

/** Characters of its title, of its mentor's name and of its link. */
export const MOST_CLASS_TITLE = 160
export const MOST_MENTOR = 100
export const MOST_JOIN_URL = 2000

/** How long a class is at most: what is longer is a slip in its end. */
export const LONGEST_CLASS = 24 * HOUR

/** The last instant that a pack can write. */
export const LATEST_TIME = indianTime(10_000, 1, 1) - 1

/** True of an address with https, without a user name. */
export function isJoinUrl(text: string): boolean {
  return text.length <= MOST_JOIN_URL && /^[^\s\p{Cc}]+$/u.test(text) && webAddress(text)?.protocol === 'https:'
}

/** What is wrong with the end of a class; undefined where nothing is. */
export function endProblem(starts: number, ends: number): 'not after the start' | 'too long' | undefined {
  if (ends <= starts) return 'not after the start'
  return ends - starts > LONGEST_CLASS ? 'too long' : undefined
}
