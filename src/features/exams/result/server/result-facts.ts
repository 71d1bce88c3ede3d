import { isoTime, SECOND } from '#lib/both/time/clock.ts'
import { examMinutes, marksOf, totalMarks } from '../../exams.rules.ts'
import type { FinishedAttempt } from './finished-attempt.ts'
import type { Paper } from '../../server/papers.ts'

/** True where right answers may be shown: the exam allows it, and the learner has no other attempt of it open. */
export function showsAnswers(attempt: Pick<FinishedAttempt, 'view_answer' | 'open_id'>): boolean {
  return attempt.view_answer === 1 && attempt.open_id === null
}

/** What every view of a finished attempt says of it. */
export function resultFacts(attempt: FinishedAttempt, paper: Paper) {
  const end = attempt.submitted_at ?? attempt.deadline_at
  const incorrect = attempt.incorrect_count ?? 0
  return {
    id: attempt.id,
    exam_id: attempt.exam_id,
    name: attempt.title,
    attempt: attempt.number,
    course: attempt.course_id === null ? null : { id: attempt.course_id, title: attempt.course_title ?? '' },
    course_category: { title: attempt.category_title },
    exam_type: { id: attempt.exam_type_id },
    start_time: attempt.started_at,
    end_time: end,
    start_time_iso: isoTime(attempt.started_at),
    end_time_iso: isoTime(end),
    // A clock that was set back has ended attempts before they began.
    total_time: Math.max(0, Math.round((end - attempt.started_at) / SECOND)),
    time: examMinutes(attempt.minutes),
    total_noq: paper.questions.length,
    correct_score: marksOf(paper.correct_units, paper),
    negative_score: marksOf(paper.wrong_units, paper),
    user_grade: marksOf(attempt.score_units ?? 0, paper),
    total_grade: totalMarks(paper.questions.length, paper),
    correct_answer_count: attempt.correct_count ?? 0,
    incorrect_answer_count: incorrect,
    negative_marks: marksOf(incorrect * paper.wrong_units, paper),
    finished_by: attempt.finished_by ?? ('deadline' as const),
    view_answer: showsAnswers(attempt) ? ('Y' as const) : ('N' as const),
    sections: paper.sections.map(({ title }) => ({ title })),
  }
}
