import { monthOf, moveDay, weekdayOf } from '#lib/both/time/days.ts'

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

/**
 * Six weeks from Sunday to Saturday, always, so that no month is higher than another; undefined outside the month.
 * @param month as `2026-11`
 */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = `${month}-01`
  const before = weekdayOf(first)
  return Array.from({ length: WEEKS }, (_, week) =>
    WEEKDAYS.map((_, weekday) => {
      const day = moveDay(first, week * 7 + weekday - before)
      return monthOf(day) === month ? day : undefined
    }),
  )
}

/** Where an arrow key, Home or End leads from a day; undefined for any other key. */
export function dayByKey(key: string, day: string): string | undefined {
  const weekday = weekdayOf(day)
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
