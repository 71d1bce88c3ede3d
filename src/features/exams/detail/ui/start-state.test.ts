import { expect, test } from 'vitest'
import { indianTime, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import type { ExamCourse, ExamDetail } from '../detail.contract.ts'
import { lockedWords } from '../../list/course-exams.rules.ts'
import { formatWait } from './OpeningCountdown.tsx'
import { startState } from './start-state.ts'

const now = indianTime(2026, 3, 2, 10)

const courses = (...all: ExamCourse['courseStatus'][]) => all.map((courseStatus) => ({ courseStatus }))

const exam = (...all: ExamCourse['courseStatus'][]) =>
  ({ exam_type: { id: 2 }, courses: courses(...all), attempt: 2, exams_completed: 1 }) as unknown as ExamDetail

test('a course that has expired is said to have, as in its list of exams', () => {
  expect(startState(exam('Expired'), now)).toEqual({ can: 'nothing', reason: lockedWords.Expired })
  expect(startState(exam('Not Purchased', 'Expired'), now)).toEqual({ can: 'nothing', reason: lockedWords.Expired })
})

test('a course that was never bought is said to have to be', () => {
  expect(startState(exam('Not Purchased'), now)).toEqual({ can: 'nothing', reason: lockedWords['Not Purchased'] })
  expect(startState(exam(), now)).toEqual({ can: 'nothing', reason: lockedWords['Not Purchased'] })
})

const seconds = (day: number, hour: number) => indianTime(2026, 3, day, hour) / 1000
const open = { ...exam('Active'), time: 3, seconds_if_started_now: 180, is_reg_needed: 'N' as const }

test('an exam is started only from when it opens until it ends, and says when that is or was', () => {
  const between = (start_date: number, end_date: number) => startState({ ...open, start_date, end_date }, now)
  expect(between(seconds(1, 9), seconds(3, 9))).toEqual({ can: 'start' })
  const upcoming = between(seconds(3, 9), seconds(4, 9))
  const reason = expect.stringMatching(/^This exam opens on 3 Mar/) as unknown
  expect(upcoming).toEqual({ can: 'nothing', reason, opensIn: 23 * 60 * MINUTE })
  const ended = between(seconds(1, 9), seconds(2, 9))
  expect(ended).toEqual({ can: 'nothing', reason: expect.stringMatching(/^This exam ended on 2 Mar/) as unknown })
})

test('an exam that was loaded before it opened can be started from the opening on, with its whole time', () => {
  // The server replied while the exam was closed.
  const loaded = { ...open, seconds_if_started_now: 0, start_date: seconds(2, 10), end_date: seconds(2, 11) }
  expect(startState(loaded, now - 1)).toMatchObject({ can: 'nothing', opensIn: 1 })
  expect(startState(loaded, now)).toEqual({ can: 'start' })
  const late = startState(loaded, now + 58 * MINUTE)
  expect(late).toEqual({ can: 'start', reason: 'The exam closes soon: an attempt started now ends after 2 min.' })
  expect(startState({ ...loaded, end_date: null }, now + 58 * MINUTE)).toEqual({ can: 'start' })
  expect(startState(loaded, now + 60 * MINUTE)).toMatchObject({ can: 'nothing' })
})

test.for([
  [1, '1 sec'],
  [90 * SECOND, '1 min 30 sec'],
  [90 * MINUTE + 20 * SECOND, '1 hr 30 min'],
  [24 * 60 * MINUTE, '1 day'],
  [51 * 60 * MINUTE, '2 days 3 hr'],
] as const)('an opening in %i ms is counted down as %s', ([left, text]) => {
  expect(formatWait(left)).toBe(text)
})
