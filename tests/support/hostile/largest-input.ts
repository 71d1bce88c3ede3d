import * as z from 'zod/mini'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { mostWritten } from '#lib/both/calls/fields.ts'
import { MOST_VALUES } from '#lib/server/bodies/json-body.ts'
import { schemaOf, type JsonSchema, type Part } from '../api/sample.ts'

/** Makes a text of a length. */
type Fill = (length: number) => string

/** Repeats a piece between two ends that trimming leaves alone. */
const filled =
  (piece: string, start = 'x', end = 'x'): Fill =>
  (length) => {
    if (length < start.length + end.length) return 'x'.repeat(length)
    const between = length - start.length - end.length
    const middle = piece.repeat(Math.ceil(between / piece.length)).slice(0, between)
    return `${start}${middle}${end}`.toWellFormed()
  }

const phones: Fill = (length) => {
  const lines = Array.from({ length: Math.ceil(length / 11) }, (_, number) => `${9_000_000_000 + number}\n`)
  return lines.join('').slice(0, length)
}

/** Texts of any length, by what they consist of: each makes some parser, expression or renderer work the most. */
export const fillings: [string, Fill][] = Object.entries({
  letters: filled('x'),
  digits: filled('7', '7', '7'),
  spaces: filled(' '),
  'spaces after an apostrophe': filled(' ', "'", '9x'),
  'spaces after a digit': filled(' ', '9', 'x'),
  tabs: filled('\t'),
  lines: filled('\n'),
  quotes: filled('"', '"', '"'),
  apostrophes: filled("'", "'", 'x'),
  'commas and semicolons': filled(',;'),
  'CSV cells in quotes': filled('"a""b",'),
  'CSV of different phones': phones,
  'CSV of one phone': filled('9812300001\n', '', ''),
  'CSV of cells that are no phones': filled(`'${' '.repeat(90)}x\n`, "'", 'x'),
  'CSV of apostrophes in one row': filled("',", "'", 'x'),
  'a CSV cell of apostrophes and semicolons': filled("';", 'a,b\n', 'x'),
  'CSV of empty cells': filled(',,,,,,,\n'),
  formulas: filled('=1+1\n', '=', '1'),
  'open elements': filled('<b>'),
  'elements that never end': filled('<a "'),
  comments: filled('<!--'),
  entities: filled('&amp;'),
  'Markdown emphasis': filled('*a _b '),
  'Markdown links': filled('[a](', '[', ')'),
  'Markdown brackets': filled('[', '[', ']'),
  'Markdown pictures': filled('![a](media/b.webp)\n'),
  'Markdown quotes': filled('> '),
  'Markdown lists': filled('- a\n  '),
  'Markdown tables': filled('|a|-\n', '|', '|'),
  backticks: filled('`` a ` '),
  'TeX formulas': filled('$a$ '),
  'TeX groups': filled('{', '$', '$'),
  dollars: filled('$'),
  backslashes: filled('\\'),
  'combining characters': filled('\u0301'),
  'letters of Malayalam': filled('ക്ഷ '),
  'letters of two scripts': filled('aക '),
  'joined emoji': filled('👩\u200d'),
  addresses: filled('http://a.b/?c '),
  'email addresses': filled('a@b.'),
  dots: filled('.', '.', '.'),
  'words of one letter': filled('a '),
})

/** Characters of a path or query together: the server refuses longer addresses. */
const MAX_ADDRESS = 4000

/** Values of a body's lists together, below what the reader of JSON refuses. */
const MAX_ELEMENTS = MOST_VALUES - 500

type Shape = Record<string, z.ZodMiniType>

/** Schemas whose fields were filled with what they refuse: many calls share one, as that of a reason. */
const refusedBy = new Map<Fill, Set<z.ZodMiniType>>()

/**
 * The fields of a part of a call that take texts or lists, each with a value of the greatest length that its schema allows.
 * @returns `taken`: accepted by its field; `refused`: as long as the part may be, for each schema that refuses it once
 */
export function largestFields(endpoint: Endpoint, part: Part, fill: Fill): Record<'taken' | 'refused', object> {
  const fields = (endpoint[part]._zod.def as { shape?: Shape }).shape ?? {}
  const limit = part === 'body' ? endpoint.bodyLimit : MAX_ADDRESS
  const known = refusedBy.get(fill) ?? new Set()
  refusedBy.set(fill, known)
  const taken: Record<string, unknown> = {}
  const refused: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(schemaOf(endpoint[part]).properties ?? {})) {
    const field = fields[name]!
    if (!hasLength(schema)) continue
    const value = largestValue(schema, field, fill, limit)
    if (z.safeParse(field, value).success) taken[name] = value
    else if (!known.has(field)) refused[name] = fill(Math.floor(limit / 4 / density(fill)))
    known.add(field)
  }
  return { taken, refused }
}

function hasLength(schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some(hasLength)
  if ('const' in schema || schema.enum || schema.format === 'binary') return false
  return ['string', 'array', 'object', undefined].includes(schema.type)
}

function largestValue(schema: JsonSchema, field: z.ZodMiniType | undefined, fill: Fill, limit: number): unknown {
  if (schema.anyOf) return largestValue(schema.anyOf.find(hasLength) ?? schema.anyOf[0]!, field, fill, limit)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  if (schema.type === 'array') {
    const count = (schema as { maxItems?: number }).maxItems ?? MAX_ELEMENTS
    return Array.from({ length: count }, () => largestValue(schema.items ?? {}, undefined, fill, limit / count))
  }
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [
        name,
        largestValue(inner, undefined, fill, limit),
      ]),
    )
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 1
  const most = Math.floor(limit * 0.9)
  return fill(field ? longest(schema, field, fill, most) : Math.min(maxLength(schema) ?? 100, most))
}

const maxLength = (schema: JsonSchema) => (schema as { maxLength?: number }).maxLength

/** The greatest length of a text that a field accepts, found by trying where its schema does not say it. */
function longest(schema: JsonSchema, field: z.ZodMiniType, fill: Fill, bytes: number): number {
  const declared = maxLength(schema) ?? mostWritten.get(field)?.most
  if (declared !== undefined) return declared
  let length = Math.floor(bytes / density(fill))
  while (length > 8 && !z.safeParse(field, fill(length)).success) length = Math.floor(length / 2)
  return length
}

/** Bytes of a character within JSON. */
const density = (fill: Fill) => Buffer.byteLength(JSON.stringify(fill(1000))) / 1000
