import { atom } from 'nanostores'
import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { randomName } from '#lib/both/random-name.ts'
import { getQuizQuestions, type Quiz } from './quizzes.contract.ts'
import { addResult, type QuizResult } from './result-outbox.browser.ts'
import { skippedIn } from './run.rules.ts'
import { takeQuiz, type Finished, type QuizRun } from './run.store.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

/** The page that takes a quiz: document 2, sections 2 and 4. */
export type QuizState =
  | { is: 'loading' }
  | { is: 'failed'; missing: boolean }
  | { is: 'open'; quiz: Quiz; questions: QuickQuestion[]; run: QuizRun }

export const $quiz = atom<QuizState>({ is: 'loading' })

/** Storage that a browser may refuse, or that may hold anything. */
function stored<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Loads a quiz and begins it at once, or goes on with the one under way in this tab. */
export async function loadQuiz(quizId: number): Promise<void> {
  $quiz.set({ is: 'loading' })
  try {
    const { data: quiz, questions } = await call(getQuizQuestions, { params: { examId: quizId } })
    if (questions.length === 0) return $quiz.set({ is: 'failed', missing: true })
    const userId = $user.get()?.id ?? 0
    const key = `quiz ${userId} ${quizId}`
    const run = takeQuiz(quiz, questions, {
      read: () => stored(() => sessionStorage.getItem(key)) ?? null,
      write: (kept) =>
        stored(() => (kept === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, kept))),
      name: () => randomName(),
      onFinish: (finished) => addResult(resultOf(finished, questions, quizId, userId)),
    })
    $quiz.set({ is: 'open', quiz, questions, run })
  } catch (error) {
    $quiz.set({ is: 'failed', missing: error instanceof ApiError && error.status === 404 })
  }
}

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
