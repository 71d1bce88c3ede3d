import { isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { explainYamlError, lostRow, needsQuotes, type MendedMistake } from './yaml-mistakes.ts'

/** Mistakes of a file after which the rest is not looked at. */
const MAX_MISTAKES = 100

/** Times that a row is mended before it is taken out. */
const MAX_MENDS = 3

/** A mistake in a YAML file; line and column count from 1. */
interface YamlMistake {
  line: number
  column: number
  message: string
}

export interface MendedYaml {
  /** Undefined where too much is wrong. */
  data: unknown
  document: Document
  lines: LineCounter
  /** The text that was parsed in the end. It has as many lines as the file. */
  text: string
  mistakes: YamlMistake[]
  warnings: YamlMistake[]
  /** Entries of the list, or fields of the file, of which a line could not be read. */
  damaged: ReadonlySet<PropertyKey>
}

/**
 * Parses YAML. A mistake is mended in a copy and parsing begins again, so that one mistake hides no other: neither of YAML nor of
 * what the file says.
 */
export function readMendedYaml(text: string): MendedYaml {
  return read(text, MAX_MISTAKES)
}

/** Parses YAML; undefined where something would have to be mended. */
export function readGoodYaml(text: string): MendedYaml | undefined {
  const good = read(text, 0)
  return good.data === undefined && good.mistakes.length > 0 ? undefined : good
}

function read(text: string, most: number): MendedYaml {
  const found: { mistake: MendedMistake; column: number }[] = []
  let rows = text.split('\n')
  const mendedTimes = new Map<number, number>()
  for (;;) {
    const current = found.length === 0 ? text : rows.join('\n')
    const lines = new LineCounter()
    const document = parseDocument(current, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: true,
    })
    const next = nextMistake(rows, document, lines, mendedTimes)
    if (next) found.push(next)
    if (!next || found.length > most || next.mistake.rows.join('\n') === current)
      return finished(found, { document, lines, text: current }, next === undefined)
    mendedTimes.set(next.mistake.row, (mendedTimes.get(next.mistake.row) ?? 0) + 1)
    rows = next.mistake.rows
  }
}

function nextMistake(
  rows: string[],
  document: Document,
  lines: LineCounter,
  mendedTimes: ReadonlyMap<number, number>,
): { mistake: MendedMistake; column: number } | undefined {
  const isHopeless = (row: number) => (mendedTimes.get(row) ?? 0) >= MAX_MENDS
  const positionOf = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { row: Math.max(0, Math.min(line, rows.length) - 1), column: Math.max(0, col - 1) }
  }
  const error = document.errors.find(({ code }) => code !== 'DUPLICATE_KEY')
  if (error) {
    const position = positionOf(error.pos[0])
    const explained = explainYamlError(rows, error, position, document)
    const mistake = isHopeless(explained.row) ? lostRow(rows, position.row) : explained
    return { mistake, column: mistake.row === position.row ? position.column : firstColumn(rows[mistake.row]) }
  }
  const lost = /[-:?,[{] *[&*!]\S/.test(rows.join('\n')) ? lostBeginning(document) : undefined
  if (!lost) return undefined
  const position = positionOf(lost.offset)
  const column = Math.max(0, rows[position.row]!.lastIndexOf(lost.sign, position.column))
  const at = { row: position.row, column }
  if (isHopeless(position.row)) return { mistake: lostRow(rows, position.row), column }
  return { mistake: needsQuotes(rows, at, `a text cannot begin with ${lost.sign}`), column }
}

function firstColumn(row = ''): number {
  return row.length - row.trimStart().length
}

/** The first text of which the parser takes the first word for a name (`&two`), a use of one (`*two`) or a type (`!two`). */
function lostBeginning(document: Document): { offset: number; sign: string } | undefined {
  const used = new Set<string>()
  const lost: { offset: number; sign: string; anchor?: string }[] = []
  visit(document, {
    Alias: (_, node) => {
      used.add(node.source)
      if (!node.resolve(document)) lost.push({ offset: node.range?.[0] ?? 0, sign: '*' })
    },
    Scalar: (_, { anchor, tag, range }) => {
      if (anchor) lost.push({ offset: range?.[0] ?? 0, sign: '&', anchor })
      if (tag?.startsWith('!')) lost.push({ offset: range?.[0] ?? 0, sign: '!' })
    },
  })
  return lost.find(({ anchor }) => anchor === undefined || !used.has(anchor))
}

function finished(
  found: { mistake: MendedMistake; column: number }[],
  { document, lines, text }: Pick<MendedYaml, 'document' | 'lines' | 'text'>,
  isWhole: boolean,
): MendedYaml {
  const damaged = new Set<PropertyKey>()
  const wrong = new Set<PropertyKey>()
  const mistakes: YamlMistake[] = []
  for (const { mistake, column } of found) {
    const entry = entryAt(mistake.rows, mistake.row)
    // A line that cannot be read follows from a mistake before it in its entry, where there is one.
    const isFollowing = mistake.isLost && entry !== undefined && wrong.has(entry)
    if (entry !== undefined) wrong.add(entry)
    if (mistake.isLost && entry !== undefined) damaged.add(entry)
    if (!isFollowing) mistakes.push({ line: mistake.row + 1, column: column + 1, message: mistake.message })
  }
  for (const { code, pos } of document.errors) {
    if (code !== 'DUPLICATE_KEY') continue
    const { line, col } = lines.linePos(pos[0])
    const key = /^["']?([^\s:"']{1,60})/.exec(text.slice(pos[0], pos[0] + 64))?.[1]
    mistakes.push({
      line,
      column: col,
      message: `${key === undefined ? 'a field' : `the field ${key}`} is there twice in this entry: remove one`,
    })
  }
  const { errors, warnings } = cutByComments(document, lines, text)
  let data: unknown
  try {
    if (isWhole) data = document.toJS()
  } catch {
    mistakes.push({ line: 1, column: 1, message: 'cannot be read: it uses names (&, *) too often' })
  }
  return {
    data,
    ...{ document, lines, text, damaged, warnings },
    mistakes: mistakes.concat(errors),
  }
}

/** The number of the list's entry that a row is in, or the field of the file. */
function entryAt(rows: string[], row: number): PropertyKey | undefined {
  const before = rows.slice(0, row + 1)
  const entries = before.filter((text) => /^-(\s|$)/.test(text)).length
  if (entries > 0) return entries - 1
  return before.findLast((text) => /^[A-Za-z_]/.test(text))?.split(':')[0]
}

/**
 * Texts after which a comment stands in the same line. Two spaces before `#` and one after it make it clear that a comment is
 * meant; a word that begins with `#` is an error, all else a warning.
 */
function cutByComments(document: Document, lines: LineCounter, text: string) {
  const found = { errors: [] as YamlMistake[], warnings: [] as YamlMistake[] }
  if (!/\S[ \t]{1,80}#/.test(text)) return found
  visit(document, {
    Scalar: (_, node) => {
      if (!isScalar(node) || node.type !== 'PLAIN' || typeof node.value !== 'string' || !node.range) return
      const end = node.range[1]
      const [, spaces, next] = /^([ \t]{1,80})#(.?)/.exec(text.slice(end, end + 82)) ?? []
      if (spaces === undefined || (spaces.length > 1 && !/\S/.test(next ?? ''))) return
      const { line, col } = lines.linePos(end)
      const message =
        "loses what stands after ' #', which begins a comment: put the text in quotes; before a comment write two spaces, and one after #"
      found[/\S/.test(next ?? '') ? 'errors' : 'warnings'].push({ line, column: col, message })
    },
  })
  return found
}
