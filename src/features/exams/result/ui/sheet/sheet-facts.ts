import { namedMoment, SECOND } from '#lib/both/time/clock.ts'
import type { ResponseSheet, SheetRow } from '../../results.contract.ts'
import { letterOf, marks, spokenDuration } from '#lib/both/text/format.ts'
import { outcomes } from '../outcomes.ts'

/** What a response sheet says, on the screen, on paper and in the file: names with values. */
export type SheetFact = readonly [name: string, value: string]

/** Of the attempt. */
export function factsOf(sheet: ResponseSheet): SheetFact[] {
  const skipped = sheet.total_noq - sheet.correct_answer_count - sheet.incorrect_answer_count
  return [
    ['Candidate', sheet.learner.name],
    ['Phone', sheet.learner.phone],
    ...(sheet.course ? [['Course', sheet.course.title] as const] : []),
    ['Category', sheet.course_category.title],
    ['Attempt', String(sheet.attempt)],
    ['Started', namedMoment(sheet.start_time, { seconds: true })],
    ['Ended', namedMoment(sheet.end_time, { seconds: true })],
    ['Submitted by', sheet.finished_by === 'learner' ? 'the candidate' : 'the end of the time'],
    ['Time taken', `${spokenDuration(sheet.total_time)} of ${sheet.time} min`],
    ['Score', `${marks(sheet.user_grade)} of ${marks(sheet.total_grade)}`],
    ['Correct, wrong, skipped', `${sheet.correct_answer_count}, ${sheet.incorrect_answer_count}, ${skipped}`],
    ['Lost to negative marking', marks(sheet.negative_marks)],
  ]
}

/** Of a question. */
export function factsOfRow({
  right,
  corrected,
  outcome,
  marks: earned,
  time_ms,
  saved_at,
  seq,
}: SheetRow): SheetFact[] {
  const letters = (places: readonly number[]) => places.map(letterOf).join(', ')
  return [
    ...(right ? [[corrected ? 'Correct when marked' : 'Correct answer', letters(right)] as const] : []),
    ...(corrected ? [['Corrected later to', letters(corrected)] as const] : []),
    ...(outcome ? [['Outcome', `${outcomes[outcome].text}, ${signed(earned ?? 0)}`] as const] : []),
    ['Time', time_ms === null ? '–' : spokenDuration(Math.round(time_ms / SECOND))],
    ['Saved', saved_at === null ? 'Nothing to save' : `${namedMoment(saved_at, { seconds: true })}, no. ${seq}`],
  ]
}

/** What stands at the end. */
export function noteOf(sheet: ResponseSheet): string {
  return (
    'Times are those of the server, in Indian time. Each answer counts as it was last saved; the number says which action ' +
    `of the candidate it was. Made on ${namedMoment(sheet.made_at, { seconds: true })}.`
  )
}

const signed = (value: number) => (value > 0 ? `+${marks(value)}` : marks(value))
