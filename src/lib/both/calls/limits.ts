import { counted } from '../text/format.ts'
import { MINUTE, SECOND } from '../time/clock.ts'

/** At most `count` in any `span` of milliseconds. */
export interface Limit {
  count: number
  span: number
}

/** How many of somebody's newest times `waitFor` needs to see. */
export function watched(limits: readonly Limit[]): number {
  return Math.max(...limits.map(({ count }) => count))
}

/** Milliseconds until there may be one more, 0 for now. `times`: when the earlier ones were, newest first. */
export function waitFor(limits: readonly Limit[], times: readonly number[], now: number): number {
  return Math.max(0, ...limits.map(({ count, span }) => (times[count - 1] ?? -Infinity) + span - now))
}

/** `12 seconds`, `30 minutes`: how long to wait, rounded up. */
export function waitInWords(wait: number): string {
  const seconds = Math.ceil(wait / 1000)
  return seconds <= 60 ? counted(seconds, 'second') : counted(Math.ceil(wait / MINUTE), 'minute')
}

/** What a learner reads who writes too fast. */
export function tooFast(wait: number): string {
  return `You are writing too fast. Please try again in ${waitInWords(wait)}.`
}

/** `12 seconds`, `30 minutes`, `23 hours`, `29 days`: how long to wait in milliseconds, rounded up. */
export function inLargeUnits(wait: number): string {
  const seconds = Math.max(1, Math.ceil(wait / SECOND))
  if (seconds < 90) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return counted(minutes, 'minute')
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.ceil(hours / 24), 'day')
}
