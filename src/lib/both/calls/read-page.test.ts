import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

test('a page number in an address is a positive whole number, and anything else asks for the first page', () => {
  expect(['1', '2', '99999'].map(readPage)).toEqual([1, 2, 99999])
  const none = [undefined, null, '', '0', '-1', '1.5', '02', '2 ', 'abc', '1e3', '100000']
  expect(none.map(readPage)).toEqual(none.map(() => 1))
})
