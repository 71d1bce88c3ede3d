/** Spreadsheets take a cell for a formula that begins so (OWASP, 'CSV Injection'). */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A table as CSV (RFC 4180) that spreadsheets open as it is: UTF-8 with its mark, lines that end with CR LF, and no text that
 * they would run as a formula. Numbers are written as they are; null is an empty cell.
 */
export function csvOf(rows: (string | number | null)[][]): string {
  return '\uFEFF' + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
