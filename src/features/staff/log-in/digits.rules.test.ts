import { expect, it } from 'vitest'
import { digitsIn } from './digits.rules.ts'

it('keeps the digits of a pasted code, and no more than the code has', () => {
  expect(digitsIn('1234 5678', 8)).toBe('12345678')
  expect(digitsIn('code: 12-34\u00A056', 6)).toBe('123456')
  expect(digitsIn('123456789', 6)).toBe('123456')
  expect(digitsIn('abc', 6)).toBe('')
})
