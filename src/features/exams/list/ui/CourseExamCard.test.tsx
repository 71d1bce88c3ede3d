import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import type { CourseExam } from '../course-exams.contract.ts'
import { CourseExamCard } from './CourseExamCard.tsx'

const exam = {
  ...{ id: 9, name: 'Warm-Up', time: 10, total_noq: 5, correct_score: 1, negative_score: 0.25 },
  ...{ start_date: null, end_date: null, chapter: null, in_progress: false },
}
const result = (id: number) => ({ id, attend_date: 0, user_grade: 3, total_grade: 5 })

const now = indianTime(2026, 3, 2, 10)

/** What a learner reads, and where the links lead. */
function shown(exams_completed: number, results: object[], more: object = {}) {
  const given = { ...exam, attempt: 2, exams_completed, results, ...more } as unknown as CourseExam
  const html = renderToStaticMarkup(<CourseExamCard exam={given} courseId={7} status="Active" now={now} open />)
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  return { text: html.replace(/<[^>]+>/g, ' '), links }
}

it('an exam of a course may be attended as long as an attempt is left, and leads to each result', () => {
  const first = shown(0, [])
  expect(first.text).toContain('2 of 2')
  expect(first.links).toEqual(['/my-courses/7/exam/9'])
  const second = shown(1, [result(4)])
  expect(second.text).toContain('1 of 2')
  expect(second.links).toEqual(['/my-courses/7/exam-result/4', '/my-courses/7/exam/9'])
})

it('an exam of a course whose attempts are used up says so, and offers none', () => {
  const { text, links } = shown(2, [result(5), result(4)])
  expect(text).toContain('You have used all your attempts of this exam.')
  expect(text).not.toContain('Attend Exam')
  expect(links).toEqual(['/my-courses/7/exam-result/5', '/my-courses/7/exam-result/4'])
})

it('an attempt under way is left until it is over', () => {
  expect(shown(1, [result(4)], { in_progress: true }).text).toContain('1 of 2')
})

it('an exam of a course can be attended from its opening on, by the time that goes on', () => {
  const dates = (seconds: number) => ({ start_date: now / 1000 + seconds, end_date: now / 1000 + 3600 })
  expect(shown(0, [], dates(1)).links).toEqual([])
  expect(shown(0, [], dates(0)).links).toEqual(['/my-courses/7/exam/9'])
})
