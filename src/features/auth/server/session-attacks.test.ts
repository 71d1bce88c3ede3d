import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOtherSessions, getProfile, listSessions, makeExport } from '#features/profile/profile.contract.ts'
import { makeCalendarFeed } from '#features/live-classes/live-classes.contract.ts'
import { servicePaths } from '#lib/both/calls/endpoint.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { logInCalls, wrongCode } from '../../../../tests/support/scenes/log-in-calls.ts'
import { logOut } from '../auth.contract.ts'

let api: TestApi
let logged = ''

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged += chunk.toString()
      done()
    },
  })
  api = await testApi({}, pino({ level: 'trace' }, stream))
})

afterAll(() => api.close())

const { send, verify } = logInCalls(() => api)

const path = servicePaths.v1 + getProfile.path
const opens = async (token: string) => (await api.call(getProfile, {}, { token })).status === 200

const newPhone = async () => (await api.learner()).user.phone

async function logIn(phone: string) {
  const { body, code } = await send(phone)
  return { code, token: (await verify(body.user_id, code)).body.user.token }
}

describe('a token', () => {
  test.each([
    ['in the address', (token: string) => [`${path}?token=${token}&access_token=${token}&authorization=${token}`]],
    [
      'in a cookie',
      (token: string) => [path, { headers: { cookie: `token=${token}; authorization=Bearer ${token}` } }],
    ],
    ['in headers of other names', (token: string) => [path, { headers: { 'x-token': token, 'x-auth-token': token } }]],
    ['for a proxy', (token: string) => [path, { headers: { 'proxy-authorization': `Bearer ${token}` } }]],
  ] as [string, (token: string) => [string, RequestInit?]][])('%s is none', async (_, request) => {
    const { token } = await api.learner()
    expect((await api.request(...request(token))).status).toBe(401)
    expect(await opens(token)).toBe(true)
  })

  test('in a body is none, and forms of other sites carry nothing else', async () => {
    const { token } = await api.learner()
    const form = new URLSearchParams({ token, authorization: `Bearer ${token}` })
    const answer = await api.request(servicePaths.v1 + logOut.path, { method: 'POST', body: form })
    expect([answer.status, await opens(token)]).toEqual([401, true])
  })

  test('is 32 random bytes, never the same twice, and none that a caller brought', async () => {
    const { user } = await api.learner()
    const brought = Buffer.alloc(32, 7).toString('base64url')
    const tokens = new Set<string>()
    for (let time = 0; time < 3; time += 1) {
      const { body, code } = await send(user.phone)
      const answer = await api.request('/api/v1/user/otp/verify', {
        method: 'POST',
        headers: { authorization: `Bearer ${brought}`, 'content-type': 'application/json', cookie: `token=${brought}` },
        body: JSON.stringify({ user_id: body.user_id, otp: code, token: brought }),
      })
      tokens.add(((await answer.json()) as { user: { token: string } }).user.token)
    }
    expect(tokens.size).toBe(3)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(await opens(brought)).toBe(false)
  })

  test('that was stolen is worth nothing after the log-out, however many calls come at once', async () => {
    const { token } = await logIn(await newPhone())
    const calls = await Promise.all([
      ...Array.from({ length: 5 }, () => api.call(getProfile, {}, { token })),
      api.call(logOut, {}, { token }),
      ...Array.from({ length: 5 }, () => api.call(getProfile, {}, { token })),
    ])
    for (const { status } of calls) expect([200, 401]).toContain(status)
    const after = await Promise.all(Array.from({ length: 5 }, () => opens(token)))
    expect(after).toEqual(Array(5).fill(false))
  })

  test('that a thief used is thrown out by its owner, also when both try to throw the other out', async () => {
    const phone = await newPhone()
    const thief = (await logIn(phone)).token
    const owner = (await logIn(phone)).token
    const stranger = await api.learner()
    await Promise.all([thief, owner].map((token) => api.call(endOtherSessions, {}, { token })))
    // Whoever came first stays; both at once are both out. Never do both stay.
    expect([await opens(thief), await opens(owner)]).not.toEqual([true, true])
    const again = (await logIn(phone)).token
    await api.call(endOtherSessions, {}, { token: again })
    expect([await opens(thief), await opens(owner), await opens(again)]).toEqual([false, false, true])
    expect((await api.call(listSessions, {}, { token: again })).body.data).toHaveLength(1)
    expect(await opens(stranger.token)).toBe(true)
  })
})

test('the log tells of calls, and of no token, code, signed address or calendar link', async () => {
  const phone = await newPhone()
  const { token, code } = await logIn(phone)
  const elsewhere = await logIn(phone)
  await verify(1, wrongCode(code))
  const { address } = (await api.call(makeExport, { body: { format: 'json' } }, { token })).body
  await (await api.request(address)).text()
  const { url } = (await api.call(makeCalendarFeed, {}, { token })).body
  await api.request(new URL(url!).pathname)
  await api.request(`${path}?token=${token}`)
  // A fault of ours, which is logged with its stack.
  const { db } = api.services
  api.services.now = () => {
    throw new Error('the clock stands still')
  }
  expect((await api.call(getProfile, {}, { token })).status).toBe(500)
  api.services.now = api.clock.now
  expect(await db.selectFrom('sessions').select('id').execute()).not.toEqual([])

  const events = logged
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(events).toEqual(expect.arrayContaining(['logged in', 'log-in refused', 'refused', 'call failed']))
  expect(logged).toContain('the clock stands still')
  expect(logged.split('\n').length).toBeGreaterThan(8)
  const codes = api.codes.map((sent) => sent.code)
  const told = [
    token,
    elsewhere.token,
    new URL(address, 'http://site').searchParams.get('sig')!,
    url!.split('/').at(-1)!,
  ]
  for (const secret of told) expect(logged).not.toContain(secret)
  const values = [...logged.matchAll(/"[^"]*":"?([^",}]*)/g)].map(([, value]) => value)
  expect(values.filter((value) => codes.includes(value ?? ''))).toEqual([])
})
