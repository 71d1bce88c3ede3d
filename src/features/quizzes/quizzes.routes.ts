import { handle } from '#core/calls/handle.ts'
import * as contract from './quizzes.contract.ts'
import { getQuizQuestions } from './server/quiz-questions.ts'
import { listQuizzes } from './server/list-quizzes.ts'
import { submitQuiz } from './server/submit-quiz.ts'

export const quizRoutes = [
  handle(contract.listQuizzes, listQuizzes),
  handle(contract.getQuizQuestions, getQuizQuestions),
  handle(contract.submitQuiz, submitQuiz),
]
