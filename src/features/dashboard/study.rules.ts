import type { StudyDay } from './dashboard.contract.ts'

/** Days that the chart of study activity shows, today included. */
export const STUDY_DAYS = 30

/** Sums over the days shown. */
export function studyTotals(days: readonly StudyDay[]) {
  const sum = (of: (day: StudyDay) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    minutes: sum((day) => day.minutes_watched),
    questions: sum((day) => day.questions_answered),
    daysActive: days.filter((day) => day.minutes_watched > 0 || day.questions_answered > 0).length,
  }
}

/** `2 h 5 min`, `35 min` */
export function spokenMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}
