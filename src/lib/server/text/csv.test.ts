import { describe, expect, test } from 'vitest'
import { seeded } from '../../../../tests/support/random.ts'
import { csvOf, unescapeFormulas } from './csv.ts'
import { readCsv } from './read-csv.ts'

test('a table is written as spreadsheets read it', () => {
  expect(
    csvOf([
      ['NAME', 'MARKS'],
      ['Asha, "A"', -1.33],
      ['two\nlines', null],
    ]),
  ).toBe('\uFEFFNAME,MARKS\r\n"Asha, ""A""",-1.33\r\n"two\nlines",\r\n')
})

const signs = [...'=+-@＝＋－＠﹦﹢﹣﹫⁼⁺₌₊−']
const blanks = [
  '',
  ' ',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\ufeff',
  '\u200e',
  '\u00ad',
  '\u0000',
  '\u001b',
  '\u3164',
  '  \u2060 ',
]

test.each(blanks.flatMap((blank) => signs.map((sign) => `${blank}${sign}x`)))('%j is no formula', (text) => {
  expect(csvOf([[text]]).slice(1)).toMatch(/^"?'/)
})

test.each(['\tx', '\rx', '\nx', '\t=x', ' \t =x'])('%j, which a spreadsheet may cut, is no formula', (text) => {
  for (const cell of csvOf([[text]])
    .slice(1, -2)
    .split(/[\t\r\n]/))
    expect(cell).not.toMatch(/^[\s"]*[=+\-@]/)
  expect(csvOf([[text]]).slice(1)).toMatch(/^"?('| )/)
})

test.each(['a;=1', 'a; ＝1', 'a\n+1', 'a\r\n-1', 'a\t@x', 'a;\ufeff=1', '";=1'])(
  '%j has no formula where it is read with semicolons, tabs or lines as separators',
  (text) => {
    const written = csvOf([['name', text, 'more']]).slice(1, -2)
    expect(written).toContain('"')
    for (const cell of written.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"\ufeff]*[=+\-@＝]/)
  },
)

test.each(['a;b', ';', 'a,b', 'a"b', 'a\nb', 'a\tb'])('%j is quoted', (text) => {
  expect(csvOf([[text]]).slice(1, -2)).toMatch(/^".*"$/s)
})

test('numbers and texts without such signs stay as they are', () => {
  expect(csvOf([[-1.5, "O'Brien", "'tis", 'a - b', 'a@b.example', '1+1', '5 = five']]).slice(1)).toBe(
    "-1.5,O'Brien,'tis,a - b,a@b.example,1+1,5 = five\r\n",
  )
})

describe('what is read back', () => {
  /** Values of a file that `csvOf` has written. */
  const rowsOf = (csv: string) => [...readCsv(csv)].map(({ cells }) => cells.map(unescapeFormulas))
  const known = [...signs, "'=1", "''=1", "'\tx", "' \t=1", "a;'=1", "'a", "';=1", '=1;+2\n-3', '\t\t=1', "'", "\n'=x"]
  test.each(known.map((text) => [text]))('%j is what was written', (text) => {
    expect(rowsOf(csvOf([['x', text, 'y']]))).toEqual([['x', text, 'y']])
  })

  test('is what was written, whatever it was', () => {
    const random = seeded(20_261_127)
    const pieces = [...'=+-@＝;,"\t\r\n\' \ufeff\u200bab1', "''", '=1', '\r\n']
    for (let at = 0; at < 20_000; at += 1) {
      const text = Array.from({ length: 1 + (at % 8) }, () => random.pick(pieces)).join('')
      expect(rowsOf(csvOf([['x', text, 'y']]))).toEqual([['x', text, 'y']])
    }
  })

  test('takes the time of its length', () => {
    const used = (count: number) => {
      const before = process.threadCpuUsage()
      for (const piece of ["'", ' ', '\u200b', ';', '=', ";'", '\r', '\n='])
        unescapeFormulas(csvOf([[piece.repeat(count)]]).slice(1))
      const { user } = process.threadCpuUsage(before)
      return user
    }
    used(10_000)
    expect(used(800_000)).toBeLessThan(40 * Math.max(used(100_000), 5000))
  })
})

test('no rows are an empty file', () => {
  expect(csvOf([])).toBe('\uFEFF')
})
