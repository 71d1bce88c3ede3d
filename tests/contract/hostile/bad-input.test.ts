import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '#http/routes.ts'
import { fillPath, servicePaths, type Endpoint } from '#lib/both/calls/endpoint.ts'
import { testApi, type TestApi } from '../../support/api/api.ts'
import { senderAs } from '../../support/api/caller-of.ts'
import { requestFor } from '../../support/api/calls.ts'
import { expectNamedFields, expectSoundAnswer } from '../../support/api/error-body.ts'
import { othersThanTexts, texts, values } from '../../support/hostile/hostile.ts'
import { fieldsOf, nameOf, sampleInput, schemaOf, takesTexts, type Part } from '../../support/api/sample.ts'

let api: TestApi
const { send: sendAs } = senderAs(() => api)

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

const calls = routes.map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint }))

async function send(endpoint: Endpoint, input: Record<Part, Record<string, unknown>>, what: string) {
  const response = await sendAs(endpoint, requestFor(endpoint, input))
  const body = await expectSoundAnswer(response, what)
  return { status: response.status, body }
}

/** Worth less than what they come with: malformed ones are left out, not refused. */
const sideFacts = ['time_from', 'time_to']

/** What arrives at the server when `value` is sent in this part. */
function asSent(endpoint: Endpoint, part: Part, value: unknown): unknown {
  if (part === 'body' && endpoint.bodyKind === 'json')
    return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
  return value === undefined || value === null ? undefined : String(value).toWellFormed()
}

describe('a field with a hostile value is refused by name, or handled', () => {
  const fields = calls.flatMap(({ name, endpoint }) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      fieldsOf(endpoint, part).flatMap((field) => {
        if (part !== 'body' || endpoint.bodyKind !== 'json')
          return [{ name, endpoint, part, field, kind: 'as text', hostile: texts as unknown[] }]
        // Where no text is taken, whatever it says, one stands for all; more are in loose-types.
        const isText = takesTexts(schemaOf(endpoint.body).properties![field]!)
        return [
          { name, endpoint, part, field, kind: 'as JSON', hostile: isText ? values : ['abc', ...othersThanTexts] },
        ]
      }),
    ),
  )

  test.each(fields)('$name, $field $kind', async ({ name, endpoint, part, field, hostile }) => {
    let refused = 0
    for (const value of hostile) {
      // A path cannot hold a segment that is empty or names a folder.
      if (part === 'params' && /^(\.\.?|)$/.test(String(value))) continue
      const input = sampleInput(endpoint)
      input[part][field] = value
      const what = `${name} with ${field} = ${String(JSON.stringify(value)).slice(0, 60)}`
      const { status, body } = await send(endpoint, input, what)
      const parsed = z.safeParse(endpoint[part], { ...input[part], [field]: asSent(endpoint, part, value) })
      const issue = parsed.success ? undefined : parsed.error.issues.find(({ path }) => path[0] === field)
      if (!issue) continue
      refused += 1
      expect(status, what).toBe(422)
      const named = expectNamedFields(body, what)
      expect(
        named.some((key) => key === field || key.startsWith(`${field}.`)),
        `${what} names ${named.join()}`,
      ).toBe(true)
    }
    if (!sideFacts.includes(field))
      expect(refused, `hostile values that ${name} refuses for ${field}`).toBeGreaterThan(0)
  })

  test('and no object has got a new property by it', () => {
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('an address that is not what was asked for is refused, or handled', () => {
  test.each(calls)('$name', async ({ name, endpoint }) => {
    const input = sampleInput(endpoint)
    const base = servicePaths[endpoint.service]
    const filled = (text: string) =>
      base + fillPath(endpoint.path, Object.fromEntries(Object.keys(input.params).map((key) => [key, text])))
    const addresses = [
      filled('%'),
      filled('%00'),
      filled('..%2f..%2fetc'),
      `${base}${endpoint.path.replace(/\{\w+\}/g, '%')}`,
      `${base}${endpoint.path.replace(/\{\w+\}/g, '%ff%fe')}`,
      `${requestFor(endpoint, input)[0]}${requestFor(endpoint, input)[0].includes('?') ? '&' : '?'}__proto__[a]=1&constructor=1&%=%&a=%ff`,
    ]
    for (const address of addresses) {
      const [, init] = requestFor(endpoint, input)
      await expectSoundAnswer(await sendAs(endpoint, [address, init]), `${name} at ${address}`)
    }
  })
})
