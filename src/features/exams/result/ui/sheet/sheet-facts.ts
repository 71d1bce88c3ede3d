import { namedMoment, SECOND } from '#lib/both/time/clock.ts'
import type { ResponseSheet, SheetRow } from '../../results.contract.ts'
import { exactDuration, letterOf, marks, spokenDuration } from '#lib/both/text/format.ts'
import { isRounded } from '../../../marks.rules.ts'
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
    ['Time taken', `${exactDuration(sheet.total_time)} of ${sheet.time} min`],
    ['Score', scoreOf(sheet)],
    ['Correct, wrong, skipped', `${sheet.correct_answer_count}, ${sheet.incorrect_answer_count}, ${skipped}`],
    ['Lost to negative marking', sheet.negative_marks_text],
  ]
}

/** The score in two decimals, with its fraction where the decimals are rounded: marks of the answers add up to that. */
function scoreOf(sheet: ResponseSheet): string {
  const score = `${marks(sheet.user_grade)} of ${marks(sheet.total_grade)}`
  return isRounded(sheet) ? `${score} (exactly ${sheet.user_grade_text})` : score
}

/** Of a question. @param sheet says what an answer is worth */
export function factsOfRow(
  { right, corrected, outcome, time_ms, saved_at, seq }: SheetRow,
  sheet: Pick<ResponseSheet, 'correct_score_text' | 'negative_score_text'>,
): SheetFact[] {
  const letters = (places: readonly number[]) => places.map(letterOf).join(', ')
  return [
    ...(right ? [[corrected ? 'Correct when marked' : 'Correct answer', letters(right)] as const] : []),
    ...(corrected ? [['Corrected later to', letters(corrected)] as const] : []),
    ...(outcome ? [['Outcome', `${outcomes[outcome].text}, ${marksOfOutcome(outcome, sheet)}`] as const] : []),
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

function marksOfOutcome(
  outcome: NonNullable<SheetRow['outcome']>,
  { correct_score_text: right, negative_score_text: wrong }: Parameters<typeof factsOfRow>[1],
): string {
  if (outcome === 'correct') return `+${right}`
  return outcome === 'incorrect' && wrong !== '0' ? `−${wrong}` : '0'
}
