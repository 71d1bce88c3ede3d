/** What a cell of a file may be made of. Nothing of null. */
export type CsvValue = string | number | boolean | null

/** What Excel takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/

/**
 * A line of a CSV file (RFC 4180), with its end. Text that a spreadsheet would calculate, a name as `=HYPERLINK(…)`, gets an
 * apostrophe before it; numbers are numbers, also those below zero.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

/** A CSV file. It begins with the mark by which Excel knows UTF-8, without which it reads Malayalam as something else. */
export function csvOf(rows: Iterable<readonly CsvValue[]>): string {
  return BOM + [...rows].map(csvLine).join('')
}

const BOM = '\ufeff'

function cellOf(value: CsvValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const harmless = formula.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A row of a file that somebody uploads. */
export interface CsvRow {
  /** Where it begins, from 1, as an editor counts. */
  line: number
  cells: string[]
}

/** What is wrong with a file, for whoever uploads it. */
export class CsvProblem extends Error {
  override name = 'CsvProblem'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

export interface CsvLimits {
  rows?: number
  cells?: number
  /** Characters of a cell. */
  cell?: number
}

/**
 * The rows of a CSV file as spreadsheets write it: cells between commas, or between semicolons or tabs where the first line has
 * those alone; lines end in any way. Empty lines are left out, and so is the apostrophe that `csvLine` puts before a formula.
 * @throws CsvProblem of a quotation mark that is not closed, text behind one that is, or more than the limits allow
 */
export function readCsv(
  text: string,
  { rows: mostRows = 10_000, cells = 100, cell = 10_000 }: CsvLimits = {},
): CsvRow[] {
  const reader = new Reader(text.startsWith(BOM) ? text.slice(1) : text)
  const rows: CsvRow[] = []
  while (!reader.isOver()) {
    const row = reader.row(cells, cell)
    if (row.cells.every((one) => one.trim() === '')) continue
    if (rows.length === mostRows) throw new CsvProblem(row.line, `There are more than ${mostRows} rows.`)
    rows.push(row)
  }
  return rows
}

class Reader {
  readonly #text: string
  readonly #separator: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
    const first = /^[^\r\n]*/.exec(text)?.[0] ?? ''
    this.#separator = [',', ';', '\t'].find((one) => first.includes(one)) ?? ','
  }

  isOver(): boolean {
    return this.#at >= this.#text.length
  }

  row(mostCells: number, longest: number): CsvRow {
    const line = this.#line
    const cells: string[] = []
    do {
      if (cells.length === mostCells) throw new CsvProblem(line, `There are more than ${mostCells} cells in a row.`)
      const from = this.#line
      const cell = this.#text[this.#at] === '"' ? this.#quoted() : this.#plain()
      if (cell.length > longest) throw new CsvProblem(from, `A cell has more than ${longest} characters.`)
      cells.push(/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
    } while (this.#took(this.#separator))
    this.#endOfLine()
    return { line, cells }
  }

  #plain(): string {
    const from = this.#at
    while (!this.isOver() && !this.#isEnd()) this.#at += 1
    return this.#text.slice(from, this.#at)
  }

  #quoted(): string {
    const begun = this.#line
    let cell = ''
    this.#at += 1
    for (;;) {
      const close = this.#text.indexOf('"', this.#at)
      if (close < 0) throw new CsvProblem(begun, 'A quotation mark is not closed.')
      const part = this.#text.slice(this.#at, close)
      this.#line += part.match(/\r\n|\r|\n/g)?.length ?? 0
      cell += part
      this.#at = close + 1
      // Two stand for one.
      if (!this.#took('"')) break
      cell += '"'
    }
    if (!this.isOver() && !this.#isEnd())
      throw new CsvProblem(this.#line, 'There is text behind a quotation mark that is closed.')
    return cell
  }

  /** Whether a cell ends here. */
  #isEnd(): boolean {
    const next = this.#text[this.#at]
    return next === this.#separator || next === '\r' || next === '\n'
  }

  #took(expected: string): boolean {
    if (this.#text[this.#at] !== expected) return false
    this.#at += 1
    return true
  }

  #endOfLine(): void {
    if (this.isOver()) return
    if (!this.#took('\r')) this.#took('\n')
    else this.#took('\n')
    this.#line += 1
  }
}
