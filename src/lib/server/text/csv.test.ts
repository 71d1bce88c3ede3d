import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a table is written as spreadsheets read it', () => {
  expect(
    csvOf([
      ['NAME', 'MARKS'],
      ['Asha, "A"', -1.33],
      ['two\nlines', null],
    ]),
  ).toBe('\uFEFFNAME,MARKS\r\n"Asha, ""A""",-1.33\r\n"two\nlines",\r\n')
})

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('%j is no formula', (text) => {
  expect(csvOf([[text]]).slice(1)).toMatch(/^"?'/)
})

test('no rows are an empty file', () => {
  expect(csvOf([])).toBe('\uFEFF')
})
