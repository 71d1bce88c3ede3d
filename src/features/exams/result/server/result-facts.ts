import { isoTime } from '#lib/both/time/clock.ts'
import { examMinutes, marksOf, secondsTaken } from '../../exams.rules.ts'
import { describeMarking, exactMarks } from '../../marks.rules.ts'
import type { FinishedAttempt } from './finished-attempt.ts'
import type { Paper } from '../../server/papers.ts'

/** True where right answers may be shown: the exam allows it, and the learner has no other attempt of it open. */
export function showsAnswers(attempt: Pick<FinishedAttempt, 'view_answer' | 'open_id'>): boolean {
  return attempt.view_answer === 1 && attempt.open_id === null
}

/** What every view of a finished attempt says of it. */
export function resultFacts(attempt: FinishedAttempt, paper: Paper) {
  const end = attempt.submitted_at ?? attempt.deadline_at
  const questions = paper.questions.length
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
    total_time: secondsTaken(attempt.started_at, end),
    time: examMinutes(attempt.minutes),
    total_noq: questions,
    ...describeMarking(questions, paper),
    user_grade: marksOf(attempt.score_units ?? 0, paper),
    user_grade_text: exactMarks(attempt.score_units ?? 0, paper),
    correct_answer_count: attempt.correct_count ?? 0,
    incorrect_answer_count: incorrect,
    negative_marks: marksOf(incorrect * paper.wrong_units, paper),
    negative_marks_text: exactMarks(-incorrect * paper.wrong_units, paper),
    finished_by: attempt.finished_by ?? ('deadline' as const),
    view_answer: showsAnswers(attempt) ? ('Y' as const) : ('N' as const),
    sections: paper.sections.map(({ title }) => ({ title })),
  }
}
