import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { FeaturedExam } from '#features/exams/list/featured.contract.ts'
import { FeaturedExamCard } from './FeaturedExamCard.tsx'

/** 21 November 2026, 18:00 to 20:00 in India, as the call has it. */
const starts = Date.UTC(2026, 10, 21, 12, 30)
const exam = {
  ...{ id: 7, name: 'Mock', time: 20, total_noq: 20, correct_score: 1, attempt: 2, exams_completed: 0, result: [] },
  start_date: Date.UTC(2026, 10, 21, 18) / 1000,
  end_date: Date.UTC(2026, 10, 21, 20) / 1000,
  ...{ course_category: { title: 'Degree' }, in_progress: false, is_reg_needed: 'Y', registered: false },
} as unknown as FeaturedExam

/** The button or link that the card ends with. */
function action(given: Partial<FeaturedExam>, now = starts): string {
  const html = renderToStaticMarkup(
    <FeaturedExamCard exam={{ ...exam, ...given }} now={now} first={false} starting={false} onAttend={() => {}} />,
  )
  const [, element, label] = /<(\w+)[^>]* aria-label="([^"]*)"/.exec(html)!
  const [, href = ''] = /<a href="([^"]*)"[^>]* aria-label/.exec(html) ?? []
  return [element, href, label].filter(Boolean).join(' ')
}

it('a featured exam asks for the registration that it needs, leads to its instructions, and back to an attempt', () => {
  expect(action({})).toBe('button Attend Exam: Mock')
  expect(action({ registered: true })).toBe('a /mock-test/7 Attend Exam: Mock')
  expect(action({ is_reg_needed: 'N' })).toBe('a /mock-test/7 Attend Exam: Mock')
  expect(action({ in_progress: true })).toBe('a /exam/7/start Resume: Mock')
  expect(action({}, starts - 1)).toBe('a /mock-test/7 View Details: Mock')
})
