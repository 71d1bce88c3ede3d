import { results } from './result-outbox.browser.ts'

/** Sends what is left of results. Loaded by itself, so that pages without quizzes need nothing of what quizzes import. */
export const deliverLeft = () => results.resume()
