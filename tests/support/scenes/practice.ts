import * as contract from '#features/practice/practice.contract.ts'
import type { OwnGrade } from '#features/practice/practice.rules.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import type { TestApi } from '../api/api.ts'
import { candidateOf, type Candidate } from './candidate.ts'
import type { SeededExam } from './exam-fixture.ts'

export type Practiser = ReturnType<typeof practiserOf>

/** A learner at practice, with the calls that a browser makes. */
export function practiserOf(api: Pick<TestApi, 'call'>, token: string) {
  const caller = { token }
  const of = (question: number | { qid: number }) => (typeof question === 'number' ? question : question.qid)
  return {
    summary: async () => (await api.call(contract.getPracticeSummary, {}, caller)).body.data,
    session: async (source?: string) =>
      (await api.call(contract.getPracticeSession, { query: { source } }, caller)).body.data,
    list: async (query: CallInput<typeof contract.listNotebook>['query'] = {}) =>
      (await api.call(contract.listNotebook, { query }, caller)).body.data,
    answer: (question: number | { qid: number }, option: number | 'skip', review = 1, took_ms?: number) =>
      api.call(contract.answerPractice, { body: { question_id: of(question), review, option, took_ms } }, caller),
    grade: (question: number | { qid: number }, grade: OwnGrade, review = 1) =>
      api.call(contract.gradePractice, { body: { question_id: of(question), review, grade } }, caller),
    remove: (question: number | { qid: number }) =>
      api.call(contract.removeFromPractice, { body: { question_id: of(question) } }, caller),
    restore: (question: number | { qid: number }) =>
      api.call(contract.restoreToPractice, { body: { question_id: of(question) } }, caller),
  }
}

export type Choice = 'right' | 'wrong' | 'skip'

/** Sits an attempt of an exam from start to submission, a choice for each question. @returns the attempt's id */
export async function sitExam(candidate: Candidate, choices: Choice[]): Promise<number> {
  const { body } = await candidate.start()
  for (const [index, question] of candidate.exam.questions.entries()) {
    const choice = choices[index] ?? 'right'
    if (choice !== 'skip') await candidate.answer(question, question[choice])
  }
  await candidate.submit()
  return body.data.open_attempt!.id
}

/** A new learner who has sat an exam. */
export async function learnerAfter(api: TestApi, exam: SeededExam, choices: Choice[]) {
  const { token, user } = await api.learner()
  const candidate = candidateOf(api, exam, token)
  await sitExam(candidate, choices)
  return { token, user, candidate, practice: practiserOf(api, token) }
}
