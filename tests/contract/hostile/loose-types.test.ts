import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { testApi, type TestApi } from '../../support/api/api.ts'
import { senderAs } from '../../support/api/caller-of.ts'
import { requestFor } from '../../support/api/calls.ts'
import { expectNamedFields, expectSoundAnswer } from '../../support/api/error-body.ts'
import { nameOf, sampleInput, schemaOf, type JsonSchema, type Part } from '../../support/api/sample.ts'

let api: TestApi
const { send } = senderAs(() => api)

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

/** What JavaScript, a database or a sender would make a number of, and is none. */
const texts = [
  '1e0',
  ' 1 ',
  '1 ',
  '1.0',
  '1.5',
  '+1',
  '0x1',
  '1_000',
  '1,000',
  '-1',
  '9007199254740993',
  '١',
  'NaN',
  'true',
]
const noNumbers = [...texts, '', null, true, false, [1], ['1'], [[1]], {}, { id: 1 }, -1, 2 ** 53]

/** What stands for a flag where somebody is careless. */
const noFlags = ['true', 'false', 'on', 'Y', '', 'x', null, 0, 1, [true], {}]

/** No digits, of text that may come as a number. */
const noDigits = [null, true, -1, 1.5, 2 ** 53, ['a'], {}, { length: 1 }]

/** What has a text of its own, and is none. */
const noTexts = [null, true, 5, 0, ['a'], {}, { length: 1 }]

/** Of an answer, which is worth more than when it was given: what is no time is taken for none. */
const forgiven = ['time_from', 'time_to']

interface Field {
  name: string
  endpoint: Endpoint
  part: Part
  /** Names and indexes from the part to the field. */
  path: string[]
  /** What the server must refuse. */
  refused: unknown[]
}

/** The schemas one of which a value must have. */
const choices = (schema: JsonSchema): JsonSchema[] => schema.anyOf?.flatMap(choices) ?? [schema]

/** What no choice of the schema allows; undefined of what is not a plain value. */
function refusedBy(schema: JsonSchema): unknown[] | undefined {
  const all = choices(schema)
  const free = all.filter((one) => !('const' in one) && !one.enum && one.type !== 'null')
  const types = new Set((free.length > 0 ? free : all).map(({ type }) => type))
  const named = all.flatMap((one) => ('const' in one ? [one.const] : (one.enum ?? [])))
  const isNamed = (value: unknown) =>
    named.includes(value) || (value === null && all.some(({ type }) => type === 'null'))
  // A code or a phone: its text comes first.
  if (free.length > 1 && free[0]?.type === 'string') return noDigits.filter((value) => !isNamed(value))
  if (types.has('integer') || types.has('number')) {
    const wanted = types.has('integer')
      ? [...noNumbers, 1.5]
      : noNumbers.filter((value) => !/^1\.\d$/.test(String(value)))
    return wanted.filter((value) => !isNamed(value))
  }
  if (types.has('boolean')) return noFlags.filter((value) => !isNamed(value))
  if (types.has('string')) return noTexts.filter((value) => !isNamed(value))
  return undefined
}

function fieldsIn(endpoint: Endpoint, part: Part, schema: JsonSchema, path: string[] = []): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const here = [...path, key]
    if (property.format === 'binary' || forgiven.includes(key)) return []
    const list = choices(property).find(({ items }) => items)?.items
    if (list) return fieldsIn(endpoint, part, { properties: { 0: list } }, here)
    const inner = choices(property).find(({ properties }) => properties)
    if (inner) return fieldsIn(endpoint, part, inner, here)
    const refused = refusedBy(property)
    expect(refused, `${nameOf(endpoint)} says of which type ${here.join('.')} is`).toBeDefined()
    return [{ name: nameOf(endpoint), endpoint, part, path: here, refused: refused ?? [] }]
  })
}

const fields = routes.flatMap(({ endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => fieldsIn(endpoint, part, schemaOf(endpoint[part]))),
)

/** The input with this value in the place of the field, and nothing else in the lists on the way. */
function withValue(input: Record<string, unknown>, [key, ...rest]: string[], value: unknown): Record<string, unknown> {
  const inner = (): unknown => {
    if (rest.length === 0) return value
    if (rest[0] === '0') return rest.length === 1 ? [value] : [withValue({}, rest.slice(1), value)]
    return withValue((input[key!] ?? {}) as Record<string, unknown>, rest, value)
  }
  return { ...input, [key!]: inner() }
}

/** True of what arrives at the server as it was written here: texts alone, outside JSON. */
function canBeSent({ endpoint, part }: Field, value: unknown): boolean {
  if (part === 'body' && endpoint.bodyKind === 'json') return true
  return typeof value === 'string' && (part !== 'params' || value !== '')
}

describe('a value of another type is refused with 422 by the name of its field', () => {
  test.each(fields.map((field) => ({ ...field, field: field.path.join('.') })))('$name: $field', async (field) => {
    for (const value of field.refused.filter((one) => canBeSent(field, one))) {
      const input = sampleInput(field.endpoint)
      input[field.part] = withValue(input[field.part], field.path, value)
      const what = `${field.name} with ${field.path.join('.')} = ${JSON.stringify(value)}`
      const response = await send(field.endpoint, requestFor(field.endpoint, input))
      const body = await expectSoundAnswer(response, what)
      expect(response.status, what).toBe(422)
      const named = expectNamedFields(body, what).join()
      expect(named, what).toMatch(new RegExp(`(^|,)${field.path.join('\\.')}(\\.|,|$)`))
    }
  })

  test('and every call that names something of the database is among them', () => {
    const ids = fields.filter(({ refused }) => refused.includes('1e0'))
    expect(ids.length).toBeGreaterThan(70)
    expect(new Set(ids.map(({ part }) => part))).toEqual(new Set(['params', 'query', 'body']))
  })
})
