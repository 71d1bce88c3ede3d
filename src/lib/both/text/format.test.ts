import { expect, test } from 'vitest'
import { counted, countedLarge, countedMarks, exactDuration, letterOf, marks, spokenDuration } from './format.ts'

test('durations name their two largest units', () => {
  expect([0, 30, 90, 3600, 3905].map(spokenDuration)).toEqual(['0 sec', '30 sec', '1 min 30 sec', '1 hr', '1 hr 5 min'])
})

test('options are lettered by position', () => {
  expect([0, 1, 4].map(letterOf).join('')).toBe('ABE')
})

test('marks are written exactly, without needless zeros', () => {
  expect([1, 0.33, -2.5, 66.67, 0.1 + 0.2, -0].map(marks)).toEqual(['1', '0.33', '−2.5', '66.67', '0.3', '0'])
})

test('formats a compared duration to the second', () => {
  const texts = ['0 sec', '30 sec', '1 min 30 sec', '2 min', '1 hr', '1 hr 5 sec', '1 hr 5 min 5 sec']
  expect([0, 30, 90, 120, 3600, 3605, 3905].map(exactDuration)).toEqual(texts)
})

test('formats a count with its noun', () => {
  expect([0, 1, 2].map((count) => counted(count, 'reply', 'replies'))).toEqual(['0 replies', '1 reply', '2 replies'])
  expect([1, 1200].map((count) => counted(count, 'character'))).toEqual(['1 character', '1200 characters'])
  expect([1, 120_000].map((count) => countedLarge(count, 'learner'))).toEqual(['1 learner', '1,20,000 learners'])
  expect([0, 0.5, 1, 100].map(countedMarks)).toEqual(['0 marks', '0.5 marks', '1 mark', '100 marks'])
})
