import { describe, expect, test } from 'vitest'
import { csvOf } from './csv.ts'
import { MAX_CELLS, readCsv } from './read-csv.ts'

const read = (text: string) => [...readCsv(text)].map(({ line, cells }) => [line, ...cells])

describe('a CSV file', () => {
  test('is read as it was written, with the line on which each row begins', () => {
    const rows = [
      ['Phone', 'Name'],
      ['9847012345', 'Asha, "the first"\r\nMenon'],
      ['9847012346', ''],
    ]
    expect(read(csvOf(rows))).toEqual([
      [1, 'Phone', 'Name'],
      [2, '9847012345', 'Asha, "the first"\r\nMenon'],
      [4, '9847012346', ''],
    ])
  })

  test.each([
    [
      'a;b\nc;d',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'a\tb\rc\td\r',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    ['"a,b";c', [[1, 'a,b', 'c']]],
    [
      'Students, 2026\na;b\nc;d',
      [
        [1, 'Students, 2026'],
        [2, 'a', 'b'],
        [3, 'c', 'd'],
      ],
    ],
    [
      'Mobile, of parents\tName\n1\tNair, Asha',
      [
        [1, 'Mobile, of parents', 'Name'],
        [2, '1', 'Nair, Asha'],
      ],
    ],
    [
      'a,b;c\nd,e',
      [
        [1, 'a', 'b;c'],
        [2, 'd', 'e'],
      ],
    ],
    [
      'Phone\n1\n2\n3, 4',
      [
        [1, 'Phone'],
        [2, '1'],
        [3, '2'],
        [4, '3, 4'],
      ],
    ],
    ['sep=;\r\na,1;b', [[2, 'a,1', 'b']]],
    ['\ufeff\n\r\n , \na', [[4, 'a']]],
    ['', []],
    ['"never closed, \n x', [[1, 'never closed, \n x']]],
    ['"a"b,c', [[1, 'ab', 'c']]],
    ['""', []],
    ['a,', [[1, 'a', '']]],
    ['"a""', [[1, 'a"']]],
  ])('%j has the rows that somebody sees', (text, rows) => {
    expect(read(text)).toEqual(rows)
  })

  test('keeps the apostrophes that were written before formulas', () => {
    expect(read(csvOf([['=1', "'a"]]))).toEqual([[1, "'=1", "'a"]])
  })

  test('with too many cells in a row is refused before the row is read whole, naming the line', () => {
    const most = `${','.repeat(MAX_CELLS - 2)}a,b`
    expect(read(`a\n${most}\n`)[1]).toHaveLength(1 + MAX_CELLS)
    for (const rest of ['', '\nx,'.repeat(10), ','.repeat(1_000_000)])
      expect(() => read(`"a\nb",c\n${most},${rest}`)).toThrow(
        expect.objectContaining({ status: 422, errors: { csv: 'Line 3 has more than 1000 cells' } }),
      )
  })

  test('of a megabyte of marks is read in the time of its length', () => {
    const used = (length: number) => {
      const before = process.threadCpuUsage()
      for (const text of ['"', '""', `${','.repeat(900)}\n`, `${'",'.repeat(900)}\n`, '"\n'])
        read(text.repeat(length / text.length))
      return process.threadCpuUsage(before).user
    }
    used(10_000)
    expect(used(1_000_000)).toBeLessThan(50 * Math.max(used(100_000), 5000))
  })
})
