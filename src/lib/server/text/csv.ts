export type CsvValue = string | number | null

/** So that Excel reads letters of every script. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV
 * Injection), which `readCsv` removes again.
 * @param mark false for a part of a file that is not its first
 */
export function csvOf(rows: readonly (readonly CsvValue[])[], { mark = true } = {}): string {
  const lines = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`)
  return (mark ? BYTE_ORDER_MARK : '') + lines.join('')
}

function cellOf(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = escapeFormulas(value)
  // Spreadsheets of some languages separate cells by semicolons.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Signs that begin a formula, also in the widths, heights and sizes in which spreadsheets of some languages take them. */
const SIGN = String.raw`[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]`

/** Characters that stand before a sign without being seen, except for those that end a cell. */
const BLANK = String.raw`(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800])`

/** Ends a cell where a file is read with other separators than it was written with. */
const SEPARATOR = String.raw`[;\t\r\n]`

const formula = new RegExp(`(^|${SEPARATOR})(?='*${BLANK}*${SIGN})`, 'gu')
const escapedFormula = new RegExp(`(^|${SEPARATOR})'(?='*${BLANK}*${SIGN})`, 'gu')

/**
 * Puts an apostrophe before each part of a text that a spreadsheet may take for a formula: at its beginning, and after signs
 * at which the spreadsheet may divide it. Texts that begin with apostrophes before such a sign get one more, so that
 * `unescapeFormulas` is exact.
 */
function escapeFormulas(text: string): string {
  const escaped = text.replace(formula, "$1'")
  return /^'*[\t\r\n]/.test(escaped) ? `'${escaped}` : escaped
}

/** Returns the text that `csvOf` was given for a cell. */
export function unescapeFormulas(text: string): string {
  // A file has up to a million cells, nearly all without one.
  if (!text.includes("'")) return text
  return text.replace(/^'(?='*[\t\r\n])/, '').replace(escapedFormula, '$1')
}
