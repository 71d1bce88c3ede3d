import { afterEach, expect, test, vi } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import type { ExamCourse, ExamDetail } from '../detail.contract.ts'
import { lockedWords } from '../../list/course-exams.rules.ts'
import { startState } from './start-state.ts'

afterEach(() => void vi.useRealTimers())

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

test('an exam is started only from when it opens until it ends, and says when that is or was', () => {
  vi.useFakeTimers({ now: indianTime(2026, 3, 2, 10) })
  const seconds = (day: number, hour: number) => indianTime(2026, 3, day, hour) / 1000
  const open = { ...exam('Active'), time: 3, seconds_if_started_now: 180, is_reg_needed: 'N' as const }
  const between = (start_date: number, end_date: number) => startState({ ...open, start_date, end_date })
  expect(between(seconds(1, 9), seconds(3, 9))).toEqual({ can: 'start' })
  const upcoming = between(seconds(3, 9), seconds(4, 9))
  expect(upcoming).toEqual({ can: 'nothing', reason: expect.stringMatching(/^This exam opens on 3 Mar/) as unknown })
  const ended = between(seconds(1, 9), seconds(2, 9))
  expect(ended).toEqual({ can: 'nothing', reason: expect.stringMatching(/^This exam ended on 2 Mar/) as unknown })
})
