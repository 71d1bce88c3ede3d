import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { testApi, type TestApi } from '../../support/api/api.ts'
import { senderAs } from '../../support/api/caller-of.ts'
import { requestFor } from '../../support/api/calls.ts'
import { expectNamedFields, expectSoundAnswer } from '../../support/api/error-body.ts'
import { bodies } from '../../support/hostile/hostile.ts'
import { nameOf, sampleInput } from '../../support/api/sample.ts'

let api: TestApi
const { send } = senderAs(() => api)

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

const posts = routes
  .map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint }))
  .filter(({ endpoint }) => endpoint.method === 'POST')

describe('a body that is not what was asked for is refused, or handled', () => {
  test.each(posts)('$name', async ({ name, endpoint }) => {
    const [path] = requestFor(endpoint, sampleInput(endpoint))
    for (const [kind, body, type = 'application/json'] of bodies) {
      const what = `${name} with ${kind}`
      const response = await send(endpoint, [path, { method: 'POST', headers: { 'content-type': type }, body }])
      const reply = await expectSoundAnswer(response, what)
      expect(response.status, what).not.toBe(401)
      if ([400, 422].includes(response.status)) expectNamedFields(reply, what)
    }
  })

  test.each(posts.filter(({ endpoint }) => endpoint.bodyKind === 'json'))(
    '$name takes no JSON but an object',
    async ({ name, endpoint }) => {
      const [path] = requestFor(endpoint, sampleInput(endpoint))
      for (const body of ['{"a":', 'null', '42', '"text"', '[]']) {
        const headers = { 'content-type': 'application/json' }
        const response = await send(endpoint, [path, { method: 'POST', headers, body }])
        expect(response.status, `${name} with ${body}`).toBe(400)
        expect(expectNamedFields(await expectSoundAnswer(response, name), name)).toEqual(['body'])
      }
    },
  )

  test('and no object has got a new property by it', () => {
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
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
      const headers: Record<string, string> = type ? { 'content-type': type } : {}
      const body = new TextEncoder().encode(text)
      const response = await send(endpoint, [path, { method: 'POST', headers, body }])
      const what = `${name} with ${type || 'no type'}`
      const reply = await expectSoundAnswer(response, what)
      const isTaken = taken[endpoint.bodyKind].includes(at)
      expect(response.status === 415, what).toBe(!isTaken)
      if (!isTaken) expect(expectNamedFields(reply, what), what).toEqual(['body'])
    }
  })

  test('and one that is compressed, which nobody counts', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const response = await api.request('/api/v1/user/registerorlogin', { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(415)
  })

  test('but a call that takes nothing needs no kind, and no body', async () => {
    for (const { endpoint } of posts.filter(({ name }) => /\/(user|staff)\/logout$/.test(name))) {
      const [path] = requestFor(endpoint, {})
      expect((await send(endpoint, [path, { method: 'POST' }])).status).toBe(200)
    }
  })
})

describe('a body of more than the allowed size is refused with 413', () => {
  const large = 30 * 1024 * 1024

  test.each(posts)('$name', async ({ name, endpoint }) => {
    const size = Math.max(large, endpoint.bodyLimit + 1)
    const [path] = requestFor(endpoint, sampleInput(endpoint))
    const headers = { 'content-type': kinds[endpoint.bodyKind] }
    const announced = await send(endpoint, [
      path,
      { method: 'POST', headers: { ...headers, 'content-length': String(size) }, body: 'x'.repeat(100) },
    ])
    expect(announced.status, name).toBe(413)
    expectNamedFields(await expectSoundAnswer(announced, name), name)
    const init = {
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body: endless(size),
      duplex: 'half',
    } as RequestInit
    const streamed = await send(endpoint, [path, init])
    expect(streamed.status, `${name}, streamed`).toBe(413)
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
