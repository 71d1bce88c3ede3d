import { expect, it } from 'vitest'
import { birthDateHint } from './birth-date.ts'

it('a date of birth is read back as dd-mm-yyyy, in whatever form the browser shows its field', () => {
  expect(birthDateHint('2001-08-05')).toBe('05-08-2001 (dd-mm-yyyy)')
  expect(birthDateHint('')).toBe('As dd-mm-yyyy, such as 25-08-2001')
  expect(birthDateHint('2001-02-30')).toBe('As dd-mm-yyyy, such as 25-08-2001')
})
