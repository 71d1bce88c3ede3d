import { getExamDetail } from '#features/exams/detail/detail.contract.ts'
import * as results from '#features/exams/result/results.contract.ts'
import * as take from '#features/exams/take/take.contract.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import type { TestApi } from '../api/api.ts'
import type { SeededExam, SeededQuestion } from './exam-fixture.ts'

type AnswerExtras = Partial<Omit<CallInput<typeof take.updateAnswer>['body'], 'exam_id' | 'qid' | 'answer_option_id'>>

export type Candidate = ReturnType<typeof candidateOf>

/** A learner at an exam, with the calls that a browser makes. */
export function candidateOf(api: Pick<TestApi, 'call'>, exam: SeededExam, token: string) {
  const caller = { token }
  return {
    token,
    exam,
    start: (writer?: string) =>
      api.call(take.startExam, { body: { exam_id: exam.id, status: 'start', ...(writer && { writer }) } }, caller),
    detail: (writer?: string) =>
      api.call(getExamDetail, { params: { examId: exam.id }, ...(writer && { query: { writer } }) }, caller),
    claim: (attemptId: number, writer: string) =>
      api.call(take.claimAttempt, { body: { exam_id: exam.id, attempt_id: attemptId, writer } }, caller),
    keepTimes: (attempt_id: number, writer: string, times: { qid: number; ms: number }[]) =>
      api.call(take.keepTimes, { body: { exam_id: exam.id, attempt_id, writer, times } }, caller),
    /** @param place the course_map_id of the course it is started in */
    startIn: (place: number | undefined) =>
      api.call(take.startExam, { body: { exam_id: exam.id, status: 'start', course_map_id: place } }, caller),
    answer: ({ qid }: Pick<SeededQuestion, 'qid'>, option: number, extras: AnswerExtras = {}) =>
      api.call(take.updateAnswer, { body: { exam_id: exam.id, qid, answer_option_id: option, ...extras } }, caller),
    clear: ({ qid }: Pick<SeededQuestion, 'qid'>, extras: AnswerExtras = {}) =>
      api.call(take.clearAnswer, { body: { exam_id: exam.id, qid, ...extras } }, caller),
    submit: (attemptId?: number, writer?: string, times?: { qid: number; ms: number }[]) =>
      api.call(
        take.submitExam,
        {
          body: {
            exam_id: exam.id,
            status: 'completed',
            ...(attemptId && { attempt_id: attemptId }),
            ...(writer && { writer }),
            ...(times && { times }),
          },
        },
        caller,
      ),
    insights: (resultId: number) => api.call(results.getResultInsights, { params: { resultId } }, caller),
    sheet: (resultId: number) => api.call(results.getResponseSheet, { params: { resultId } }, caller),
    result: (resultId: number) => api.call(results.getExamResult, { params: { resultId } }, caller),
    sections: (resultId: number) =>
      api.call(results.getSubsectionResult, { body: { exam_id: exam.id, exam_attempet_id: resultId } }, caller),
  }
}

/** A new learner at an exam. */
export async function newCandidate(api: TestApi, exam: SeededExam): Promise<Candidate> {
  const { token } = await api.learner()
  return candidateOf(api, exam, token)
}

export interface Performed {
  /** Questions answered right and wrong; the rest is left out. */
  right: number
  wrong: number
  /** Milliseconds from start to submit. */
  time: number
  /** Milliseconds that each question was on the screen, in the paper's order. */
  times?: number[]
}

/** A new learner's finished attempt of an exam. The clock goes on. */
export async function perform(
  api: TestApi,
  exam: SeededExam,
  { right, wrong, time, times = [] }: Performed,
): Promise<Candidate & { attemptId: number }> {
  const candidate = await newCandidate(api, exam)
  const { body } = await candidate.start()
  for (const [index, question] of exam.questions.slice(0, right + wrong).entries())
    await candidate.answer(question, index < right ? question.right : question.wrong)
  api.clock.advance(time)
  const attemptId = body.data.open_attempt!.id
  await candidate.submit(
    attemptId,
    undefined,
    times.map((ms, index) => ({ qid: exam.questions[index]!.qid, ms })),
  )
  return { ...candidate, attemptId }
}
