import { indianDay } from './clock.ts'
import { dayMonthYear, isDay } from './days.ts'

/** What is wrong with a date of birth (document 1, section 5); undefined when nothing is. @param value yyyy-mm-dd */
export function birthDateProblem(value: string, now: number): string | undefined {
  if (!isDay(value)) return 'Please enter a valid date of birth'
  if (value > indianDay(now)) return 'Date of birth cannot be a future date'
  if (value < '1900-01-01') return 'Date of birth cannot be before 01-01-1900'
  return undefined
}

/** Below a date of birth, whose field shows it as the browser's language has it: the day as this site writes it. */
export function birthDateHint(value: string): string {
  return isDay(value) ? `${dayMonthYear(value)} (dd-mm-yyyy)` : 'As dd-mm-yyyy, such as 25-08-2001'
}
