import { isAlias, isCollection, isMap, isNode, isScalar, isSeq, type Document, type LineCounter } from 'yaml'
import type * as z from 'zod'
import { counted } from '#lib/both/text/format.ts'
import type { Rendered } from '#lib/server/markdown/markdown.ts'
import { readMendedYaml } from './mended-yaml.ts'
import type { Problems } from './problems.ts'

export type Path = readonly PropertyKey[]

/** Says of an empty text what became of it. */
export const LOST_TO_COMMENT = ": what follows ' #' is a comment; put the text in quotes"

/** A YAML file whose values know their lines. */
export class YamlFile {
  /** What the file holds; undefined when it is not YAML. */
  readonly data: unknown
  readonly name: string
  readonly #text: string
  readonly #document: Document
  readonly #lines: LineCounter
  readonly #firstLine: number
  readonly #problems: Problems
  readonly #damaged: ReadonlySet<PropertyKey>

  /**
   * Parses, and reports what is not YAML, keys that are there twice included. What else the file holds can be read all the same.
   * @param firstLine how many lines of the file stand before the text, when that is a part of it
   */
  constructor(name: string, text: string, problems: Problems, firstLine = 0, read = readMendedYaml(text)) {
    this.name = name
    this.data = read.data
    this.#firstLine = firstLine
    this.#text = read.text
    this.#problems = problems
    this.#document = read.document
    this.#lines = read.lines
    this.#damaged = read.damaged
    for (const { line, column, message } of read.mistakes)
      problems.add(name, firstLine + line, `is not YAML, column ${column}: ${message}`)
    for (const { line, column, message } of read.warnings)
      problems.warn(name, firstLine + line, `column ${column}: ${message}`)
  }

  /** Reports a problem at the value that `path` leads to, or where it is missing. */
  problem(path: Path, message: string): void {
    this.#report(this.#offset(path), message)
  }

  /** Notes at a value what may be a slip. */
  warning(path: Path, message: string): void {
    this.#problems.warn(this.name, this.#line(this.#offset(path)), message)
  }

  /** `file:line` of a value. */
  where(path: Path): string {
    return `${this.name}:${this.#line(this.#offset(path))}`
  }

  /** Reports problems and warnings of a text at their own lines where the way it is written lets them be counted. */
  textProblems(path: Path, { problems, warnings }: Pick<Rendered, 'problems' | 'warnings'>): void {
    for (const { line, message } of problems) this.#problems.add(this.name, this.#textLine(path, line), message)
    for (const { line, message } of warnings) this.#problems.warn(this.name, this.#textLine(path, line), message)
  }

  /** Reports a text whose formulas lost their backslashes to double quotes; says whether it did. */
  reportLostBackslashes(path: Path, text: string): boolean {
    const node = this.#document.getIn(path, true)
    if (!isScalar(node) || node.type !== 'QUOTE_DOUBLE' || !text.includes('$')) return false
    const [start = 0, end = 0] = node.range ?? []
    if (!/(?<!\\)(\\\\)*\\[a-zA-Z]/.test(this.#text.slice(start, end))) return false
    this.problem(path, 'a formula in double quotes loses its backslashes: use single quotes or a block (|)')
    return true
  }

  /** Checks a part of the file against a schema; every deviation is reported, and undefined returned, if there is any. */
  parse<Shape extends z.ZodType>(schema: Shape, path: Path = []): z.output<Shape> | undefined {
    const value = path.reduce<unknown>(
      (data, key) => (data as Record<PropertyKey, unknown> | undefined)?.[key],
      this.data,
    )
    const parsed = schema.safeParse(value, { error: wording })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) {
      const at = [...path, ...issue.path]
      // What could not be read has been reported.
      if (at[0] !== undefined && this.#damaged.has(at[0])) continue
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) this.#report(this.#offset([...at, key], true), `unknown field '${key}'`)
      } else {
        this.problem(at, `${nameOf(issue.path)}${issue.message}${this.#commentHint(at, issue.message)}`)
      }
    }
    return undefined
  }

  #commentHint(path: Path, message: string): string {
    return message === 'is empty' && this.isComment(path) ? LOST_TO_COMMENT : ''
  }

  /** True when a field is there and its line has a comment in the place of its text. */
  isComment(path: Path): boolean {
    if (!this.#document.hasIn(path)) return false
    const line = this.#text.split('\n', this.#lines.linePos(this.#offset(path)).line).at(-1) ?? ''
    return / #/.test(line)
  }

  #textLine(path: Path, line: number): number {
    const node = this.#document.getIn(path, true)
    const block = isScalar(node) && node.type === 'BLOCK_LITERAL'
    return this.#line(this.#offset(path)) + (block ? line + 1 : 0)
  }

  #report(offset: number, message: string): void {
    this.#problems.add(this.name, this.#line(offset), message)
  }

  #line(offset: number): number {
    return this.#firstLine + Math.max(1, this.#lines.linePos(offset).line)
  }

  /** Where a value begins, or, when it is missing, what it is missing from. */
  #offset(path: Path, ofKey = false): number {
    let node: unknown = this.#document.contents
    let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
    for (const [index, step] of path.entries()) {
      if (isAlias(node)) node = node.resolve(this.#document)
      if (!isCollection(node)) break
      let next: unknown
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
        if (!pair) break
        if (ofKey && index === path.length - 1) return isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
        // An empty value stands where its key does.
        if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
        next = pair.value
      } else if (isSeq(node)) {
        next = node.items[Number(step)]
      }
      if (!isNode(next)) break
      // A block's or a map's content begins on a later line than its key; its key is where people look.
      if (!isMap(node) || (isScalar(next) && next.value !== null)) offset = next.range?.[0] ?? offset
      node = next
    }
    return offset
  }
}

/** Zod's findings in the words of this format. */
const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing'
    if (issue.input === null) return 'is empty'
    return `must be ${typeNames[issue.expected] ?? issue.expected}${hintFor(issue.expected, issue.input)}`
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is missing'
    return `must be ${issue.values.map(String).join(' or ')}`
  }
  if (issue.code === 'too_small' && issue.origin === 'array') return `needs at least ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin === 'array') return `has more than ${issue.maximum}`
  if (issue.code === 'too_small' && issue.origin === 'string') return 'is empty'
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `is ${counted(String(issue.input).length, 'character')} long; at most ${issue.maximum} are allowed`
  }
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  if (issue.code === 'invalid_union') return issue.input === undefined ? 'is missing' : 'is of the wrong type'
  return undefined
}

/** How to write what YAML took for something else. */
function hintFor(expected: string, input: unknown): string {
  if (expected === 'array' && typeof input === 'string' && input.startsWith('-')) return ' (a space follows each -)'
  if (expected !== 'string') return ''
  if (Array.isArray(input)) return ' (a text that begins with [ needs quotes)'
  return typeof input === 'object' ? " (a text with ': ' needs quotes)" : ' (put it in quotes)'
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a set of fields',
}

/** `sections[2].title `, so that a message says which field it means. */
function nameOf(path: Path): string {
  const name = path.map((step) => (typeof step === 'number' ? `[${step + 1}]` : `.${String(step)}`)).join('')
  return name ? `${name.replace(/^\./, '')} ` : ''
}
