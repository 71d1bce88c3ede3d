import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { csvLine, csvOf, CsvProblem, readCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

describe('a line of a file', () => {
  it('has quotation marks where a cell needs them', () => {
    expect(csvLine(['Anu', 'Kochi, Kerala', 'the "best"', 'two\nlines', ' spaces '])).toBe(
      'Anu,"Kochi, Kerala","the ""best""","two\nlines"," spaces "\r\n',
    )
  })

  it.each(['=1+1', '+91 98470', '-5', '@SUM(A1)', '\tx', '\rx'])('calculates nothing: %j', (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`)
  })

  it('has numbers as numbers, and nothing of what is not known', () => {
    expect(csvLine([-5, 499.5, true, null, '', 'a-b'])).toBe('-5,499.5,true,,,a-b\r\n')
  })
})

test('a file says that it is UTF-8', () => {
  expect(csvOf([['പേര്'], ['കൃഷ്ണ']])).toBe('\ufeffപേര്\r\nകൃഷ്ണ\r\n')
})

describe('a file that is read', () => {
  it('is what was written, whatever the cells hold', () => {
    const character = fc.constantFrom(...'",;\t\r\n =+-@aക')
    const cell = fc.string({ unit: character, maxLength: 6 })
    const row = fc.array(cell, { minLength: 1, maxLength: 5 }).filter((cells) => cells.some((one) => one.trim() !== ''))
    // A tab or a semicolon in the first line is no separator beside commas.
    const rows = fc.array(row, { maxLength: 5 }).map((all) => [['a', 'b'], ...all])
    fc.assert(fc.property(rows, (all) => void expect(cellsOf(csvOf(all))).toEqual(all)))
  })

  it.each(['a,b\nc,d', 'a,b\r\nc,d\r\n', 'a,b\rc,d\r', '\ufeffa;b\nc;d', 'a\tb\n\n , \nc\td'])(
    'has its rows, however its lines end: %j',
    (text) => {
      const rows = cellsOf(text).filter((cells) => cells.join('').trim().length > 1)
      expect(rows).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ])
    },
  )

  it('tells where each row begins', () => {
    expect(readCsv('name,note\n"Anu","two\nlines"\n\nJo,"x"\n')).toEqual([
      { line: 1, cells: ['name', 'note'] },
      { line: 2, cells: ['Anu', 'two\nlines'] },
      { line: 5, cells: ['Jo', 'x'] },
    ])
  })

  it.each([
    ['a\nb\n"c\nd', 3, 'A quotation mark is not closed.'],
    ['a\n"b" c', 2, 'There is text behind a quotation mark that is closed.'],
    ['a\nb\nc\nd', 4, 'There are more than 3 rows.'],
    ['a\nb,c,d', 2, 'There are more than 2 cells in a row.'],
    [`a\n${'x'.repeat(11)}`, 2, 'A cell has more than 10 characters.'],
  ])('tells what is wrong with it, and where: %j', (text, line, message) => {
    const read = () => readCsv(text, { rows: 3, cells: 2, cell: 10 })
    expect(read).toThrow(new CsvProblem(line, message))
    expect(read).toThrow(expect.objectContaining({ line }))
  })

  it('of a large file takes a moment', () => {
    const text = '919847000000,Anu Krishnan,"Kochi, Kerala"\n'.repeat(10_000)
    expect(readCsv(text)).toHaveLength(10_000)
  })
})
