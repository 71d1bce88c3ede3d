import { call } from '#lib/browser/call/call.ts'
import type { Action } from '../answers/attempt.rules.ts'
import { inTime, session } from './exam-session.store.ts'
import { clearAnswer, updateAnswer } from '../take.contract.ts'
import { getExamDetail } from '../../detail/detail.contract.ts'
import type { OpenAttempt } from '../attempt.contract.ts'
import { timed } from '#lib/browser/server-time.ts'

/** The calls of the exam screen, each with this tab's name, and each telling the server's time. */

/** The exam as the server has it. */
export function askExam() {
  const { examId, writer } = session
  return timed(() => call(getExamDetail, { params: { examId }, query: { writer }, signal: inTime() }))
}

/** What the server said of the exam, and when. */
export type ExamTold = Awaited<ReturnType<typeof askExam>>

/** The attempt as the server has it; undefined when it is over. */
export async function askAttempt(attempt: number): Promise<OpenAttempt | undefined> {
  const { open_attempt: open } = (await askExam()).data
  return open?.id === attempt ? open : undefined
}

/** Sends an action. @param leaving the request may outlive the page */
export function sendAction(action: Action, attempt: number, leaving = false) {
  const { qid, option, marked, seq, timeFrom, timeTo } = action
  const { examId, writer } = session
  const body = { exam_id: examId, attempt_id: attempt, qid, seq, marked, writer, time_from: timeFrom, time_to: timeTo }
  const how = { signal: inTime(), keepalive: leaving }
  return timed(() =>
    option === null
      ? call(clearAnswer, { body, ...how })
      : call(updateAnswer, { body: { ...body, answer_option_id: option }, ...how }),
  )
}
