import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { randomName } from '#lib/both/random-name.ts'
import { getQuizQuestions, type Quiz } from './quizzes.contract.ts'
import { addResult, type QuizResult } from './result-outbox.browser.ts'
import { skippedIn } from './run.rules.ts'
import { takeQuiz, type Finished, type QuizRun } from './run.store.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

/** The page that takes a quiz: document 2, sections 2 and 4. */
export interface OpenQuiz {
  quiz: Quiz
  questions: QuickQuestion[]
  run: QuizRun
}

/** Storage that a browser may refuse, or that may hold anything. */
function stored<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** A quiz that begins as soon as it is there, or goes on where it is under way in this tab. */
export const openQuiz = loading(
  async (quizId: number, signal): Promise<OpenQuiz> => {
    const { data: quiz, questions } = await call(getQuizQuestions, { params: { examId: quizId }, signal })
    if (questions.length === 0) throw new ApiError(404, 'A quiz without questions')
    const userId = $user.get()?.id ?? 0
    const key = `quiz ${userId} ${quizId}`
    const run = takeQuiz(quiz, questions, {
      read: () => stored(() => sessionStorage.getItem(key)) ?? null,
      write: (kept) =>
        stored(() => (kept === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, kept))),
      name: () => randomName(),
      onFinish: (finished) => addResult(resultOf(finished, questions, quizId, userId)),
    })
    return { quiz, questions, run }
  },
  { mayMiss: true },
)

function resultOf({ run, outcome }: Finished, questions: QuickQuestion[], quizId: number, userId: number): QuizResult {
  return {
    submission: run.submission,
    userId,
    quizId,
    at: Date.now(),
    correct_count: outcome.correct,
    incorrect_count: outcome.incorrect,
    answers: Object.entries(run.chosen).map(([question, option]) => ({
      question_id: Number(question),
      option_id: option,
    })),
    skipped: skippedIn(run, questions),
  }
}
