import { invalid } from '../../both/calls/errors.ts'

export interface CsvRow {
  /** Where it begins in the file, from 1. */
  line: number
  /** As written, with the apostrophes of `csvOf`. */
  cells: string[]
}

/** Cells of a row. Each row is read in one turn of the event loop. */
export const MAX_CELLS = 1000

/**
 * Rows of a CSV file as spreadsheets write them (RFC 4180, with tabs or semicolons too), one after the other. Rows without any
 * text are left out; a quotation mark that is never closed closes at the end of the file. `unescapeFormulas` returns the
 * value that a cell was written from.
 * @throws invalid naming `csv`, with the line of a row of more than MAX_CELLS
 */
export function* readCsv(text: string): Generator<CsvRow, void> {
  const whole = text.replace(/^\ufeff/, '')
  // A line for Excel alone.
  const named = /^sep=([,;\t])(\r\n|\r|\n)/.exec(whole)
  const between = named?.[1] ?? separatorOf(whole)
  let line = named ? 2 : 1
  let at = named ? named[0].length : 0
  while (at < whole.length) {
    const row: CsvRow = { line, cells: [] }
    for (;;) {
      const cell = readCell(whole, at, between)
      if (row.cells.push(cell.text) > MAX_CELLS)
        throw invalid({ csv: `Line ${row.line} has more than ${MAX_CELLS} cells` })
      line += cell.lines
      at = cell.end
      if (between === undefined || whole[at] !== between) break
      at += 1
    }
    if (whole[at] === '\r' && whole[at + 1] === '\n') at += 1
    at += 1
    line += 1
    if (row.cells.some((cell) => cell.trim() !== '')) yield row
  }
}

const MARK = '"'

/** Characters and lines that are looked at to find the separator. */
const SAMPLE = 20_000
const SAMPLE_LINES = 50

/**
 * The separator that most of the first lines have, as the first may be a title. Undefined if fewer than half of the lines have
 * it: then it stands in the text of a single column.
 */
function separatorOf(text: string): string | undefined {
  const lines = text
    .slice(0, SAMPLE)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, SAMPLE_LINES)
    .filter((line) => line.trim() !== '')
  const having = (separator: string) => lines.filter((line) => line.includes(separator)).length
  const best = ['\t', ';', ','].reduce((most, one) => (having(one) > having(most) ? one : most))
  return 2 * having(best) >= lines.length ? best : undefined
}

/** One cell. @returns its text, where it ends, and the ends of lines in it */
function readCell(
  text: string,
  start: number,
  between: string | undefined,
): { text: string; end: number; lines: number } {
  if (text[start] !== MARK) {
    const end = endOf(text, start, between)
    return { text: text.slice(start, end), end, lines: 0 }
  }
  const parts: string[] = []
  let at = start + 1
  for (;;) {
    const mark = text.indexOf(MARK, at)
    const end = mark === -1 ? text.length : mark
    parts.push(text.slice(at, end))
    // Two of them are one that is meant.
    if (text[end + 1] !== MARK || mark === -1) {
      const cell = parts.join(MARK)
      // What follows the mark in spite of the rules is not lost.
      const stop = endOf(text, Math.min(end + 1, text.length), between)
      const rest = text.slice(end + 1, stop)
      return { text: cell + rest, end: stop, lines: (cell.match(/\r\n|\r|\n/g) ?? []).length }
    }
    at = end + 2
  }
}

function endOf(text: string, start: number, between: string | undefined): number {
  let end = start
  while (end < text.length && text[end] !== between && text[end] !== '\n' && text[end] !== '\r') end += 1
  return end
}
