import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { dropResult, keepResult, readResults } from './kept-results.browser.ts'
import { submitQuiz } from './quizzes.contract.ts'
import { resultOutbox } from './result-outbox.store.ts'

/** Milliseconds that a request may take before it counts as unanswered. */
const REQUEST_LIMIT = 10_000

/** Results of quizzes on their way to the server. */
export const results = resultOutbox({
  learner: () => $user.get()?.id,
  read: readResults,
  keep: keepResult,
  drop: dropResult,
  send: ({ quizId, submission, answers, skipped, correct_count, incorrect_count }) =>
    call(submitQuiz, {
      params: { examId: quizId },
      query: { correct_count, incorrect_count },
      body: { answers, skipped, submission },
      keepalive: true,
      signal: AbortSignal.timeout(REQUEST_LIMIT),
    }),
})

/** Sends what is pending, now and when the network is back. @returns a function that ends it */
export function followResults(): () => void {
  const flush = () => void results.flush()
  flush()
  addEventListener('online', flush)
  return () => removeEventListener('online', flush)
}
