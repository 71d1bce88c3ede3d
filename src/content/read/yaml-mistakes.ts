import { visit, type Document, type YAMLError } from 'yaml'
import { cutText } from '#lib/both/text/cut-text.ts'

/** A mistake in a YAML file, and the rows of the file without it, so that all else can be read. */
export interface MendedMistake {
  /** Row from 0. */
  row: number
  message: string
  rows: string[]
  /** The row could only be taken out; what is missing then is no other mistake. */
  isLost?: boolean
}

/** A row and a column of a file, from 0. */
export interface Position {
  row: number
  column: number
}

/** A row of a file: its indentation and dashes, its field if there is one, and what follows. */
interface RowParts {
  lead: string
  /** With the colon and the space. */
  field: string
  value: string
}

/** Signs with which no text begins that is not in quotes. */
const reserved = '@`%*&![]{}>|,?-#'

/**
 * Explains what the parser found, in words for people who do not know YAML, with an example of the right form.
 * @param position of the error: row and column from 0
 */
export function explainYamlError(
  rows: string[],
  error: Pick<YAMLError, 'code' | 'message' | 'pos'>,
  position: Position,
  document: Document,
): MendedMistake {
  const { row } = position
  const found = [
    () => whiteSpaceMistake(rows, row),
    () => quoteMistake(rows, error, document),
    () => escapeMistake(rows, error, position),
    () => bracketMistake(rows, error, position),
    () => markMistake(rows, error, row),
    () => flowMistake(rows, position),
    () => spaceMistake(rows, row),
    () => valueMistake(rows, row),
    () => indentMistake(rows, error, row),
  ]
  for (const look of found) {
    const mistake = look()
    if (mistake?.rows.some((text, index) => text !== rows[index])) return mistake
  }
  return lostRow(rows, row)
}

/** Takes out a row of which nothing is known but that it cannot be read. */
export function lostRow(rows: string[], row: number): MendedMistake {
  return lost(rows, row, "cannot be read: a field is 'name: text', and an entry of a list begins with '- '")
}

/** Puts a value in `[…]` or `{…}` into quotes. @param column where it begins */
function quotedInFlow(rows: string[], { row, column }: Position, why: string): MendedMistake {
  const text = rows[row]!
  const value = text
    .slice(column)
    .split(/[,\]}]/)[0]!
    .trimEnd()
  const end = column + value.length
  const quoted = `'${value.replaceAll("'", "''")}'`
  return replaced(rows, row, `${why}: write ${shorten(quoted)}`, text.slice(0, column) + quoted + text.slice(end))
}

