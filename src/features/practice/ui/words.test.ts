import { expect, it } from 'vitest'
import { gradeWords } from './words.ts'

it('says of a grade when the question comes again, or that it leaves', () => {
  expect(gradeWords({ due_at: 0, due: 'in 3 days', known: false })).toBe('Again in 3 days')
  expect(gradeWords({ due_at: 0, due: 'tomorrow', known: false })).toBe('Again tomorrow')
  expect(gradeWords({ due_at: 0, due: 'in 5 weeks', known: true })).toBe('Leaves the notebook')
})
