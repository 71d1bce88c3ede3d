import { expect, test } from 'vitest'
import { readId } from './read-id.ts'

test('an id in an address is a positive whole number that the database can hold', () => {
  expect(['1', '2147483647'].map(readId)).toEqual([1, 2147483647])
  const none = [undefined, null, '', '0', '-1', '1.5', '01', 'abc', '2147483648', '99999999999', '1e3']
  expect(none.map(readId)).toEqual(none.map(() => undefined))
})
