import * as z from 'zod/mini'
import type { Bound, FieldRule, FormRules } from '../../both/form-rules.ts'
import { mostWritten } from '../../both/calls/fields.ts'

/** What JSON Schema says of a field. */
interface FieldSchema {
  type?: string
  anyOf?: FieldSchema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/**
 * The rules of a form, from the contract of the call that it makes: `formRules(closeTicket.body)`. A page hands them to its
 * island, so that browsers get no schemas (docs/decisions/0011-no-schemas-in-browsers.md). What a field must hold is asked of
 * its schema itself, with values that it should refuse; so are the words. What cannot be said of one field alone the server
 * says when the form is sent.
 * @throws TypeError of what is no object with fields
 */
export function formRules(body: z.core.$ZodType): FormRules {
  return Object.fromEntries(Object.entries(shapeOf(body)).map(([name, field]) => [name, ruleOf(field)]))
}

function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return def.shape
  if (def.type === 'pipe') return shapeOf(def.in)
  throw new TypeError(`A form needs a body with fields, not one of the type ${def.type}`)
}

function ruleOf(field: z.core.$ZodType): FieldRule {
  const schema = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any', override }) as FieldSchema
  const kinds = alternatives(schema)
  const says = (value: unknown) => refusal(field, value)
  const bound = (value: number | undefined, beyond: (value: number) => unknown): Bound | undefined =>
    value === undefined ? undefined : { value, says: refusal(field, beyond(value), REFUSED) ?? REFUSED }
  const type = typeOf(kinds)
  const empty = emptyOf(says)
  const rule = { type, empty, required: empty === 'itself' ? says(type === 'list' ? [] : '') : undefined }
  if (type === 'number') {
    const numbers = kinds.filter((kind) => kind.type === 'integer' || kind.type === 'number')
    const number = numbers.find((kind) => !isSingle(kind)) ?? {}
    const single = numbers.filter(isSingle).map(({ minimum }) => minimum!)
    return given({
      ...rule,
      whole: number.type === 'integer' || undefined,
      least: bound(number.minimum, (value) => value - 1),
      most: bound(number.maximum, (value) => value + 1),
      also: single.length > 0 ? single : undefined,
    })
  }
  if (type === 'list') {
    const list = kinds.find((kind) => kind.type === 'array') ?? {}
    const entries = (count: number) => Array<string>(count).fill('')
    return given({
      ...rule,
      shortest: bound(list.minItems, (count) => entries(count - 1)),
      longest: bound(list.maxItems, (count) => entries(count + 1)),
    })
  }
  if (type !== 'text') return { type, empty }
  const text = kinds.find((kind) => kind.type === 'string') ?? {}
  return given({
    ...rule,
    shortest: bound(text.minLength, (length) => 'x'.repeat(length - 1)),
    longest: bound(text.maxLength, (length) => 'x'.repeat(length + 1)),
    pattern: text.pattern ? { source: text.pattern, says: refusal(field, '\u2026', REFUSED) ?? REFUSED } : undefined,
  })
}

/** zod keeps to itself how long words of one's own may be: spaces at their ends do not count. */
function override({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: { maxLength?: number }
}): void {
  const most = mostWritten.get(zodSchema)?.most
  if (most !== undefined) jsonSchema.maxLength = most
}

const isSingle = ({ minimum, maximum }: FieldSchema) => minimum !== undefined && minimum === maximum

const alternatives = (schema: FieldSchema): FieldSchema[] => schema.anyOf?.flatMap(alternatives) ?? [schema]

function typeOf(kinds: FieldSchema[]): FieldRule['type'] {
  const types = kinds.map(({ type }) => type)
  if (types.includes('boolean')) return 'boolean'
  if (types.includes('array')) return 'list'
  // A code may be sent as a number too, which would lose its zeros: it is text in the first place.
  if (types[0] === 'integer' || types[0] === 'number') return 'number'
  return kinds.some((kind) => kind.enum?.join() === 'Y,N') ? 'yes-no' : 'text'
}

/** Null says more than nothing does: that there was something, and that it goes. */
function emptyOf(says: (value: unknown) => string | undefined): FieldRule['empty'] {
  if (says(null) === undefined) return 'null'
  if (says('') === undefined) return 'itself'
  return says(undefined) === undefined ? 'left out' : 'itself'
}

/** What somebody reads whose value is refused; undefined where it is not. @param otherwise where the contract has no words */
function refusal(field: z.core.$ZodType, value: unknown, otherwise = MISSING): string | undefined {
  return z.safeParse(field, value, { error: () => otherwise }).error?.issues[0]?.message
}

const MISSING = 'Please fill this in.'
const REFUSED = 'This cannot be accepted.'

function given(rule: { [Key in keyof FieldRule]: FieldRule[Key] | undefined }): FieldRule {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as never
}
