import { indianDay } from './clock.ts'

/** What is wrong with a date of birth (document 1, section 5); undefined when nothing is. @param value yyyy-mm-dd */
export function birthDateProblem(value: string, now: number): string | undefined {
  if (!isCalendarDate(value)) return 'Please enter a valid date of birth'
  if (value > indianDay(now)) return 'Date of birth cannot be a future date'
  if (value < '1900-01-01') return 'Date of birth cannot be before 01-01-1900'
  return undefined
}

/** Below a date of birth, whose field shows it as the browser's language has it: the day as this site writes it. */
export function birthDateHint(value: string): string {
  return isCalendarDate(value) ? `${dayMonthYear(value)} (dd-mm-yyyy)` : 'As dd-mm-yyyy, such as 25-08-2001'
}

/** `25-08-2001` of `2001-08-25`. */
export function dayMonthYear(value: string): string {
  return value.split('-').reverse().join('-')
}

function isCalendarDate(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (!year || !month || !day) return false
  const date = new Date(0)
  // setUTCFullYear takes the years before 100 as they are.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
