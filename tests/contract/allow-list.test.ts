import { afterAll, beforeAll, expect, test } from 'vitest'
import { callName } from '#core/calls/call-limits.ts'
import type { Route } from '#core/calls/handle.ts'
import { WithKept } from '#core/calls/kept-json.ts'
import { routes } from '#http/routes.ts'
import { Versioned } from '#core/calls/versioned.ts'
import { servicePaths } from '#lib/both/calls/endpoint.ts'
import { testApi, type TestApi } from '../support/api/api.ts'

/** Reads that answer whoever asks, without anything that would have to be there first. */
const reads = [
  'GET /getcontentsource',
  'GET /page/home',
  'GET /category',
  'GET /user/courses',
  'GET /page/appbanner',
  'GET /news-filter',
  'GET /user/profilewithsales',
]

type Run = (...given: unknown[]) => Promise<unknown>

let api: TestApi
const restores: (() => void)[] = []

/** The reply with a secret in each object that a function could add one to. */
function withSecret(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(withSecret)
  if (typeof reply !== 'object' || reply === null || reply instanceof Versioned || reply instanceof WithKept)
    return reply
  const fields = Object.entries(reply).map(([name, value]) => [name, withSecret(value)])
  return { ...Object.fromEntries(fields), secret_of_the_row: 'leaked' }
}

beforeAll(async () => {
  for (const route of routes.filter(({ endpoint }) => reads.includes(callName(endpoint)))) {
    const run = route.run as Run
    route.run = (async (...given: unknown[]) => withSecret(await run(...given))) as Route['run']
    restores.push(() => (route.run = run as Route['run']))
  }
  api = await testApi()
})

afterAll(async () => {
  restores.forEach((restore) => restore())
  await api.close()
})

test.each(reads)('%s lets no field out that its contract does not name', async (name) => {
  const { endpoint } = routes.find((route) => callName(route.endpoint) === name)!
  const { token } = await api.learner()
  const headers = { authorization: `Bearer ${token}` }
  const reply = await api.request(servicePaths[endpoint.service] + endpoint.path, { headers })
  expect(reply.status).toBe(200)
  expect(await reply.text()).not.toContain('leaked')
})
