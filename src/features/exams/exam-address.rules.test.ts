import { expect, test } from 'vitest'
import { readExamId } from './exam-address.rules.ts'

test('an id in an address is a positive whole number that the database can hold', () => {
  expect(['1', '2147483647'].map(readExamId)).toEqual([1, 2147483647])
  expect([undefined, '', '0', '-1', '1.5', '01', 'abc', '2147483648', '1e3'].map(readExamId)).toEqual(
    Array(9).fill(undefined),
  )
})
