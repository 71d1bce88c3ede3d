import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApi } from '#http/app.ts'
import { siteKey, siteOf } from '#core/site/site.ts'
import { routes } from '#http/routes.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { forSharedCaches } from '#http/shared-caches.ts'
import { testApi, type TestApi } from '../support/api/api.ts'
import { callerOf } from '../support/api/caller-of.ts'
import { requestFor } from '../support/api/calls.ts'
import { expectNamedFields, expectSoundAnswer } from '../support/api/error-body.ts'
import { isPublicRead, nameOf, sampleInput } from '../support/api/sample.ts'

/** What HTTP asks of every call, whoever calls it. */

let api: TestApi

beforeAll(async () => {
  api = await testApi()
  await api.importDemo()
})
afterAll(() => api.close())

const calls = routes.map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint }))
const withToken = calls.filter(({ endpoint }) => endpoint.access !== 'anyone')
const publicReads = calls.filter(({ endpoint }) => isPublicRead(endpoint))

describe('an address that is called with another method', () => {
  test.each(calls)('is answered with 405 and what it takes: $name', async ({ name, endpoint }) => {
    const [address] = requestFor(endpoint, sampleInput(endpoint))
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await api.request(address, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining([endpoint.method, 'OPTIONS']))
      expect(response.headers.get('allow')).not.toContain(method)
      await expectSoundAnswer(response, `${method} for ${name}`)
    }
    const options = await api.request(address, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, expect.stringContaining(endpoint.method)])
  })

  test('is told all that it takes, also where another call takes the same address', async () => {
    const allow = async (address: string) =>
      (await api.request(address, { method: 'DELETE' })).headers.get('allow')?.split(', ').sort()
    expect(await allow('/api/v1/user/courses')).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(await allow('/api/v1/user/courses/7')).toEqual(['OPTIONS', 'POST'])
    expect(await allow('/api/openapi.json')).toEqual(['GET', 'HEAD', 'OPTIONS'])
    const head = await api.request('/api/v1/user/courses/7', { method: 'HEAD' })
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })

  test('but what is read can be asked for without its body', async () => {
    const response = await api.request('/api/v1/category', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('and an address that is none is not there for any of them', async () => {
    for (const method of ['GET', 'DELETE', 'OPTIONS']) {
      const response = await api.request('/api/v1/no/such/call', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([404, null])
    }
  })
})

describe('who needs a token and has none', () => {
  test.each(withToken)('is told which kind: $name', async ({ endpoint }) => {
    const ask = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      const response = await api.request(...requestFor(endpoint, sampleInput(endpoint), { headers }))
      return [response.status, response.headers.get('www-authenticate')]
    }
    expect(await ask()).toEqual([401, 'Bearer realm="api"'])
    expect(await ask('Bearer unknown')).toEqual([401, 'Bearer realm="api", error="invalid_token"'])
  })

  test('may write the scheme as they like', async () => {
    const { token } = await api.learner()
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${token}` }
      expect((await api.request('/api/v1/user/profilewithsales', { headers })).status, scheme).toBe(200)
    }
  })
})

describe('what is the same for everybody', () => {
  const read = async (address: string, etag?: string) =>
    api.request(address, { headers: etag ? { 'if-none-match': etag } : {} })
  const addressOf = (endpoint: (typeof calls)[number]['endpoint']) => requestFor(endpoint, sampleInput(endpoint))[0]
  const addresses = [...publicReads.map(({ endpoint }) => addressOf(endpoint)), '/api/openapi.json']

  test('is all that anyone may get', () => {
    expect(addresses).toHaveLength(9)
  })

  test.each(addresses)('is sent once to whoever keeps it: %s', async (address) => {
    const first = await read(address)
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w.-]+"$/)])
    expect(first.headers.get('cache-control')).toBe(forSharedCaches)
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await read(address, known)
      expect([again.status, await again.text(), again.headers.get('etag')], known).toEqual([304, '', etag])
      expect(again.headers.get('cache-control')).toBe(forSharedCaches)
    }
    expect((await read(address, 'W/"other"')).status).toBe(200)
  })

  test('is another one when news are out or the content has changed', async () => {
    const changed = async (address: string, act: () => Promise<unknown>) => {
      const etag = (await read(address)).headers.get('etag') ?? ''
      await act()
      return (await read(address, etag)).status
    }
    const news = '/api/news/news-filter?limit=3&offset=0&category=0'
    const { db } = api.services
    await db
      .updateTable('news')
      .set({ published_at: api.clock.now() + DAY })
      .where('id', '=', 1)
      .execute()
    expect(await changed(news, async () => api.clock.advance(2 * DAY))).toBe(200)
    const publish = async () => {
      const { value } = await db.selectFrom('meta').select('value').where('key', '=', siteKey).executeTakeFirstOrThrow()
      const site = JSON.stringify({ ...siteOf({ facts: value }), contentVersion: 'another' })
      await db.updateTable('meta').set({ value: site }).where('key', '=', siteKey).execute()
      api.clock.advance(DAY)
    }
    expect(await changed('/api/v1/category', publish)).toBe(200)
  })

  test('is another one from another release, whose code may say the same content otherwise', async () => {
    const asked = async (release: string, address: string, known = '') => {
      const headers = { 'if-none-match': known }
      const response = await createApi(api.services, release).request(address, { headers })
      return [response.status, response.headers.get('etag') ?? ''] as const
    }
    for (const address of addresses.filter((each) => !each.endsWith('openapi.json'))) {
      const [, etag] = await asked('first', address)
      expect(await asked('first', address, etag), 'another server of the release').toEqual([304, etag])
      const [status, after] = await asked('second', address, etag)
      expect([status, after === etag], address).toEqual([200, false])
    }
  })

  test('says nothing of a version where it could not be made', async () => {
    const { catalogue } = api.services
    let reads = 0
    const failing = Object.assign(
      <T>(use: Parameters<typeof catalogue<T>>[0]) =>
        reads++ === 0 ? catalogue(use) : Promise.reject<T>(new Error('lost')),
      { version: () => undefined },
    )
    api.services.catalogue = failing
    const response = await read('/api/v1/category')
    api.services.catalogue = catalogue
    expect([response.status, response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([
      500,
      null,
      'no-store',
    ])
    expect(await response.json()).toMatchObject({ code: 'internal', request_id: response.headers.get('x-request-id') })
  })
})

describe('a field that is left blank', () => {
  const texts = calls.flatMap(({ name, endpoint }) =>
    (['query', 'body'] as const).flatMap((part) =>
      Object.entries(sampleInput(endpoint)[part]).map(([field]) => ({ name, endpoint, part, field })),
    ),
  )

  test.each(texts)('is refused with 422 and its name, or taken: $name, $field', async (given) => {
    const { endpoint, part, field } = given
    const caller = await callerOf(api, endpoint)
    for (const blank of ['', '   ', undefined]) {
      const input = sampleInput(endpoint)
      input[part][field] = blank
      const response = await api.request(...requestFor(endpoint, input, caller))
      const refused = z.safeParse(endpoint[part], input[part]).error?.issues.some(({ path }) => path[0] === field)
      if (!refused) continue
      const named = expectNamedFields(await expectSoundAnswer(response, field), field).map((name) => name.split('.')[0])
      expect([response.status, named]).toEqual([422, expect.arrayContaining([field])])
    }
  })
})