/** Puts the text that begins in a row into quotes, the rows that go on with it included. */
export function needsQuotes(rows: string[], position: Position, why: string): MendedMistake {
  const { row } = position
  const { lead, field, value } = partsOf(rows[row] ?? '')
  if (isFlow(value)) return quotedInFlow(rows, position, why)
  const column = lead.length - lead.trimStart().length
  let last = row
  while (goesOn(rows[last + 1], column)) last += 1
  const quote = value.charAt(0)
  const isQuoted = last === row && value.length > 1 && /["']/.test(quote) && value.endsWith(quote)
  const text = isQuoted ? value.slice(1, -1) : value
  const mended = rows.map((line, index) => (index > row && index <= last ? line.replaceAll("'", "''") : line))
  mended[row] = `${lead}${field}'${text.replaceAll("'", "''")}`
  const example = last === row ? `${field}'${text.replaceAll("'", "''")}'` : `${field}'…'`
  mended[last] = `${mended[last]!.trimEnd()}'`
  return { row, message: `${why}: write ${shorten(example)}`, rows: mended }
}

/** Whether a row goes on with a text that began further left. */
function goesOn(row: string | undefined, column: number): boolean {
  if (row === undefined || row.trim() === '') return false
  const { lead, field } = partsOf(row)
  return field === '' && !lead.includes('-') && lead.length > column
}

function isFlow(value: string): boolean {
  return /^[[{]/.test(value) && /[\]}]$/.test(withoutComment(value))
}

function whiteSpaceMistake(rows: string[], row: number): MendedMistake | undefined {
  const text = rows[row] ?? ''
  const blank = /^[\s\u200b\ufeff]*/.exec(text)?.[0] ?? ''
  if (!/[^ ]/.test(blank) || blank === text) return undefined
  const isTab = blank.includes('\t')
  const write = blank.replace(/\t/g, '  ').replace(/[^ ]/g, ' ') + text.slice(blank.length)
  return replaced(
    rows,
    row,
    `begins with ${isTab ? 'a tab' : 'a space of another kind'}: write ordinary spaces before ${cutText(write.trim(), 30)}`,
    write,
  )
}

/** A quote that is not closed, or that closes before the text ends. */
function quoteMistake(
  rows: string[],
  { message, pos }: Pick<YAMLError, 'message' | 'pos'>,
  document: Document,
): MendedMistake | undefined {
  let start = -1
  let quoted = ''
  visit(document, {
    Scalar: (_, { type, range, source }) => {
      if (!range || range[0] >= pos[0] || range[0] < start || !type?.startsWith('QUOTE_')) return
      start = range[0]
      quoted = rows.join('\n').slice(range[0], range[1]) || (source ?? '')
    },
  })
  const isOpen = message.startsWith('Missing closing')
  // A quote that swallowed fields was closed by the quote of a later text.
  const swallowed = /\n *(- +)?[a-z_]{1,40}:(\s|$)/.test(quoted)
  if (start < 0 || !(isOpen || (swallowed && message.startsWith('Unexpected')))) return undefined
  const row = rows.join('\n').slice(0, start).split('\n').length - 1
  const sign = quoted.charAt(0)
  const line = rows[row]!.trimEnd()
  return replaced(
    rows,
    row,
    `the quote ${sign} is not closed: write ${shorten(partsOf(line).field + partsOf(line).value)}${sign}`,
    line + sign,
  )
}

function escapeMistake(
  rows: string[],
  { code }: Pick<YAMLError, 'code'>,
  { row, column }: Position,
): MendedMistake | undefined {
  if (code !== 'BAD_DQ_ESCAPE') return undefined
  const text = rows[row]!
  const message = 'a \\ in double quotes begins a special sign: write single quotes around the text'
  return replaced(rows, row, message, `${text.slice(0, column)}\\${text.slice(column)}`)
}

/** `[a, b` without its end. */
function bracketMistake(
  rows: string[],
  { message }: Pick<YAMLError, 'message'>,
  { row, column }: Position,
): MendedMistake | undefined {
  const end = /end with (?:a )?([\]}])$/.exec(message)?.[1]
  if (!end) return undefined
  const begin = { ']': '[', '}': '{' }[end] ?? ''
  const before = rows.slice(0, row).concat((rows[row] ?? '').slice(0, column))
  const at = before.findLastIndex((text) => isOpen(text, begin, end))
  const last = before.findLastIndex((text) => text.trim() !== '')
  if (at < 0) return undefined
  const text = withoutComment(rows[last]!)
  if (rows[last]!.includes(end, text.length))
    return replaced(rows, last, "' #' begins a comment: put the text in quotes", text + end)
  return {
    ...replaced(rows, last, `the ${begin} is not closed: write ${end} where the list ends`, text + end),
    row: at,
    isLost: true,
  }
}

function isOpen(row: string, begin: string, end: string): boolean {
  const text = withoutComment(row)
  return text.split(begin).length > text.split(end).length
}

