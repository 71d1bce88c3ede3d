import { expect, test } from 'vitest'
import type { ExamCourse, ExamDetail } from '../detail.contract.ts'
import { lockedWords } from '../../list/course-exams.rules.ts'
import { startState } from './start-state.ts'

const courses = (...all: ExamCourse['courseStatus'][]) => all.map((courseStatus) => ({ courseStatus }))

const exam = (...all: ExamCourse['courseStatus'][]) =>
  ({ exam_type: { id: 2 }, courses: courses(...all), attempt: 2, exams_completed: 1 }) as unknown as ExamDetail

test('a course that has expired is said to have, as in its list of exams', () => {
  expect(startState(exam('Expired'))).toEqual({ can: 'nothing', reason: lockedWords.Expired })
  expect(startState(exam('Not Purchased', 'Expired'))).toEqual({ can: 'nothing', reason: lockedWords.Expired })
})

test('a course that was never bought is said to have to be', () => {
  expect(startState(exam('Not Purchased'))).toEqual({ can: 'nothing', reason: lockedWords['Not Purchased'] })
  expect(startState(exam())).toEqual({ can: 'nothing', reason: lockedWords['Not Purchased'] })
})
