import { isoTime, MINUTE, SECOND } from '#lib/both/time/clock.ts'

/** Minutes of an exam that states none (document 2, section 9). */
const DEFAULT_MINUTES = 30

/** How long after the deadline a save is still taken: it was made in time and travelled. Milliseconds. */
export const GRACE = 5 * SECOND

/** Exam type of a general exam (document 2, section 9). */
export const MOCK_TEST = 1

/** Exam type of an exam of courses. */
export const COURSE_EXAM = 2

/** Opening and closing time of an exam that states none: it is open whenever its course is active. */
export const ALWAYS_OPEN = 0
/** The last instant a Date can hold. */
export const NEVER = 8_640_000_000_000_000

/** Epoch seconds as the calls give them; null where the exam names no such time. */
export function openingDate(opensAt: number): number | null {
  return opensAt === ALWAYS_OPEN ? null : Math.floor(opensAt / SECOND)
}

/** The same of the closing time. */
export function closingDate(closesAt: number): number | null {
  return closesAt === NEVER ? null : Math.floor(closesAt / SECOND)
}

/** Both as instants. */
export function isoDates({ opens_at, closes_at }: { opens_at: number; closes_at: number }) {
  return {
    start_date_iso: isoTime(opens_at === ALWAYS_OPEN ? null : opens_at),
    end_date_iso: isoTime(closes_at === NEVER ? null : closes_at),
  }
}

interface Dates {
  /** Epoch seconds; null where the exam names no such time. */
  start_date: number | null
  end_date: number | null
}

/** Instant at which an exam opens, by the dates that a call gave. */
export function opensAtOf({ start_date }: Dates): number {
  return start_date === null ? ALWAYS_OPEN : start_date * SECOND
}

/** Instant at which an exam closes, by the dates that a call gave. */
export function closesAtOf({ end_date }: Dates): number {
  return end_date === null ? NEVER : end_date * SECOND
}

/** Where an exam stands by the dates that a call gave. */
export function phaseOf(exam: Dates, now: number): ExamPhase {
  return examPhase(opensAtOf(exam), closesAtOf(exam), now)
}

/** Instants at which the phase of an exam changes, by the dates that a call gave. */
export function datesOf(exam: Dates): number[] {
  return [opensAtOf(exam), closesAtOf(exam)]
}

export type ExamPhase = 'upcoming' | 'active' | 'expired'

/** Where an exam stands: it opens at `opensAt` and is over at `closesAt`, not a millisecond later. */
export function examPhase(opensAt: number, closesAt: number, now: number): ExamPhase {
  if (now >= closesAt) return 'expired'
  return now >= opensAt ? 'active' : 'upcoming'
}

/** Attempts a learner may still start (document 2, section 4, 'Course exam flow'). */
export function remainingAttempts(allowed: number, completed: number): number {
  return Math.max(0, allowed - completed)
}

/** Minutes that an attempt lasts. */
export function examMinutes(minutes: number | null): number {
  return minutes !== null && minutes > 0 ? minutes : DEFAULT_MINUTES
}

/** When an attempt ends that starts at `startedAt`: after its full time, but never after the exam has closed. */
export function deadlineOf(startedAt: number, minutes: number | null, closesAt: number): number {
  return Math.min(startedAt + examMinutes(minutes) * MINUTE, closesAt)
}

/** Seconds that an attempt started now would get; 0 outside the opening times. */
export function secondsIfStartedNow(
  exam: { minutes: number | null; opens_at: number; closes_at: number },
  now: number,
): number {
  if (examPhase(exam.opens_at, exam.closes_at, now) !== 'active') return 0
  return Math.floor((deadlineOf(now, exam.minutes, exam.closes_at) - now) / SECOND)
}

/**
 * Whole seconds that an attempt took, 0 where a clock that was set back ended it before it began. Displayed, and compared
 * by ranks: `secondsTakenSql` of server/seconds-taken.ts is the same in SQL.
 */
export function secondsTaken(startedAt: number, endedAt: number): number {
  return Math.max(0, Math.round((endedAt - startedAt) / SECOND))
}

/** True while a candidate works on the attempt. */
export function isUnderWay(attempt: { status: 'open' | 'completed'; deadline_at: number }, now: number): boolean {
  return attempt.status === 'open' && now < attempt.deadline_at
}

/** Who writes to an attempt, said to a caller with a name or without (docs/decisions/0013-one-writer-and-offline.md). */
export function writerAsSeen(current: string | null, caller: string | undefined): 'you' | 'another' | 'nobody' {
  if (current === null) return 'nobody'
  return current === caller ? 'you' : 'another'
}

/** How marks are counted: whole units, `units_per_mark` of them a mark, so that a third of a mark is exact. */
export interface Marking {
  units_per_mark: number
  correct_units: number
  /** Subtracted for a wrong answer. */
  wrong_units: number
}

/** Score in units; below zero when wrong answers outweigh. Unanswered questions count nothing. */
export function scoreUnits(correct: number, incorrect: number, marking: Marking): number {
  return correct * marking.correct_units - incorrect * marking.wrong_units
}

/** `numerator / denominator` with two decimals, rounded half away from zero, exactly. The denominator is above 0. */
export function twoDecimals(numerator: number, denominator: number): number {
  const hundredths = Math.floor((Math.abs(numerator) * 200 + denominator) / (2 * denominator))
  // Not -0, which is no grade.
  return hundredths === 0 ? 0 : (Math.sign(numerator) * hundredths) / 100
}

/** Marks of a number of units, two decimals. */
export function marksOf(units: number, marking: Marking): number {
  return twoDecimals(units, marking.units_per_mark)
}

/** Marks of a faultless paper: total_noq times correct_score (document 2, section 5). */
export function totalMarks(questionCount: number, marking: Marking): number {
  return marksOf(questionCount * marking.correct_units, marking)
}

/** Share of the full marks in percent, 0 to 100, two decimals; a negative score is 0 percent. */
export function percentageOf(units: number, fullUnits: number): number {
  return fullUnits <= 0 ? 0 : twoDecimals(Math.max(0, units) * 100, fullUnits)
}

/** Shares of a pie: each percentage by the sum of them all, two decimals (document 2, section 5). All 0 if the sum is. */
export function normalisedPercentages(percentages: number[]): number[] {
  // The percentages have two decimals: as hundredths they are whole.
  const hundredths = percentages.map((percentage) => Math.round(percentage * 100))
  const sum = hundredths.reduce((total, each) => total + each, 0)
  return hundredths.map((each) => (sum > 0 ? twoDecimals(each * 100, sum) : 0))
}

/** How a question was answered. */
export type Outcome = 'correct' | 'incorrect' | 'unanswered'

export interface SectionScore {
  questions: number
  correct: number
  incorrect: number
  /** Full marks and marks reached. */
  total: number
  mark: number
  percentage: number
}

/** Scores of each of `sections` sections, in order. */
export function sectionScores(
  sections: number,
  questions: { section: number; outcome: Outcome }[],
  marking: Marking,
): SectionScore[] {
  return Array.from({ length: sections }, (_, index) => {
    const own = questions.filter(({ section }) => section === index)
    const correct = own.filter(({ outcome }) => outcome === 'correct').length
    const incorrect = own.filter(({ outcome }) => outcome === 'incorrect').length
    const units = scoreUnits(correct, incorrect, marking)
    const full = own.length * marking.correct_units
    return {
      questions: own.length,
      correct,
      incorrect,
      total: marksOf(full, marking),
      mark: marksOf(units, marking),
      percentage: percentageOf(units, full),
    }
  })
}
