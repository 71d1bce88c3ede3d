import * as z from 'zod/mini'
import { servicePaths, type Endpoint } from '#lib/both/calls/endpoint.ts'

export type JsonSchema = {
  type?: string
  /** 'binary' of a file. */
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
}

export type Part = 'params' | 'query' | 'body'

/** How a call is named in titles, and told from others: `POST /api/v1/user/logout`. */
export function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${servicePaths[endpoint.service]}${endpoint.path}`
}

/** What anyone may get that is not the same for everybody: the code that is sent anew, and what is said of one attempt. */
const ofOne = ['/user/otp/resend', '/user/courses/exam/moved/{attemptId}']

/** A call that is the same for everybody and does nothing: all else that anyone may get. */
export function isPublicRead({ method, access, path }: Endpoint): boolean {
  return method === 'GET' && access === 'anyone' && !ofOne.includes(path)
}

/** The names a part of a call's input declares. */
export function fieldsOf(endpoint: Endpoint, part: Part): string[] {
  return Object.keys(schemaOf(endpoint[part]).properties ?? {})
}

/** An input of the declared form. Ids point at nothing; rules that a form cannot tell may refuse it. */
export function sampleInput(endpoint: Endpoint): Record<Part, Record<string, unknown>> {
  const part = (name: Part) => (sample(schemaOf(endpoint[name])) ?? {}) as Record<string, unknown>
  return { params: part('params'), query: part('query'), body: part('body') }
}

/** True where a value of the schema may be a text of the sender's own. What says nothing of itself may be one. */
export function takesTexts(schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some(takesTexts)
  return !schema.enum && !('const' in schema) && (schema.type ?? 'string') === 'string'
}

/** The form of an input, as far as JSON Schema can tell it. */
export function schemaOf(schema: Endpoint['body']): JsonSchema {
  const known = schemas.get(schema)
  if (known) return known
  const made = withChoices(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as JsonSchema
  schemas.set(schema, made)
  return made
}

/** Of several types that say nothing else zod makes a list; here they are choices, as all others. */
function withChoices(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withChoices)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withChoices(part)]))
  const { type, enum: values, ...rest } = inner
  if (!Array.isArray(type)) return inner
  const named = (values as unknown[] | undefined)?.filter((one) => one !== null)
  const choice = (one: unknown) => (one !== 'null' && named ? { type: one, enum: named } : { type: one })
  return { ...rest, anyOf: type.map(choice) }
}

const schemas = new WeakMap<Endpoint['body'], JsonSchema>()

function sample(schema: JsonSchema): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {})
  if (schema.type === 'object') {
    const required = new Set(schema.required)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => required.has(name))
        .map(([name, property]) => [name, sample(property)]),
    )
  }
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return true
  if (schema.type === 'string') return '1234'
  return 2_000_000_000
}
