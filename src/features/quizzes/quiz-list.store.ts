import { atom } from 'nanostores'
import { call } from '#lib/browser/call/call.ts'
import { listQuizzes, type QuizListItem } from './quizzes.contract.ts'

export const $quizzes = atom<'loading' | 'failed' | QuizListItem[]>('loading')

/** Loads the list anew. */
export async function loadQuizzes(): Promise<void> {
  $quizzes.set('loading')
  try {
    $quizzes.set((await call(listQuizzes)).data)
  } catch {
    $quizzes.set('failed')
  }
}
