import { getExamDetail } from '../../detail/detail.contract.ts'
import type { Action } from '../answers/attempt.rules.ts'
import type { OpenAttempt } from '../attempt.contract.ts'
import {
  claimAttempt,
  clearAnswer,
  keepTimes,
  movedEnd,
  startExam,
  submitExam,
  updateAnswer,
} from '../take.contract.ts'
import { MOST_TIMES, type accountOf } from '../times/question-times.rules.ts'
import type { ExamSession } from './exam-session.store.ts'

/** Milliseconds that a request may take before it counts as unanswered. */
const REQUEST_LIMIT = 10_000

export type ExamCalls = ReturnType<typeof examCalls>

/** What the server said of the exam, and when. */
export type ExamTold = Awaited<ReturnType<ExamCalls['askExam']>>

type Account = ReturnType<typeof accountOf>

/** The calls of the exam screen, each with this tab's name; those that tell the server's time teach it. */
export function examCalls(session: ExamSession) {
  const { call, time } = session.ports
  const { timed } = time
  const inTime = () => time.limit(REQUEST_LIMIT)
  const exam = () => ({ exam_id: session.examId, writer: session.writer })

  /** The exam as the server has it. */
  const askExam = () => {
    const { examId, writer } = session
    return timed(() => call(getExamDetail, { params: { examId }, query: { writer }, signal: inTime() }))
  }

  return {
    askExam,

    /** The attempt as the server has it; undefined when it is over. */
    askAttempt: async (attempt: number): Promise<OpenAttempt | undefined> => {
      const { open_attempt: open } = (await askExam()).data
      return open?.id === attempt ? open : undefined
    },

    /** Whether the end of the attempt has been moved. */
    askMoved: (attemptId: number) => call(movedEnd, { params: { attemptId }, signal: inTime() }),

    /** Starts an attempt, or is told again of the one under way. */
    start: (place: { course_map_id?: number } = {}) =>
      timed(() => call(startExam, { body: { ...exam(), status: 'start', ...place }, signal: inTime() })),

    /** Makes this tab the writer. */
    claim: (attempt: number) =>
      timed(() => call(claimAttempt, { body: { ...exam(), attempt_id: attempt }, signal: inTime() })),

    /** Sends an action. @param seen other questions that have been on the screen @param leaving the request may outlive the page */
    sendAction: (
      { qid, option, marked, seq, timeFrom, timeTo }: Action,
      attempt: number,
      seen: readonly number[],
      leaving = false,
    ) => {
      const visited = seen.slice(0, MOST_TIMES)
      const body = { ...exam(), attempt_id: attempt, qid, seq, marked, time_from: timeFrom, time_to: timeTo, visited }
      const how = { signal: inTime(), keepalive: leaving }
      return timed(() =>
        option === null
          ? call(clearAnswer, { body, ...how })
          : call(updateAnswer, { body: { ...body, answer_option_id: option }, ...how }),
      )
    },

    /** Tells how long a tab has shown each question. */
    keepTimes: (attempt: number, tab: string, times: Account, leaving = false) => {
      const body = { exam_id: session.examId, attempt_id: attempt, writer: tab, times }
      return call(keepTimes, { body, signal: inTime(), keepalive: leaving })
    },

    /** Hands the attempt in. @param end because its time is over: when that was, as far as this screen knows */
    submit: (attempt: number | undefined, times: Account, end: number | undefined) => {
      const body = { ...exam(), status: 'completed' as const, attempt_id: attempt, deadline_at: end, times }
      return call(submitExam, { body, signal: inTime() })
    },
  }
}
