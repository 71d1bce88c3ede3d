import { DAY, HOUR, MINUTE, SECOND } from './clock.ts'
import { keepFormatters } from './formatters.ts'

const units = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const

const relativeFormat = keepFormatters(
  (locale, numeric: Intl.RelativeTimeFormatNumeric) => new Intl.RelativeTimeFormat(locale, { numeric }),
)

/** `now`, `5 minutes ago`, `1 day ago`: how long ago an instant was, in the language of dates. */
export function relativeTime(instant: number, now: number): string {
  const ago = Math.max(0, now - instant)
  const [unit, length] = units.find(([, span]) => ago >= span) ?? (['second', SECOND] as const)
  // In numbers: what is 40 hours old need not be from yesterday, nor what is 13 days old from last week.
  const format = relativeFormat(unit === 'second' ? 'auto' : 'always')
  return unit === 'second' ? format.format(0, unit) : format.format(-Math.floor(ago / length), unit)
}
