import * as z from 'zod/mini'

/** What JSON Schema says of a value, as far as the document of calls looks into it. */
export interface JsonSchema {
  [keyword: string]: unknown
  type?: string
  pattern?: string
  description?: string
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/**
 * A reply. What has a name (`named` of src/lib/both/calls/fields.ts) goes to the components, and is referred to. Nothing is said of
 * fields that a later version may have besides: clients that refuse them would refuse it.
 */
export function replySchema(schema: z.core.$ZodType, components: Record<string, JsonSchema>): JsonSchema {
  const { $defs = {}, ...rest } = read(schema, 'output')
  for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>))
    components[name] = published(definition)
  return published(rest)
}

/**
 * What a part of a call takes.
 * @param asText whether it travels as text, as in an address or a form: of a number, its digits need no mention there
 */
export function inputSchema(schema: z.core.$ZodType, asText: boolean): JsonSchema {
  const input = read(schema, 'input')
  if (!asText || !input.properties) return input
  const properties = Object.entries(input.properties).map(([name, property]) => [name, withoutDigits(property)])
  return { ...input, properties: Object.fromEntries(properties) as Record<string, JsonSchema> }
}

/** Whether a part takes anything. */
export function isEmpty({ properties = {} }: JsonSchema): boolean {
  return Object.keys(properties).length === 0
}

function read(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as JsonSchema
  return rest
}

/** zod keeps to itself what stands in the place of a field that is left out and would be transformed, such as a page. */
function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: { default?: unknown } }): void {
  const { def } = zodSchema._zod
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue
}

/** With references as they are in a document of calls. */
function published(schema: JsonSchema): JsonSchema {
  const fields = Object.entries(schema)
    .filter(([key, value]) => key !== 'additionalProperties' || value !== false)
    .map(([key, value]): [string, unknown] => [key, key === '$ref' ? referred(String(value)) : publishedIn(value)])
  return Object.fromEntries(fields)
}

function publishedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => publishedIn(one))
  return typeof value === 'object' && value !== null ? published({ ...value }) : value
}

function referred(place: string): string {
  return place.replace('#/$defs/', '#/components/schemas/')
}

/** Of a number, or text with its digits: the first of the two. */
function withoutDigits(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf) return schema
  const isNumber = ({ type }: JsonSchema) => type === 'integer' || type === 'number'
  const isPattern = ({ type, pattern }: JsonSchema) => type === 'string' && pattern !== undefined
  if (anyOf.length === 2 && anyOf.some(isNumber) && anyOf.some(isPattern)) return { ...anyOf[0], ...rest }
  return { ...rest, anyOf: anyOf.map(withoutDigits) }
}
