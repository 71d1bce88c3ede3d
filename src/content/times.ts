import { DAY, HOUR, indianDateTime, MINUTE, SECOND, startOfIndianDay } from '#lib/both/time/clock.ts'
import { isDay, startOfDay } from '#lib/both/time/days.ts'

const units: Record<string, number> = { m: MINUTE, h: HOUR, d: DAY }

/** A time that a pack writes in a way nobody can read. */
class TimeError extends Error {
  override name = 'TimeError'
}

/**
 * The instant a pack's time means (docs/content-pack.md, 'Times'): `2026-12-01 10:00` (`:30.500` for seconds),
 * `today+3d 10:00`, `now-90m`, all in Indian time.
 * @param now milliseconds since 1970 that `today` and `now` are counted from
 * @throws TimeError
 */
export function resolveTime(expression: string, now: number): number {
  const absolute = /^(\d{4}-\d\d-\d\d) (\d\d):(\d\d)(?::([0-5]\d(?:\.\d{3})?))?$/.exec(expression)
  if (absolute) {
    const [day, hour, minute] = [absolute[1] ?? '', Number(absolute[2]), Number(absolute[3])]
    checkClock(expression, hour, minute)
    const seconds = Math.round(Number(absolute[4] ?? 0) * SECOND)
    return checkedDay(expression, day) + hour * HOUR + minute * MINUTE + seconds
  }
  const today = /^today(?:([+-]\d{1,5})d)? (\d\d):(\d\d)$/.exec(expression)
  if (today) {
    const [days, hour, minute] = [Number(today[1] ?? 0), Number(today[2]), Number(today[3])]
    checkClock(expression, hour, minute)
    return startOfIndianDay(now) + days * DAY + hour * HOUR + minute * MINUTE
  }
  const relative = /^now(?:([+-]\d{1,6})([mhd]))?$/.exec(expression)
  if (relative) return now + Number(relative[1] ?? 0) * (units[relative[2] ?? 'm'] ?? 0)
  throw new TimeError(
    `'${expression}' is not a time such as 2026-12-01 10:00, today 18:00, today+3d 10:00, now+6h or now-90m`,
  )
}

/** An instant as a pack writes it: `2026-12-01 10:00`, with seconds and their thousandths where it has any. */
export function writtenTime(instant: number): string {
  const thousandths = ((instant % SECOND) + SECOND) % SECOND
  const text = indianDateTime(instant)
  if (thousandths !== 0) return `${text}.${String(thousandths).padStart(3, '0')}`
  return text.endsWith(':00') ? text.slice(0, -':00'.length) : text
}

/** True for a time that moves with the day or the moment it is read. */
export function isRelativeTime(expression: string): boolean {
  return /^(today|now)/.test(expression)
}

/** Two times as they are at the ends of the day, for `today` and `now` may be mixed: at every hour they are between. */
export function allDay(earlier: string, later: string, now: number): [earlier: number, later: number][] {
  const midnight = startOfIndianDay(now)
  return [midnight, midnight + DAY - MINUTE].map((moment) => [resolveTime(earlier, moment), resolveTime(later, moment)])
}

/** True when one time comes after another at every hour of the day. */
export function isAlwaysAfter(later: string, earlier: string, now: number): boolean {
  return allDay(earlier, later, now).every(([before, after]) => after > before)
}

/**
 * An instant and, where it is relative, the pack's words for it. A relative time that has not been reworded stays as it was
 * last worked out: refreshSchedules moves it, not imports.
 * @param old what is stored
 */
export function scheduled(
  rule: string,
  old: { rule: string | null; at: number } | undefined,
  now: number,
): { at: number; rule: string | null } {
  if (!isRelativeTime(rule)) return { at: resolveTime(rule, now), rule: null }
  return { at: old?.rule === rule ? old.at : resolveTime(rule, now), rule }
}

/**
 * Midnight in India of a `yyyy-mm-dd`.
 * @throws TimeError
 */
export function resolveDate(expression: string): number {
  if (!/^\d{4}-\d\d-\d\d$/.test(expression)) {
    throw new TimeError(`'${expression}' is not a date such as 2026-08-14`)
  }
  return checkedDay(expression, expression)
}

function checkedDay(expression: string, day: string): number {
  if (!isDay(day) || day < '1900') throw new TimeError(`'${expression}' names a day that does not exist`)
  return startOfDay(day)
}

function checkClock(expression: string, hour: number, minute: number): void {
  if (hour > 23 || minute > 59) throw new TimeError(`'${expression}' names an hour that does not exist`)
}
