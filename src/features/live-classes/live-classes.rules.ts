import { initialsOf } from '#lib/both/text/initials.ts'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { isDay } from '#lib/both/time/days.ts'

interface Times {
  starts_at: number
  ends_at: number
}

/** `upcoming` until the start, `live` between start and end, `ended` once the end has passed (document 2, section 4). */
export function phaseOf({ starts_at, ends_at }: Times, now: number): 'upcoming' | 'live' | 'ended' {
  if (now < starts_at) return 'upcoming'
  return now <= ends_at ? 'live' : 'ended'
}

/** Join is enabled until the end time has passed. */
export function mayJoin(times: Times, now: number): boolean {
  return phaseOf(times, now) !== 'ended'
}

const ORDER = ['live', 'upcoming', 'ended'] as const

/** What can be joined now first, then what comes, by time, and what is over last. `classes` stand in the order of their start. */
export function inOrderOfUse<Entry extends Times>(classes: readonly Entry[], now: number): Entry[] {
  const place = (entry: Entry) => ORDER.indexOf(phaseOf(entry, now))
  return classes.toSorted((a, b) => place(a) - place(b))
}

/** True of yyyy-MM-dd that stands in the calendar, in a year of this millennium or the last. */
export function isClassDay(text: string): boolean {
  return /^[12]/.test(text) && isDay(text)
}

/** `Starts in 25 min`, `Starts in 1 h 5 min`; undefined a day or more ahead. */
export function startsIn(startsAt: number, now: number): string | undefined {
  const minutes = Math.ceil((startsAt - now) / MINUTE)
  if (minutes < 1 || minutes >= DAY / MINUTE) return undefined
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return `Starts in ${[hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')}`
}

/** `AM` of 'Asha Menon': the first letters of the first and the last name, titles left out. */
export function initials(name: string): string {
  return initialsOf(name.replace(/^(dr|mr|mrs|ms|prof|smt|sri|shri|adv|er)\.?\s+/i, ''))
}
