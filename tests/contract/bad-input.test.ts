import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '#http/routes.ts'
import { fillPath, servicePaths, type Endpoint } from '#lib/both/calls/endpoint.ts'
import { testApi, type TestApi } from '../support/api.ts'
import { requestFor } from '../support/calls.ts'
import { expectNamedFields, expectSoundAnswer } from '../support/error-body.ts'
import { bodies, texts, values } from '../support/hostile.ts'
import { fieldsOf, nameOf, sampleInput, type Part } from '../support/sample.ts'

let api: TestApi
let token: string

beforeAll(async () => {
  api = await testApi()
  ;({ token } = await api.learner())
})

afterAll(() => api.close())

const calls = routes.map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint }))
const posts = calls.filter(({ endpoint }) => endpoint.method === 'POST')

async function send(endpoint: Endpoint, input: Record<Part, Record<string, unknown>>, what: string) {
  const request = requestFor(endpoint, input, { token })
  const response = await api.request(...request)
  const body = await expectSoundAnswer(response, what)
  // The call may have been log-out.
  if (response.ok) ({ token } = await api.learner())
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
        const asJson = part === 'body' && endpoint.bodyKind === 'json'
        const [kind, hostile] = asJson ? ['as JSON', values] : ['as text', texts as unknown[]]
        return [{ name, endpoint, part, field, kind, hostile }]
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

describe('a body that is not what was asked for is refused, or handled', () => {
  test.each(posts)('$name', async ({ name, endpoint }) => {
    const [path] = requestFor(endpoint, sampleInput(endpoint))
    for (const [kind, body, type = 'application/json'] of bodies) {
      const what = `${name} with ${kind}`
      const headers = { authorization: `Bearer ${token}`, 'content-type': type }
      const response = await api.request(path, { method: 'POST', headers, body })
      const reply = await expectSoundAnswer(response, what)
      if ([400, 422].includes(response.status)) expectNamedFields(reply, what)
      if (response.ok) ({ token } = await api.learner())
    }
  })

  test.each(posts.filter(({ endpoint }) => endpoint.bodyKind === 'json'))(
    '$name takes no JSON but an object',
    async ({ name, endpoint }) => {
      const [path] = requestFor(endpoint, sampleInput(endpoint))
      for (const body of ['{"a":', 'null', '42', '"text"', '[]']) {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const response = await api.request(path, { method: 'POST', headers, body })
        expect(response.status, `${name} with ${body}`).toBe(400)
        expect(expectNamedFields(await expectSoundAnswer(response, name), name)).toEqual(['body'])
      }
    },
  )
})

const kinds = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=b',
}

describe('a body of another kind than the contract declares is refused with 415', () => {
  const written: Record<string, string> = {
    'application/json': '{}',
    'application/json; charset=utf-16': '{}',
    'application/x-www-form-urlencoded': 'a=1',
    'multipart/form-data; boundary=b': '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
    'text/plain': '{}',
    'text/plain;charset=UTF-8': 'a=1',
    'text/json': '{}',
    'application/jsonp': '{}',
    'application/xml': '<a/>',
    '': '{}',
  }
  const taken = { json: [0], form: [2, 3], multipart: [3] }

  test.each(posts)('$name', async ({ name, endpoint }) => {
    const [path] = requestFor(endpoint, sampleInput(endpoint))
    for (const [at, [type, text]] of Object.entries(written).entries()) {
      const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) }
      const response = await api.request(path, { method: 'POST', headers, body: new TextEncoder().encode(text) })
      const what = `${name} with ${type || 'no type'}`
      const reply = await expectSoundAnswer(response, what)
      const isTaken = taken[endpoint.bodyKind].includes(at)
      expect(response.status === 415, what).toBe(!isTaken)
      if (!isTaken) expect(expectNamedFields(reply, what), what).toEqual(['body'])
      if (response.ok) ({ token } = await api.learner())
    }
  })

  test('and one that is compressed, which nobody counts', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const response = await api.request('/api/v1/user/registerorlogin', { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(415)
  })

  test('but a call that takes nothing needs no kind, and no body', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await api.request('/api/v1/user/logout', { method: 'POST', headers })
    expect(response.status).toBe(200)
    ;({ token } = await api.learner())
  })
})

describe('a body of more than the allowed size is refused with 413', () => {
  const size = 30 * 1024 * 1024

  test.each(posts)('$name', async ({ name, endpoint }) => {
    const [path] = requestFor(endpoint, sampleInput(endpoint))
    const headers = { authorization: `Bearer ${token}`, 'content-type': kinds[endpoint.bodyKind] }
    const announced = await api.request(path, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(size) },
      body: 'x'.repeat(100),
    })
    expect(announced.status, name).toBe(413)
    expectNamedFields(await expectSoundAnswer(announced, name), name)
    const streamed = await api.request(path, {
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body: endless(size),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status, `${name}, streamed`).toBe(413)
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
      const [, init] = requestFor(endpoint, input, { token })
      const response = await api.request(address, init)
      await expectSoundAnswer(response, `${name} at ${address}`)
      if (response.ok) ({ token } = await api.learner())
    }
  })
})

function endless(size: number): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(64 * 1024).fill(0x20)
  let sent = 0
  return new ReadableStream({
    pull: (controller) => {
      if (sent >= size) return controller.close()
      sent += piece.length
      controller.enqueue(piece)
    },
  })
}
