import { expect, test } from 'vitest'
import { itemWord } from './exams.rules.ts'

test.each([
  [0.3, 'good'],
  [0.29, 'weak'],
  [0.2, 'weak'],
  [0.19, 'look at it'],
  [-0.4, 'look at it'],
  [null, 'look at it'],
])('a correlation of %s is called %s', (correlation, word) => {
  expect(itemWord(correlation)).toBe(word)
})
