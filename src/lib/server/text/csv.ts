export type CsvValue = string | number | null

/** So that Excel reads letters of every script. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV
 * Injection), which `unescapeFormulas` removes again.
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

/** Characters that begin a formula, also full-width, small, superscript and subscript ones. */
const SIGN = String.raw`[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]`

/** Characters that stand before a sign without being seen. */
const BLANK = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`

const formula = new RegExp(`^'*${BLANK}*${SIGN}`, 'u')

/** Separators at which a spreadsheet may split a cell. */
const separators = /([;\t\r\n])/

const beginsWithSeparator = /^'*[\t\r\n]/

/** Changes the parts of a text between separators. */
const inParts = (text: string, change: (part: string) => string) => text.split(separators).map(change).join('')

/**
 * Puts an apostrophe before each part of a text that a spreadsheet may take for a formula: at its beginning, and after signs
 * at which the spreadsheet may divide it. Texts that begin with apostrophes before such a sign get one more, so that
 * `unescapeFormulas` is exact.
 */
function escapeFormulas(text: string): string {
  const escaped = inParts(text, (part) => (formula.test(part) ? `'${part}` : part))
  return beginsWithSeparator.test(escaped) ? `'${escaped}` : escaped
}

/** Returns the text that `csvOf` was given for a cell that `readCsv` has read. */
export function unescapeFormulas(text: string): string {
  if (!text.includes("'")) return text
  const whole = text.startsWith("'") && beginsWithSeparator.test(text.slice(1)) ? text.slice(1) : text
  return inParts(whole, (part) => (part.startsWith("'") && formula.test(part.slice(1)) ? part.slice(1) : part))
}
