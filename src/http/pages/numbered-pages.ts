import { readId } from '#lib/both/calls/read-id.ts'

/**
 * Pages whose numbers the browser alone reads (lib/browser/numbers.ts). Each is drawn, compressed and kept once for all of
 * them: at the end of an exam thousands ask for the page of their own result within a minute.
 */
export const numberedPages = [
  '/buycourse/[id]',
  '/exam/[examId]/result',
  '/exam/[examId]/start',
  '/mock-test/[examId]',
  '/mock-test/[examId]/exam-result/[resultId]',
  '/mock-test/[examId]/exam-result/[resultId]/sheet',
  '/my-courses/[id]',
  '/my-courses/[id]/exam/[examId]',
  '/my-courses/[id]/exam-result/[resultId]',
  '/my-courses/[id]/exam-result/[resultId]/sheet',
  '/my-courses/[id]/renewal',
  '/my-purchases/[id]',
  '/my-purchases/[id]/credit-note/[refundId]',
  '/my-purchases/[id]/receipt/[paymentId]',
  '/quizzes/[examId]',
  '/staff/learners/[id]',
  '/staff/learners/[id]/attempts/[attemptId]',
  '/staff/discussions/[id]',
  '/staff/exams/[id]',
  '/staff/news/[id]',
  '/staff/notifications/[id]',
  '/staff/credit-notes/[id]',
  '/staff/receipts/[id]',
  '/staff/splashes/[id]',
  '/staff/tickets/[id]',
  '/staff/workouts/[id]',
]

const parameter = /\[\w+\]/g

const drawn = numberedPages.map((pattern) => ({
  path: new RegExp(`^${pattern.replace(parameter, '(\\d+)')}$`),
  address: pattern.replace(parameter, '1'),
}))

/** The path that a page is drawn for: the same for all numbers, where it reads none of them. */
export function drawnPath(path: string): string {
  // Most paths have no number.
  if (!/\/\d/.test(path)) return path
  for (const page of drawn) {
    const numbers = page.path.exec(path)?.slice(1)
    if (numbers) return numbers.every((number) => readId(number)) ? page.address : path
  }
  return path
}

/** Whether a numbered page was asked for with something that no row has for a number. */
export function lacksNumber(route: string, params: Record<string, string | undefined>): boolean {
  return numberedPages.includes(route) && Object.values(params).some((value) => readId(value) === undefined)
}
