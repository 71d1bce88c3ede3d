import type { ExamResult } from '#features/exams/result/results.contract.ts'
import type { Record } from './sit.ts'

export interface Verdict {
  /** Questions of all attempts that have an answer in the results. */
  answered: number
  /** Acknowledged actions that the result does not have, nor a later one of the same question. */
  lost: number
  /** Answers in results that their candidate never gave. */
  foreign: number
  /** Attempts beyond one a candidate. */
  doubled: number
  /** Results whose counts or marks are not those of their answers. */
  misgraded: number
}

/** Compares what candidates did, and what the server acknowledged, with their results. */
export async function judge(
  records: Record[],
  resultOf: (record: Record) => Promise<ExamResult>,
  attemptsStored: number,
): Promise<Verdict> {
  const verdict = { answered: 0, lost: 0, foreign: 0, doubled: attemptsStored - records.length, misgraded: 0 }
  for (const record of records) {
    const result = await resultOf(record)
    if (record.attempts.size !== 1 || !record.attempts.has(result.id)) verdict.doubled += 1
    const answers = new Map(result.exam_questions.map(({ id, your_answer }) => [id, your_answer]))
    for (const { qid } of record.candidate.exam.questions) {
      const answer = answers.get(qid)
      if (answer === undefined || !isKept(record, qid, answer)) verdict.lost += 1
      const given = (record.sent.get(qid) ?? []).some(({ option }) => option === answer)
      if (answer !== null && !given) verdict.foreign += 1
      if (answer) verdict.answered += 1
    }
    if (!isGraded(record, result)) verdict.misgraded += 1
  }
  return verdict
}

/** Who handed in sent everything before; of who left, the last that was acknowledged counts, or what was on its way then. */
function isKept({ resultId, chosen, sent, acknowledged }: Record, qid: number, answer: number | null): boolean {
  if (resultId !== undefined) return answer === (chosen.get(qid) ?? null)
  const from = acknowledged.get(qid)
  if (from === undefined) return true
  return sent.get(qid)!.some(({ seq, option }) => seq >= from && option === answer)
}

/** One mark for a right answer, a third off for a wrong one. */
function isGraded({ candidate: { exam } }: Record, result: ExamResult): boolean {
  const answers = new Map(result.exam_questions.map(({ id, your_answer }) => [id, your_answer]))
  const given = exam.questions.filter(({ qid }) => answers.get(qid) !== null)
  const correct = given.filter(({ qid, right }) => answers.get(qid) === right).length
  const incorrect = given.length - correct
  return (
    result.correct_answer_count === correct &&
    result.incorrect_answer_count === incorrect &&
    Math.abs(result.user_grade - (3 * correct - incorrect) / 3) <= 0.005 + 1e-9
  )
}
