import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { testApi, type TestApi } from '../../support/api/api.ts'
import { senderAs } from '../../support/api/caller-of.ts'
import { requestFor } from '../../support/api/calls.ts'
import { expectSoundAnswer } from '../../support/api/error-body.ts'
import {
  hostileFields,
  hostileForms,
  hostileJson,
  inPieces,
  type HostileBody,
} from '../../support/hostile/hostile-bodies.ts'
import { fieldsOf, nameOf, sampleInput, schemaOf } from '../../support/api/sample.ts'

/** Milliseconds of processor time that a request may take on this thread, so that no other waits longer for its turn. */
const MOST = 100

let api: TestApi
const { send } = senderAs(() => api)

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

const posts = routes.filter(({ endpoint }) => endpoint.method === 'POST').map(({ endpoint }) => endpoint)

/**
 * Sends a body as a socket brings it and measures what that takes of this thread: no clock is asked, so it is the same
 * whatever else the machine has to do. The least of three, since any of them may have to clear up what was before.
 */
async function costOf(endpoint: Endpoint, body: HostileBody, lengthTold = true): Promise<number> {
  const costs: number[] = []
  for (let time = 0; time < 3 && !costs.some((cost) => cost < MOST); time += 1) {
    costs.push(await costOnce(endpoint, body, lengthTold))
  }
  return Math.min(...costs)
}

async function costOnce(endpoint: Endpoint, { what, type, bytes }: HostileBody, lengthTold: boolean): Promise<number> {
  const [path] = requestFor(endpoint, sampleInput(endpoint))
  const headers: Record<string, string> = { 'content-type': type }
  if (lengthTold) headers['content-length'] = String(bytes.length)
  const init = { method: 'POST', headers, body: inPieces(bytes), duplex: 'half' } as RequestInit
  const before = process.threadCpuUsage()
  const response = await send(endpoint, [path, init])
  const { user, system } = process.threadCpuUsage(before)
  await expectSoundAnswer(response, what)
  return (user + system) / 1000
}

describe.each(['json', 'form', 'multipart'])('a call that takes %s lets nobody wait', (kind) => {
  // Log-out, which would end the test's own log-in, has no fields.
  const endpoint = posts.find(
    ({ bodyKind, body, access }) => bodyKind === kind && access !== 'anyone' && hasFields(body),
  )!

  test.each([...hostileForms, ...hostileJson])('for $what', async (body) => {
    expect(await costOf(endpoint, body)).toBeLessThan(MOST)
    expect(await costOf(endpoint, body, false), 'of a length that is not told').toBeLessThan(MOST)
  })
})

/** What looks at a value of a field; many calls share one, as that of a reason. */
const looksAt = ({ body }: Endpoint, field: string) =>
  (body._zod.def as { shape?: Record<string, unknown> }).shape?.[field]

/** Each of these values is refused by what looks at its field, whichever call it is of: so each of those is asked once. */
const fields = [
  ...new Map(
    posts
      .filter(({ bodyKind }) => bodyKind === 'json')
      .flatMap((endpoint) => fieldsOf(endpoint, 'body').map((field) => ({ name: nameOf(endpoint), endpoint, field })))
      .map((row) => [looksAt(row.endpoint, row.field) ?? row, row]),
  ).values(),
]

test.each(fields)('$name lets nobody wait for what is sent as $field', async ({ endpoint, field }) => {
  for (const body of hostileFields(field)) expect(await costOf(endpoint, body), body.what).toBeLessThan(MOST)
})

function hasFields(schema: Endpoint['body']): boolean {
  return Object.keys(schemaOf(schema).properties ?? {}).length > 0
}
