import { expect, it } from 'vitest'
import { gradeWords } from './words.ts'

const at = { due_at: 0, due_at_iso: '1970-01-01T00:00:00.000Z' }

it('says of a grade when the question comes again, or that it leaves', () => {
  expect(gradeWords({ ...at, due: 'in 3 days', known: false })).toBe('Again in 3 days')
  expect(gradeWords({ ...at, due: 'tomorrow', known: false })).toBe('Again tomorrow')
  expect(gradeWords({ ...at, due: 'in 5 weeks', known: true })).toBe('Leaves the notebook')
})
