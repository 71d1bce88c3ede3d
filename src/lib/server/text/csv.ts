export type CsvValue = string | number | null

/** So that Excel reads letters of every script. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV
 * Injection).
 * @param mark false for a part of a file that is not its first
 */
export function csvOf(rows: readonly (readonly CsvValue[])[], { mark = true } = {}): string {
  const lines = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`)
  return (mark ? BYTE_ORDER_MARK : '') + lines.join('')
}

function cellOf(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
