import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Route } from '#core/calls/handle.ts'
import { WithKept } from '#core/calls/kept-json.ts'
import { routes } from '#http/routes.ts'
import { Versioned } from '#core/calls/versioned.ts'
import { testApi, type TestApi } from '../support/api/api.ts'
import { callerOf } from '../support/api/caller-of.ts'
import { requestFor } from '../support/api/calls.ts'
import { nameOf, type JsonSchema } from '../support/api/sample.ts'

type Run = (...given: unknown[]) => Promise<unknown>

interface ReplySchema extends JsonSchema {
  additionalProperties?: boolean | ReplySchema
  properties?: Record<string, ReplySchema>
  anyOf?: ReplySchema[]
  items?: ReplySchema
}

const calls = routes.map((route) => {
  // Without the names that the API document gives, so that all stands where it is used.
  const whole = {
    unrepresentable: 'any',
    io: 'output',
    reused: 'inline',
    metadata: z.registry<{ id?: string }>(),
  } as const
  const schema = z.toJSONSchema(route.endpoint.reply, whole)
  return { ...route, route, name: nameOf(route.endpoint), schema: schema as ReplySchema }
})

/** Reads for which nothing has to be there first, so that most of them answer whoever may ask. */
const reads = calls.filter(({ name, endpoint }) => endpoint.method === 'GET' && !name.includes('{'))

/** What a schema says of a value that is there. */
const choices = (schema: ReplySchema): ReplySchema[] => schema.anyOf?.flatMap(choices) ?? [schema]

/** The reply with a secret in each object that a function could add one to. Names of a record are values of their own. */
function withSecret(reply: unknown, schema: ReplySchema | undefined): unknown {
  const one = choices(schema ?? {}).find(({ properties, items }) => properties ?? items)
  if (Array.isArray(reply)) return reply.map((item) => withSecret(item, one?.items))
  if (typeof reply !== 'object' || reply === null || reply instanceof Versioned || reply instanceof WithKept)
    return reply
  if (!one?.properties) return reply
  const fields = Object.entries(reply).map(([name, value]) => [name, withSecret(value, one.properties![name])])
  return { ...Object.fromEntries(fields), secret_of_the_row: 'leaked' }
}

/** Objects in a schema that let everything through, by their place. */
function openIn(schema: ReplySchema, place: string): string[] {
  const { type, additionalProperties, properties = {}, anyOf = [], items } = schema
  const isOpen =
    type === undefined
      ? anyOf.length === 0 && !('const' in schema) && !schema.enum
      : type === 'object' && (additionalProperties === undefined || additionalProperties === true)
  const record = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return [
    ...(isOpen ? [place] : []),
    ...(record ? openIn(record, `${place}.*`) : []),
    ...(items ? openIn(items, `${place}.0`) : []),
    ...anyOf.flatMap((inner) => openIn(inner, place)),
    ...Object.entries(properties).flatMap(([name, inner]) => openIn(inner, `${place}.${name}`)),
  ]
}

test('no reply of any call takes fields that its contract does not name', () => {
  expect(calls.flatMap(({ name, schema }) => openIn(schema, name))).toEqual([])
})

describe('what a function adds to its reply stays inside', () => {
  let api: TestApi
  const restores: (() => void)[] = []

  beforeAll(async () => {
    for (const { route, schema } of reads) {
      const run = route.run as Run
      route.run = (async (...given: unknown[]) => withSecret(await run(...given), schema)) as Route['run']
      restores.push(() => (route.run = run as Route['run']))
    }
    api = await testApi()
    await api.importDemo()
  })

  afterAll(async () => {
    restores.forEach((restore) => restore())
    await api.close()
  })

  test('of each call that needs nothing but who may make it', async () => {
    const answered: string[] = []
    for (const { name, endpoint } of reads) {
      const reply = await api.request(...requestFor(endpoint, {}, await callerOf(api, endpoint)))
      expect(await reply.text(), name).not.toContain('leaked')
      if (reply.ok) answered.push(endpoint.access)
    }
    expect(answered.length).toBeGreaterThan(20)
    expect(new Set(answered)).toEqual(new Set(['anyone', 'learner', 'staff']))
  })
})
