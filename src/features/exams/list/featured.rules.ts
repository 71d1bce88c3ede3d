import { DAY, HOUR, INDIA_OFFSET, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import type { FeaturedExam } from './featured.contract.ts'

/** Featured exams: document 1, section 4. `now` is an instant; their dates are seconds of a clock 5.5 hours ahead. */

type Dates = Pick<FeaturedExam, 'start_date' | 'end_date'>

const units = [
  { name: 'day(s)', length: DAY },
  { name: 'hr(s)', length: HOUR },
  { name: 'min(s)', length: MINUTE },
]

export interface TimingLabel {
  text: string
  style: 'warning' | 'danger'
}

/** What a card says about the exam's time; nothing once it is over. */
export function timingLabel(exam: Dates, now: number): TimingLabel | undefined {
  const { start, end, clock } = shifted(exam, now)
  if (clock < start) return { text: `Exam starts in ${inLargestUnit(start - clock)}`, style: 'warning' }
  if (clock < end) return { text: `Exam ends in ${inLargestUnit(end - clock)}`, style: 'danger' }
  return undefined
}

/** Whether the card has an 'Attend Exam' button. */
export function mayAttend(exam: Dates & Pick<FeaturedExam, 'attempt' | 'exams_completed'>, now: number): boolean {
  const { start, end, clock } = shifted(exam, now)
  return clock >= start && clock < end && exam.exams_completed !== exam.attempt
}

/** The exam to sit next: one under way, else the first that may be attended. Its button alone stands out. */
export function firstToSit<Exam extends Dates & Pick<FeaturedExam, 'attempt' | 'exams_completed' | 'in_progress'>>(
  exams: readonly Exam[],
  now: number,
): Exam | undefined {
  return exams.find(({ in_progress }) => in_progress) ?? exams.find((exam) => mayAttend(exam, now))
}

/** What a card says of the exam's dates: the instant of the one that comes next, or of its end. */
export function dateOf(exam: Dates, now: number): { says: 'Opens' | 'Closes' | 'Ended'; at: number } {
  const { start, end, clock } = shifted(exam, now)
  if (clock < start) return { says: 'Opens', at: start - INDIA_OFFSET }
  return { says: clock < end ? 'Closes' : 'Ended', at: end - INDIA_OFFSET }
}

/** The instants at which the exam opens and closes. */
export function featuredDatesOf({ start_date, end_date }: Dates): [opens: number, closes: number] {
  return [start_date * SECOND - INDIA_OFFSET, end_date * SECOND - INDIA_OFFSET]
}

function shifted({ start_date, end_date }: Dates, now: number) {
  return { start: start_date * SECOND, end: end_date * SECOND, clock: now + INDIA_OFFSET }
}

/** The last minute is one minute, not none. */
function inLargestUnit(length: number): string {
  const unit = units.find((each) => length >= each.length) ?? units.at(-1)!
  return `${Math.max(1, Math.floor(length / unit.length))} ${unit.name}`
}
