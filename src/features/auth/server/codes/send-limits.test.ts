import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { logInCalls, newPhone } from '../../../../../tests/support/scenes/log-in-calls.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { send, verify, idOf } = logInCalls(() => api)

describe('limits of sending', () => {
  it('a phone gets five codes in 15 minutes, then is told how long to wait', async () => {
    const mobile = newPhone()
    for (let count = 0; count < 5; count += 1) {
      expect((await send(mobile, { address: `10.0.1.${count}` })).status).toBe(200)
      api.clock.advance(MINUTE)
    }
    const over = await send(mobile, { address: '10.0.1.9' })
    expect(over.status).toBe(429)
    expect(over.headers.get('retry-after')).toBe('600')
    expect(over.body.message).toBe('Too many codes were requested. Please try again in 10 minutes.')
    api.clock.advance(10 * MINUTE)
    expect((await send(mobile, { address: '10.0.1.9' })).status).toBe(200)
  })

  it('a phone gets twelve codes a day', async () => {
    const mobile = newPhone()
    for (let count = 0; count < 12; count += 1) {
      expect((await send(mobile, { address: `10.0.4.${count % 2}` })).status).toBe(200)
      api.clock.advance(30 * MINUTE)
    }
    expect((await send(mobile)).status).toBe(429)
    api.clock.advance(18 * HOUR)
    expect((await send(mobile)).status).toBe(200)
  })

  it('one address alone keeps nobody from getting a code', async () => {
    const mobile = newPhone()
    const stranger = () => send(mobile, { address: '10.0.5.1' })
    for (let count = 0; count < 4; count += 1) expect((await stranger()).status).toBe(200)
    expect((await stranger()).status).toBe(429)
    expect((await send(mobile)).status).toBe(200)
    api.clock.advance(15 * MINUTE)
    for (let count = 0; count < 4; count += 1) expect((await stranger()).status).toBe(200)
    api.clock.advance(HOUR)
    expect((await stranger()).status).toBe(429)
    const { status, body, code } = await send(mobile)
    expect([status, (await verify(body.user_id, code)).status]).toEqual([200, 200])
  })

  it('a code that is over the limit leaves the live one alone', async () => {
    const mobile = newPhone()
    for (let count = 0; count < 5; count += 1) await send(mobile)
    const { body, code } = { body: { user_id: await idOf(mobile) }, code: api.codes.at(-1)!.code }
    expect((await send(mobile)).status).toBe(429)
    expect((await verify(body.user_id, code)).status).toBe(200)
  })

  it('a learner who logs in often meets no limit', async () => {
    const mobile = newPhone()
    for (let count = 0; count < 50; count += 1) {
      const { status, body, code } = await send(mobile)
      expect(status).toBe(200)
      expect((await verify(body.user_id, code)).status).toBe(200)
    }
  })

  it('an address sends a hundred and twenty codes an hour, to whatever phones', async () => {
    for (let count = 0; count < 120; count += 1) expect((await send(newPhone())).status).toBe(200)
    const mobile = newPhone()
    const over = await send(mobile)
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await idOf(mobile)).toBe(0)
    expect((await send(mobile, { address: '10.0.0.2' })).status).toBe(200)
    api.clock.advance(HOUR)
    expect((await send(newPhone())).status).toBe(200)
  })

  it('are not got round by asking for many at the same moment', async () => {
    const mobile = newPhone()
    const toOne = await Promise.all(
      Array.from({ length: 12 }, (_, index) => send(mobile, { address: `10.0.2.${index}` })),
    )
    expect(toOne.filter(({ status }) => status === 200)).toHaveLength(5)
    const fromOne = await Promise.all(Array.from({ length: 50 }, () => send(newPhone(), { address: '2001:db8:3::1' })))
    expect(fromOne.filter(({ status }) => status === 200)).toHaveLength(40)
  })

  it('an IPv6 network counts as one address', async () => {
    for (let count = 0; count < 40; count += 1) await send(newPhone(), { address: `2001:db8:1:2::${count + 1}` })
    expect((await send(newPhone(), { address: '2001:db8:1:2:ffff::1' })).status).toBe(429)
    expect((await send(newPhone(), { address: '2001:db8:1:3::1' })).status).toBe(200)
  })

  it('what they no longer look at is removed', async () => {
    await send(newPhone())
    api.clock.advance(DAY + 1)
    const { body } = await send(newPhone(), { address: '10.0.0.9' })
    const { db } = api.services
    const left = [
      await db.selectFrom('code_sends').select('user_id').execute(),
      await db.selectFrom('codes').select('user_id').execute(),
    ]
    expect(left).toEqual([[{ user_id: body.user_id }], [{ user_id: body.user_id }]])
    expect(await db.selectFrom('code_addresses').select('address').execute()).toEqual([{ address: '10.0.0.9' }])
  })
})

describe('guessing at many accounts', () => {
  it('ends after a hundred wrong codes from one address; right ones do not count', async () => {
    const { body, code } = await send(newPhone(), { address: '10.0.9.9' })
    expect((await verify(body.user_id, code, '10.9.9.9')).status).toBe(200)
    const guesses = Array.from({ length: 101 }, (_, index) => verify(500_000 + index, '1234', '10.9.9.9'))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const victim = await send(newPhone())
    expect((await verify(victim.body.user_id, victim.code, '10.9.9.9')).status).toBe(429)
    expect((await verify(victim.body.user_id, victim.code)).status).toBe(200)
    api.clock.advance(15 * MINUTE)
    expect((await verify(500_000, '1234', '10.9.9.9')).status).toBe(422)
  })
})
