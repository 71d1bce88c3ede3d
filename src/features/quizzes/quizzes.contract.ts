import * as z from 'zod/mini'
import { HOUR } from '#lib/both/time/clock.ts'
import { quickQuestion } from '#features/questions/questions.contract.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { count, done, id, means, named, text } from '#lib/both/calls/fields.ts'
import { howMany, minutes, percent, rowId } from '#lib/both/calls/reply-fields.ts'

/** Quizzes: document 2, sections 2, 3 and 7. */

const quiz = z.object({
  id: rowId,
  title: z.string(),
  duration: minutes,
  question_count: howMany,
  category: z.nullable(z.string()),
})

export type Quiz = z.output<typeof quiz>

/** Ours: what the learner reached before. `best_percentage`: whole, null before the first time. */
const quizListItem = z.extend(quiz, { times_taken: howMany, best_percentage: z.nullable(percent) })

export type QuizListItem = z.output<typeof quizListItem>

export const listQuizzes = endpoint({
  method: 'GET',
  path: '/quickExam/list',
  access: 'learner',
  summary: 'Quizzes',
  reply: z.object({ status: z.boolean(), data: z.array(quizListItem) }),
})

export const getQuizQuestions = endpoint({
  method: 'GET',
  path: '/quickExam/{examId}/questions',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'The questions of a quiz, with their answers',
  params: z.object({ examId: id }),
  reply: z.object({ status: z.boolean(), data: quiz, questions: z.array(quickQuestion) }),
})

const answer = z.object({ question_id: id, option_id: id })

export type QuizAnswer = z.output<typeof answer>

export const submitQuiz = endpoint({
  method: 'POST',
  path: '/quickExam/submit/{examId}',
  creates: true,
  limit: { count: 120, span: HOUR },
  access: 'learner',
  refuses: ['not_found'],
  summary: 'Stores the result of a quiz that the browser has worked out',
  params: z.object({ examId: id }),
  query: z.object({ correct_count: count, incorrect_count: count }),
  // Ours, all of it: without a body the counts alone are stored.
  body: z.object({
    answers: means(
      z.optional(z.array(answer, { error: 'Must be a list' }).check(z.maxLength(200, { error: 'At most 200' }))),
      'What was chosen; questions that were not attended are left out',
    ),
    skipped: means(
      z.optional(z.array(id, { error: 'Must be a list' }).check(z.maxLength(200, { error: 'At most 200' }))),
      'Ids of questions that were seen and left without an answer: practice has them as missed',
    ),
    submission: means(
      z.optional(text(64).check(z.minLength(8, { error: 'At least 8 characters' }))),
      "The caller's own name for this attempt: sent again, it is stored once",
    ),
  }),
  example: { answers: [{ question_id: 340, option_id: 1361 }] },
  reply: z.extend(done, { attempt_id: rowId }),
})

named({ Quiz: quiz, QuizListItem: quizListItem, QuickQuestion: quickQuestion })
