import { expect, test } from 'vitest'
import { isCounted } from './not-counted.rules.ts'

const graded = new Map([[1, 11]])

test.each([
  ['chosen and graded, whose mark for review never arrived', 1, 11, true],
  ['chosen instead of the one that was graded', 1, 12, false],
  ['cleared, and graded all the same', 1, null, false],
  ['chosen, of a question that was graded as unanswered', 2, 21, false],
  ['marked for review without an option, of a question that was graded as unanswered', 2, null, true],
] as const)('what was %s is called counted only when the option is the graded one', (_, qid, option, counted) => {
  expect(isCounted({ qid, option }, graded)).toBe(counted)
})
