import type { Result } from '../results.ts'

/** Characters of the columns of a table; all of them make a line of 120. */
const NAME = 48
const UNIT = 12
const NUMBER = 9
const WANTED = 18

/** Prints the figures of a section for people. */
export function print(title: string, results: Result[]): void {
  const cells = results.filter((result) => result.cell)
  const figures = results.filter((result) => !result.cell)
  console.log(`\n${title}`)
  if (figures.length > 0) console.log(table(figures).join('\n'))
  if (cells.length > 0) console.log(matrix(cells).join('\n'))
}

/** One line a figure, with what it was before and what a bare server does. */
export function table(results: Result[]): string[] {
  const head = ['', 'unit', 'old', 'new', 'bare', '/old', '/bare', 'wanted']
  const lines = [line('    ', head)]
  for (const { name, unit, old, value, bare, wanted, ok, note } of results) {
    const columns = [old, value, bare, share(value, old), share(value, bare)].map((number) => String(number ?? '-'))
    lines.push(line(mark(wanted, ok), [name, unit, ...columns, wanted ?? '']))
    if (note !== undefined) lines.push(`       ${note}`)
  }
  return lines
}

/** One line for each thing that was measured, a column for each measure; what misses its budget is marked. */
export function matrix(results: Result[]): string[] {
  const rows = [...new Set(results.map(({ cell }) => cell!.row))]
  const columns = [...new Set(results.map(({ cell }) => cell!.column))]
  const found = (row: string, column: string) =>
    results.find(({ cell }) => cell!.row === row && cell!.column === column)
  const width = columns.map((column) => Math.max(column.length, 8))
  const written = (row: string, texts: string[]) =>
    row.padEnd(NAME) + texts.map((text, index) => text.padStart(width[index]! + 1)).join('')
  return [
    written('', columns),
    ...rows.map((row) =>
      written(
        row,
        columns.map((column) => {
          const result = found(row, column)
          return result ? `${result.value}${result.ok ? '' : '!'}` : '-'
        }),
      ),
    ),
    ...results.filter(({ ok }) => !ok).map(({ name, value, wanted }) => `MISS ${name}: ${value} (wanted ${wanted})`),
  ]
}

const mark = (wanted: string | null, ok: boolean) => (wanted === null ? '    ' : ok ? 'ok  ' : 'MISS')

const share = (value: number, of: number | null) => (of ? (value / of).toFixed(2) : null)

function line(mark: string, [name = '', unit = '', ...rest]: string[]): string {
  const wanted = rest.pop()!
  const [old, now, bare, ofOld, ofBare] = rest
  const numbers = [old, now, bare].map((text) => text!.padStart(NUMBER)).join('')
  const shares = [ofOld, ofBare].map((text) => text!.padStart(6)).join('')
  return `${mark} ${name.padEnd(NAME - 5)} ${unit.padEnd(UNIT)}${numbers}${shares}  ${wanted.padEnd(WANTED)}`.trimEnd()
}
