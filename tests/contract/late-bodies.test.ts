import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { changingSessions } from '#features/auth/server/sessions/known-sessions.ts'
import { addMember } from '#features/staff/team/team.contract.ts'
import { RECENT_FACTOR } from '#features/staff/staff.rules.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { STAFF_IDLE } from '#lib/both/staff-session.ts'
import { testApi, type TestApi } from '../support/api/api.ts'
import { callerOf } from '../support/api/caller-of.ts'
import { requestFor, type Caller } from '../support/api/calls.ts'
import { expectSoundAnswer } from '../support/api/error-body.ts'
import { nameOf, sampleInput } from '../support/api/sample.ts'

const withCaller = routes
  .map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint }))
  .filter(({ endpoint }) => endpoint.method === 'POST' && endpoint.access !== 'anyone')

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

/** Sends a request whose body arrives after `meanwhile`, which runs once the server begins to read the body. */
async function sendLate(endpoint: Endpoint, caller: Caller, meanwhile: () => unknown, input = sampleInput(endpoint)) {
  const [path, init] = requestFor(endpoint, input, caller)
  const whole = new Request(`http://localhost${path}`, init)
  const bytes = new Uint8Array(await whole.clone().arrayBuffer())
  const pull = async (body: ReadableStreamController<Uint8Array>) => {
    await meanwhile()
    body.enqueue(bytes)
    body.close()
  }
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
  const late = { method: 'POST', headers: whole.headers, body, duplex: 'half' } as RequestInit
  const response = await api.request(path, late)
  return { status: response.status, body: await expectSoundAnswer(response, nameOf(endpoint)) }
}

const logged = async () =>
  (await api.services.db.selectFrom('audit_head').select('last_id').executeTakeFirst())?.last_id ?? 0

/** Ends each session and log-in. */
async function endAll(): Promise<void> {
  const { db } = api.services
  await changingSessions(() => db.updateTable('sessions').set({ revoked_at: 1 }).execute())
  await db.updateTable('staff_sessions').set({ revoked_at: 1 }).execute()
  await db.deleteFrom('staff_log_ins').execute()
}

describe('a session that ends while the body of a request is sent', () => {
  test.each(withCaller)('$name is refused with 401 and changes nothing', async ({ endpoint }) => {
    const caller = await callerOf(api, endpoint)
    const before = await logged()
    const { status, body } = await sendLate(endpoint, caller, endAll)
    expect([status, body.code, await logged()]).toEqual([401, 'unauthorized', before])
  })
})

describe('a request of a member that adds another member', () => {
  const input = {
    params: {},
    query: {},
    body: { name: 'New', mobile: '9812345670', roles: ['owner'], reason: 'Joins today' },
  }
  const session = (staffId: number, set: { factor_at?: number; last_seen_at?: number }) =>
    api.services.db.updateTable('staff_sessions').set(set).where('staff_id', '=', staffId).execute()
  const member = (id: number, set: { left_at?: number; roles?: string }) =>
    api.services.db.updateTable('staff').set(set).where('id', '=', id).execute()

  test.each([
    ['who leaves', (id: number) => member(id, { left_at: 1 }), '401 unauthorized'],
    ['who loses the role', (id: number) => member(id, { roles: '["mentor"]' }), '403 wrong_role'],
    [
      'whose second factor is 15 minutes old',
      (id: number) => session(id, { factor_at: api.clock.now() - RECENT_FACTOR }),
      '403 second_factor',
    ],
    [
      'whose session is idle',
      (id: number) => session(id, { last_seen_at: api.clock.now() - STAFF_IDLE }),
      '401 unauthorized',
    ],
  ])('is refused for a member %s while its body is sent', async (_who, change, refusal) => {
    const staff = await api.staff('owner')
    const { status, body } = await sendLate(addMember, { staff }, () => change(staff.id), input)
    expect(`${status} ${String(body.code)}`).toBe(refusal)
    const added = await api.services.db.selectFrom('staff').where('name', '=', 'New').select('id').execute()
    expect(added).toEqual([])
  })

  test('is answered where nothing changes while its body is sent', async () => {
    const staff = await api.staff('owner')
    expect((await sendLate(addMember, { staff }, () => undefined, input)).status).toBe(200)
  })
})
