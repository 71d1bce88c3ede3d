import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staffCookieNames } from '#core/staff/staff-cookies.ts'
import { routes } from '#http/routes.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { generalCode } from '#lib/both/calls/error-codes.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { STAFF_IDLE, STAFF_SESSION } from '#lib/both/staff-session.ts'
import { RECENT_FACTOR } from '#features/staff/staff.rules.ts'
import { requestFor, type Caller } from '../support/api/calls.ts'
import { expectSoundAnswer } from '../support/api/error-body.ts'
import { nameOf, sampleInput } from '../support/api/sample.ts'
import { staffScene, type StaffScene } from '../support/scenes/staff-scene.ts'
import { staffMatrix } from './staff-access-matrix.ts'

const all = routes.map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint }))
const ofStaff = all.filter(({ endpoint }) => endpoint.access === 'staff')
const calls = ofStaff.map((call) => ({ ...call, row: staffMatrix[call.name]! }))
const ofLearners = all.filter(({ endpoint }) => ['verified', 'learner'].includes(endpoint.access))
const entering = all.filter(({ endpoint }) => endpoint.access === 'entering')

let scene: StaffScene

beforeAll(async () => {
  scene = await staffScene()
})

afterAll(() => scene.api.close())

type Declared = (typeof all)[number]

async function send({ name, endpoint }: Declared, caller: Caller, given: object = {}) {
  const input = sampleInput(endpoint)
  for (const part of ['params', 'query', 'body'] as const)
    Object.assign(input[part], (given as Record<string, object>)[part])
  const response = await scene.api.request(...requestFor(endpoint, input, caller))
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = await expectSoundAnswer(response, name)
  const code = body.code === generalCode(response.status) ? undefined : body.code
  return code ? `${response.status} ${String(code)}` : response.status
}

const entries = async () =>
  (await scene.api.services.db.selectFrom('audit_head').select('last_id').executeTakeFirst())?.last_id ?? 0

describe('calls of staff', () => {
  test('each say whose they are, as their row does, and stand under /staff', () => {
    const declared = ofStaff.map(({ name, endpoint }) => [name, [...endpoint.roles].sort()])
    expect(Object.fromEntries(declared)).toEqual(
      Object.fromEntries(Object.entries(staffMatrix).map(([name, row]) => [name, [...row.roles].sort()])),
    )
    expect(Object.fromEntries(ofStaff.map(({ name, endpoint }) => [name, endpoint.secondFactor]))).toEqual(
      Object.fromEntries(Object.entries(staffMatrix).map(([name, row]) => [name, row.secondFactor ?? 'session'])),
    )
    expect(all.filter(({ endpoint }) => endpoint.access !== 'staff' && endpoint.secondFactor)).toEqual([])
    expect(ofStaff.filter(({ endpoint }) => endpoint.roles.length === 0)).toEqual([])
    expect([...ofStaff, ...entering].filter(({ endpoint }) => !endpoint.path.startsWith('/staff/'))).toEqual([])
    expect(all.filter(({ endpoint }) => endpoint.access !== 'staff' && endpoint.roles.length > 0)).toEqual([])
  })

  test('do not compile without saying which second factor they need', () => {
    const call = { method: 'GET', path: '/staff/new', summary: 'New', access: 'staff', reply: z.object({}) } as const
    // @ts-expect-error secondFactor is missing.
    expect(endpoint(call).secondFactor).toBeUndefined()
    // @ts-expect-error Calls of others have none.
    expect(endpoint({ ...call, access: 'learner', secondFactor: 'recent' }).access).toBe('learner')
  })

  test.each(calls)(
    '$name lets its roles through and nobody else, and what it does is in the log once',
    async (call) => {
      const { row, endpoint } = call
      const answers: Record<string, unknown> = {}
      const written: Record<string, number> = {}
      for (const role of everyRole) {
        const given = await row.input?.(scene)
        const staff = await scene.as(role)
        const before = await entries()
        answers[role] = await send(call, { staff }, given)
        written[role] = (await entries()) - before
      }
      const passes = row.expected ?? 200
      const expected = everyRole.map((role) => [role, row.roles.includes(role) ? passes : '403 wrong_role'])
      expect(answers).toEqual(Object.fromEntries(expected))
      const logs = row.logs ?? (endpoint.method === 'POST' && passes === 200 ? 1 : 0)
      const logged = everyRole.map((role) => [role, row.roles.includes(role) ? logs : 0])
      expect(written).toEqual(Object.fromEntries(logged))
    },
  )

  test.each([...calls, ...entering.map((call) => ({ ...call, row: undefined }))])(
    '$name is closed to nobody, to learners and to a session that is over',
    async (call) => {
      const given = await call.row?.input?.(scene)
      const { api, learner } = scene
      const before = await entries()
      expect(await send(call, {}, given)).toBe(401)
      expect(await send(call, { token: learner.token }, given)).toBe(401)
      const { session, entry } = staffCookieNames
      const asCookie = { cookie: `${session}=${learner.token}; ${entry}=${learner.token}`, csrf: 'x' }
      expect(await send(call, { staff: asCookie }, given)).toBe(401)
      const owner = await api.staff('owner')
      await api.services.db
        .updateTable('staff_sessions')
        .set({ revoked_at: 1 })
        .where('staff_id', '=', owner.id)
        .execute()
      expect(await send(call, { staff: owner }, given)).toBe(401)
      expect(await entries()).toBe(before)
    },
  )

  test.each(calls)('$name follows its declaration when the second factor is 15 minutes old', async (call) => {
    const { api } = scene
    const [role = 'owner'] = call.row.roles
    const agedBy = async (age: number) => {
      const staff = await scene.as(role)
      const factor = { created_at: 1, factor_at: api.clock.now() - age }
      await api.services.db.updateTable('staff_sessions').set(factor).where('staff_id', '=', staff.id).execute()
      return { staff }
    }
    const given = await call.row.input?.(scene)
    const [old, recent] = [await agedBy(RECENT_FACTOR), await agedBy(RECENT_FACTOR - 1)]
    const passes = call.row.expected ?? 200
    if (call.row.secondFactor === 'recent') {
      const before = [await entries(), api.codes.length]
      expect(await send(call, old, given)).toBe('403 second_factor')
      expect([await entries(), api.codes.length]).toEqual(before)
    } else expect(await send(call, old, given)).toBe(passes)
    // Calls that changed something above find it changed.
    const again = call.row.secondFactor === 'recent' ? given : await call.row.input?.(scene)
    expect(await send(call, recent, again)).toBe(passes)
  })

  test('a session counts as its own second factor until one is confirmed', async () => {
    const call = calls.find(({ name }) => name === 'POST /api/v1/staff/recovery-codes')!
    const { api } = scene
    const staff = await scene.as('mentor')
    const began = (created_at: number) =>
      api.services.db.updateTable('staff_sessions').set({ created_at }).where('staff_id', '=', staff.id).execute()
    await began(api.clock.now() - RECENT_FACTOR + 1)
    expect(await send(call, { staff })).toBe(200)
    await began(api.clock.now() - RECENT_FACTOR)
    expect(await send(call, { staff })).toBe('403 second_factor')
  })

  test.each(calls)('$name is refused where another site may have sent it', async (call) => {
    const staff = await scene.as('owner')
    const given = await call.row.input?.(scene)
    const before = await entries()
    for (const caller of [
      { staff: { ...staff, csrf: '' } },
      { staff: { ...staff, csrf: `${staff.csrf}A` } },
      { staff, headers: { origin: 'https://elsewhere.example.org' } },
      { staff, headers: { 'sec-fetch-site': 'same-site' } },
    ])
      expect(await send(call, caller, given)).toBe('403 not_from_here')
    expect(await entries()).toBe(before)
  })
})

