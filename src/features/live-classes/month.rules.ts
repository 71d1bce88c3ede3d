import { moveDay } from './live-classes.rules.ts'

/** A month of the calendar, `2026-11`. */
export type Month = string

/** Sunday first (document 1, section 2, 'Upcoming live classes'). */
export const WEEKDAYS = [
  { short: 'Su', long: 'Sunday' },
  { short: 'Mo', long: 'Monday' },
  { short: 'Tu', long: 'Tuesday' },
  { short: 'We', long: 'Wednesday' },
  { short: 'Th', long: 'Thursday' },
  { short: 'Fr', long: 'Friday' },
  { short: 'Sa', long: 'Saturday' },
] as const

const WEEKS = 6

/** The month that a day stands in. */
export function monthOf(day: string): Month {
  return day.slice(0, 7)
}

/** The month before or after. */
export function moveMonth(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Six weeks from Sunday to Saturday, always, so that no month is higher than another; undefined outside the month. */
export function weeksOf(month: Month): (string | undefined)[][] {
  const first = `${month}-01`
  const before = new Date(`${first}T00:00:00Z`).getUTCDay()
  return Array.from({ length: WEEKS }, (_, week) =>
    WEEKDAYS.map((_, weekday) => {
      const day = moveDay(first, week * 7 + weekday - before)
      return monthOf(day) === month ? day : undefined
    }),
  )
}

/** Where an arrow key, Home or End leads from a day; undefined for any other key. */
export function dayByKey(key: string, day: string): string | undefined {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
  }
  const step = steps[key]
  return step === undefined ? undefined : moveDay(day, step)
}
