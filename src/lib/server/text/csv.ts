/** So that spreadsheets read other letters than those of English. */
const BOM = '\u{feff}'

/** What spreadsheets take for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/

/**
 * A table as CSV (RFC 4180), for spreadsheets: UTF-8 with a byte order mark, and words that would be taken for a formula after
 * an apostrophe. Null is an empty field.
 */
export function csvOf(rows: (string | number | null)[][]): string {
  return BOM + rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

function field(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
