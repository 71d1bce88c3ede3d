import { DAY, HOUR, MINUTE, SECOND } from './clock.ts'
import { dateLanguage } from './date-language.ts'

const units = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const

/** `now`, `5 minutes ago`, `1 day ago`: how long ago an instant was, in the language of dates. */
export function relativeTime(instant: number, now: number): string {
  const ago = Math.max(0, now - instant)
  const [unit, length] = units.find(([, span]) => ago >= span) ?? (['second', SECOND] as const)
  // In numbers: what is 40 hours old need not be from yesterday, nor what is 13 days old from last week.
  const numeric = unit === 'second' ? 'auto' : 'always'
  const format = new Intl.RelativeTimeFormat(`${dateLanguage()}-u-nu-latn`, { numeric })
  return unit === 'second' ? format.format(0, unit) : format.format(-Math.floor(ago / length), unit)
}