/** A text in `[…]` or `{…}` that needs quotes. */
function flowMistake(rows: string[], { row, column }: Position): MendedMistake | undefined {
  const text = rows[row] ?? ''
  const { value } = partsOf(text)
  if (!isFlow(value)) return undefined
  const from = Math.max(text.lastIndexOf('[', column), text.lastIndexOf('{', column), text.lastIndexOf(',', column))
  const entry = /^[[{,] *(?:[A-Za-z_][\w-]*: +)?/.exec(text.slice(from))?.[0] ?? ''
  const begin = from + entry.length
  if (from < 0 || /^["']/.test(text.slice(begin)) || begin >= text.length)
    return lost(rows, row, 'a text between [ ] or { } is not written right: put each text in quotes')
  const sign = text.charAt(begin)
  const why = reserved.includes(sign) ? `a text cannot begin with ${sign}` : "a text with ': ' needs quotes"
  return quotedInFlow(rows, { row, column: begin }, why)
}

/** Lines that are signs of YAML. */
function markMistake(rows: string[], { code }: Pick<YAMLError, 'code'>, row: number): MendedMistake | undefined {
  if (code === 'MULTIPLE_DOCS') return replaced(rows, row, '--- begins a second document: remove this line', '')
  const directive = rows.findIndex((text) => text.startsWith('%'))
  if (directive < 0 || directive > row || !/^(#.*)?$/.test(rows.slice(0, directive).join(''))) return undefined
  return lost(rows, directive, 'a line cannot begin with %: put the text in quotes')
}

/** `title:Foo` and `-foo`. */
function spaceMistake(rows: string[], row: number): MendedMistake | undefined {
  const text = rows[row] ?? ''
  const { lead, field, value } = partsOf(text)
  const colon = field === '' ? /^([A-Za-z_][\w-]{0,60}):(?=[^\s:/])/.exec(value) : null
  if (colon) {
    const write = `${colon[0]} ${value.slice(colon[0].length)}`
    return replaced(rows, row, `a space is missing after the colon: write ${shorten(write)}`, lead + write)
  }
  if (field !== '' || !/^-[A-Za-z]/.test(value)) return undefined
  const write = `- ${value.slice(1)}`
  return replaced(rows, row, `a space is missing after the -: write ${shorten(write)}`, lead + write)
}

/** A text that needs quotes, for how it begins or for what is in it. */
function valueMistake(rows: string[], row: number): MendedMistake | undefined {
  const { field, value } = partsOf(rows[row] ?? '')
  const quote = (why: string, at = row) => needsQuotes(rows, { row: at, column: 0 }, why)
  const first = value.charAt(0)
  const above = field === '' && goesOn(rows[row], 0) ? partsOf(rows[row - 1] ?? '').value : ''
  if (/^["']/.test(above)) return quote('goes on after its closing quote', row - 1)
  if (/ #/.test(above)) return quote("' #' begins a comment, after which the text cannot go on", row - 1)
  if (/["']/.test(first)) return quote('goes on after its closing quote')
  if (/^[|>][-+\d]*$/.test(value) || value === '') return undefined
  if (reserved.includes(first)) return quote(`a text cannot begin with ${first}`)
  return /: |:$/.test(value) ? quote("a text with ': ' needs quotes") : undefined
}

/** A row that begins in a column where nothing can begin. */
function indentMistake(
  rows: string[],
  { code, message }: Pick<YAMLError, 'code' | 'message'>,
  row: number,
): MendedMistake | undefined {
  const isAbove = code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY'
  const at = isAbove && partsOf(rows[row] ?? '').field !== '' ? row + 1 : row
  const text = rows[at]
  const above = rows.slice(0, at).findLastIndex((line) => line.trim() !== '' && !/^\s*#/.test(line))
  if (text === undefined || text.trim() === '' || above < 0) return undefined
  const { lead, field } = partsOf(text)
  const column = partsOf(rows[above]!).lead.length
  const isBlock = /[|>][-+\d]*$/.test(rows[above]!.trimEnd())
  const firstField = rows.map((line) => /^- +([\w-]+:)/.exec(line)?.[1]).find((name) => name !== undefined)
  if (lead === '' && firstField !== undefined && field.trimEnd() === firstField)
    return replaced(rows, at, `an entry of a list begins with '- ': write - ${shorten(text)}`, `- ${text}`)
  if (field !== '' && lead.length !== column && !lead.includes('-') && !isBlock)
    return replaced(
      rows,
      at,
      `is indented by ${lead.length} spaces where ${column} are expected: the fields of an entry begin in one column`,
      ' '.repeat(column) + text.trimStart(),
    )
  if (field !== '' || message.startsWith('Unexpected')) return undefined
  return replaced(
    rows,
    at,
    `belongs to no field: write 'field: text', or indent it further than the field above to go on with its text`,
    ' '.repeat(column + 2) + text.trimStart(),
  )
}

function partsOf(row: string): RowParts {
  const lead = /^ *(?:- +)*/.exec(row)?.[0] ?? ''
  const rest = row.slice(lead.length).trimEnd()
  const field = /^[A-Za-z_][\w-]*:(?: +|$)/.exec(rest)?.[0] ?? ''
  return { lead, field, value: rest.slice(field.length) }
}

function replaced(rows: string[], row: number, message: string, by: string): MendedMistake {
  return { row, message, rows: rows.with(row, by) }
}

function withoutComment(row: string): string {
  return (row.split(' #')[0] ?? '').trimEnd()
}

/** Without a row; an entry of a list stays one. */
function lost(rows: string[], row: number, message: string): MendedMistake {
  return { ...replaced(rows, row, message, /^ *-/.exec(rows[row] ?? '')?.[0] ?? ''), isLost: true }
}

function shorten(example: string): string {
  return cutText(example, 70)
}
