import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const lines = (...rows: Parameters<typeof csvOf>[0]) => csvOf(rows).slice(1).split('\r\n')

test('a table begins with a byte order mark, and each row ends its line', () => {
  expect(
    csvOf([
      ['പടവ്', 1],
      ['b', null],
    ]),
  ).toBe('\u{feff}പടവ്,1\r\nb,\r\n')
})

test('what would be read as another field or row stands in quotes', () => {
  expect(csvOf([['a,b', 'say "x"', 'two\nlines']]).slice(1)).toBe('"a,b","say ""x""","two\nlines"\r\n')
})

test.each(['=1+1', '+91 9000000001', '-2', '@x', '\tx', '\rx'])('%j is no formula', (text) => {
  expect(lines([text])[0]!.replace(/^"/, '')).toMatch(/^'/)
})

test('numbers are as they are, also below zero', () => {
  expect(lines([-2.5, 0])).toEqual(['-2.5,0', ''])
})
