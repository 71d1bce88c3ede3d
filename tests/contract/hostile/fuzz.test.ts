import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApi, type TestApi } from '../../support/api/api.ts'
import { seeded } from '../../support/random.ts'
import { besiege, emptyTally } from '../../soak/besiege.ts'
import { besiegersOf, makeWorld } from '../../soak/world.ts'

/** The same requests with every run; `npm run soak` draws others, and many more. */
const SEED = 20_260_302

/** As many as take some seconds on either engine. */
const REQUESTS = 4000

let api: TestApi

beforeAll(async () => {
  api = await testApi()
  await api.importDemo()
})

afterAll(() => api.close())

test('hostile requests are refused by name or answered, tell nothing of the inside, and leave a server that serves', async () => {
  const world = await makeWorld(api.services.db, { learners: REQUESTS / 100, now: api.clock.now() })
  const tally = emptyTally()
  await besiege(
    {
      send: async ({ method, path, headers, body }) => {
        const response = await api.request(path, { method, headers, ...(body && { body: new Uint8Array(body) }) })
        return { status: response.status, headers: response.headers, text: await response.text() }
      },
      besiegers: await besiegersOf(api.call, world),
      random: seeded(SEED),
      requests: REQUESTS,
    },
    tally,
  )
  expect(tally.problems, `with the seed ${SEED}`).toEqual([])
  expect(tally.requests).toBe(REQUESTS)
  const kept = Object.entries(tally.calls).filter(([, statuses]) => [...statuses].every((status) => status === 401))
  expect(kept.map(([name]) => name)).toEqual([])
})
