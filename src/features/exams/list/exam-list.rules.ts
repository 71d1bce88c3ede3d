import type { ExamListItem } from './exam-list.contract.ts'
import { examPhase, remainingAttempts } from '../exams.rules.ts'

/** Document 2, section 9. */
export const examTabs = ['all', 'active', 'expired'] as const

export type ExamTab = (typeof examTabs)[number]

export interface ExamQuery {
  tab: ExamTab
  page: number
}

/** What the list's plain address asks for. */
export const ACTIVE_EXAMS: ExamQuery = { tab: 'active', page: 1 }

/** Document 2, section 9. */
const PAGE_SIZE = 12

/** What the server is asked for. */
export function pageOfExams({ tab, page }: ExamQuery) {
  return { status: tab, current_page: page, per_page: PAGE_SIZE }
}

type Listed = Pick<ExamListItem, 'start_date' | 'end_date' | 'attempt' | 'exams_completed' | 'in_progress'>

/** Whether the exam can be sat now. @param now milliseconds since 1970 */
export function maySit(exam: Listed, now: number): boolean {
  if (exam.in_progress) return true
  const open = examPhase(exam.start_date * 1000, exam.end_date * 1000, now) === 'active'
  return open && remainingAttempts(exam.attempt, exam.exams_completed) > 0
}

/**
 * The exam of a list that a learner does next, whose button alone stands out: one under way, since its clock runs, else
 * the first that was never sat, else the first that can be sat again.
 */
export function nextExam<Exam extends Listed>(exams: readonly Exam[], now: number): Exam | undefined {
  const open = exams.filter((exam) => maySit(exam, now))
  return (
    open.find(({ in_progress }) => in_progress) ?? open.find(({ exams_completed }) => exams_completed === 0) ?? open[0]
  )
}