describe('a session of staff', () => {
  const me = calls.find(({ name }) => name === 'GET /api/v1/staff/me')!

  test('opens nothing of learners', async () => {
    const staff = await scene.as('owner')
    const opened: string[] = []
    for (const call of ofLearners) {
      const answers = [await send(call, { staff }), await send(call, { token: staff.token, staff })]
      if (answers.some((answer) => answer !== 401)) opened.push(call.name)
    }
    expect(opened).toEqual([])
  })

  test('ends when it was not used for half an hour', async () => {
    const { clock } = scene.api
    const staff = await scene.as('mentor')
    for (let times = 0; times < 3; times += 1) {
      clock.advance(STAFF_IDLE - 60_000)
      expect(await send(me, { staff })).toBe(200)
    }
    clock.advance(STAFF_IDLE)
    expect(await send(me, { staff })).toBe(401)
  })

  test('is renewed by each request but forged ones and those sent in the background', async () => {
    const { api } = scene
    const staff = await scene.as('owner')
    const used = async () => {
      const { last_seen_at } = await api.services.db
        .selectFrom('staff_sessions')
        .select('last_seen_at')
        .where('staff_id', '=', staff.id)
        .executeTakeFirstOrThrow()
      return api.clock.now() - last_seen_at
    }
    api.clock.advance(MINUTE)
    await send(me, { staff, headers: { 'x-background': '1' } })
    expect(await used()).toBe(MINUTE)
    await send(me, { staff, headers: { 'sec-fetch-site': 'same-site' } })
    await send(me, { staff: { ...staff, csrf: '' } })
    expect(await used()).toBe(MINUTE)
    await send(me, { staff })
    expect(await used()).toBe(0)
  })

  test('ends when background requests alone are sent for half an hour', async () => {
    const { clock } = scene.api
    const staff = await scene.as('mentor')
    const background = { staff, headers: { 'x-background': '1' } }
    for (let passed = MINUTE; passed < STAFF_IDLE; passed += MINUTE) {
      clock.advance(MINUTE)
      expect(await send(me, background)).toBe(200)
    }
    clock.advance(MINUTE)
    expect(await send(me, background)).toBe(401)
  })

  test('ends twelve hours after the log-in, however it is used', async () => {
    const { clock } = scene.api
    const staff = await scene.as('mentor')
    const end = clock.now() + STAFF_SESSION
    while (clock.now() + 20 * 60_000 < end) {
      clock.advance(20 * 60_000)
      expect(await send(me, { staff })).toBe(200)
    }
    clock.set(end)
    expect(await send(me, { staff })).toBe(401)
  })
})
