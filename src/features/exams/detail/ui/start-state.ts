import { namedMoment, SECOND } from '#lib/both/time/clock.ts'
import { lockedWords } from '../../list/course-exams.rules.ts'
import type { ExamDetail } from '../detail.contract.ts'
import { closesAtOf, MOCK_TEST, opensAtOf, phaseOf, remainingAttempts, secondsIfStartedNow } from '../../exams.rules.ts'
import { givenBackText } from '../../ui/fault-texts.ts'
import { spokenDuration } from '#lib/both/text/format.ts'

export interface StartState {
  /** What the button does; nothing when there is none. */
  can: 'start' | 'register' | 'resume' | 'continue' | 'nothing'
  /** Why there is none, or what to know before. */
  reason?: string
  /** Milliseconds until the exam opens; undefined where nothing waits for that. */
  opensIn?: number
}

/**
 * Whether this learner may start the exam at `now` (document 2, section 4; the server decides in the end).
 * @param now the server's time, milliseconds since 1970
 */
export function startState(exam: ExamDetail, now: number): StartState {
  if (exam.open_attempt) return { can: 'resume', reason: 'Your attempt is under way and its clock is running.' }
  if (exam.given_back) return { can: 'continue', reason: givenBackText(exam.given_back.seconds_left) }
  const active = exam.courses.some(({ courseStatus }) => courseStatus === 'Active')
  if (exam.exam_type.id !== MOCK_TEST && !active) {
    const expired = exam.courses.some(({ courseStatus }) => courseStatus === 'Expired')
    return { can: 'nothing', reason: lockedWords[expired ? 'Expired' : 'Not Purchased'] }
  }
  const phase = phaseOf(exam, now)
  if (phase === 'upcoming')
    return {
      can: 'nothing',
      reason: `This exam opens on ${namedMoment((exam.start_date ?? 0) * 1000)}.`,
      opensIn: (exam.start_date ?? 0) * SECOND - now,
    }
  if (phase === 'expired')
    return { can: 'nothing', reason: `This exam ended on ${namedMoment((exam.end_date ?? 0) * 1000)}.` }
  if (remainingAttempts(exam.attempt, exam.exams_completed) === 0) {
    return { can: 'nothing', reason: 'You have used all your attempts of this exam.' }
  }
  const can = exam.is_reg_needed === 'Y' && !exam.registered ? 'register' : 'start'
  // What the server said (`seconds_if_started_now`) was true when it replied.
  const dates = { minutes: exam.time, opens_at: opensAtOf(exam), closes_at: closesAtOf(exam) }
  const seconds = secondsIfStartedNow(dates, now)
  return {
    can,
    ...(seconds < exam.time * 60 && {
      reason: `The exam closes soon: an attempt started now ends after ${spokenDuration(seconds)}.`,
    }),
  }
}
