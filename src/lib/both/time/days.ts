import { DAY, indianDay, indianTime } from './clock.ts'

// Days of the calendar in India, written as `2026-11-20`, and months, written as `2026-11`.

/** True of a day that stands in the calendar. */
export function isDay(text: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? midnight(text).getTime() : NaN
  // 30 February is read as 2 March.
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}

/** Midnight in India of a day, as an instant. */
export function startOfDay(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return indianTime(year, month, date)
}

/** Instants of a date filter with the first and the last day: from `since` on, and before `before`. Milliseconds. */
export function spanOfDays(from: string | undefined, until: string | undefined) {
  return {
    since: from === undefined ? undefined : startOfDay(from),
    before: until === undefined ? undefined : startOfDay(until) + DAY,
  }
}

/** The day before or after, or further away. */
export function moveDay(day: string, days: number): string {
  return indianDay(startOfDay(day) + days * DAY)
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return midnight(day).getUTCDay()
}

/** The month that a day stands in. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** The month before or after, or further away. */
export function moveMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(indianDay(indianTime(year, number + months, 1)))
}

/** `25-08-2001` of `2001-08-25`. */
export function dayMonthYear(day: string): string {
  return day.split('-').reverse().join('-')
}

/** The year in which the financial year of an instant begins, on 1 April. */
export function financialYearFrom(instant: number): number {
  const [year = 0, month = 0] = indianDay(instant).split('-').map(Number)
  return month < 4 ? year - 1 : year
}

/** Of weekdays and the calendar the zone is no part. */
function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
