import { namedMoment } from '#lib/both/time/clock.ts'
import { lockedWords } from '../../list/course-exams.rules.ts'
import type { ExamDetail } from '../detail.contract.ts'
import { MOCK_TEST, phaseOf, remainingAttempts } from '../../exams.rules.ts'
import { serverNow } from '#lib/browser/server-time.ts'
import { givenBackText } from '../../ui/fault-texts.ts'
import { spokenDuration } from '#lib/both/text/format.ts'

export interface StartState {
  /** What the button does; nothing when there is none. */
  can: 'start' | 'register' | 'resume' | 'continue' | 'nothing'
  /** Why there is none, or what to know before. */
  reason?: string
}

/** Whether this learner may start the exam now (document 2, section 4; the server decides in the end). */
export function startState(exam: ExamDetail): StartState {
  if (exam.open_attempt) return { can: 'resume', reason: 'Your attempt is under way and its clock is running.' }
  if (exam.given_back) return { can: 'continue', reason: givenBackText(exam.given_back.seconds_left) }
  const active = exam.courses.some(({ courseStatus }) => courseStatus === 'Active')
  if (exam.exam_type.id !== MOCK_TEST && !active) {
    const expired = exam.courses.some(({ courseStatus }) => courseStatus === 'Expired')
    return { can: 'nothing', reason: lockedWords[expired ? 'Expired' : 'Not Purchased'] }
  }
  const phase = phaseOf(exam, serverNow())
  if (phase === 'upcoming')
    return { can: 'nothing', reason: `This exam opens on ${namedMoment((exam.start_date ?? 0) * 1000)}.` }
  if (phase === 'expired')
    return { can: 'nothing', reason: `This exam ended on ${namedMoment((exam.end_date ?? 0) * 1000)}.` }
  if (remainingAttempts(exam.attempt, exam.exams_completed) === 0) {
    return { can: 'nothing', reason: 'You have used all your attempts of this exam.' }
  }
  const can = exam.is_reg_needed === 'Y' && !exam.registered ? 'register' : 'start'
  const short = exam.seconds_if_started_now < exam.time * 60
  return {
    can,
    ...(short && {
      reason: `The exam closes soon: an attempt started now ends after ${spokenDuration(exam.seconds_if_started_now)}.`,
    }),
  }
}
