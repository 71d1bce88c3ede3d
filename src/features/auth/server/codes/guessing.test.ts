import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { logInCalls, newPhone, wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { sentBy } from '../../../../../tests/support/api/statements.ts'
import { resendCode } from '../../auth.contract.ts'
import { codeLimits } from './code-limits.ts'

/** Somebody who guesses, as far as the limits let them. The odds stand in docs/reference/security.md. */

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const { send, verify, idOf } = logInCalls(() => api)

const most = {
  phone: codeLimits.guesses.phone[0].count,
  phoneFromAddress: codeLimits.guesses.phoneFromNetwork[0].count,
  address: codeLimits.guesses.network.ipv4[0].count,
}

/** Sends and guesses from an address as long as it may. @returns how many guesses were looked at, and the last answer */
async function guessOn(mobile: string, address: string) {
  let looked = 0
  for (;;) {
    const sent = await send(mobile, { address })
    if (sent.status !== 200) return { looked, last: sent }
    for (let by = 1; by <= codeLimits.tries + 1; by += 1) {
      const guess = await verify(sent.body.user_id, wrongCode(sent.code, by), address)
      if (guess.status === 422 && by <= codeLimits.tries) looked += 1
      if (guess.status === 429) return { looked, last: guess }
    }
    api.clock.advance(4 * MINUTE)
  }
}

/** Guesses that were made before, by others. */
async function earlier(guesses: { userId: number; address: string; count: number }) {
  const { userId: user_id, address, count } = guesses
  const rows = Array.from({ length: count }, () => ({
    user_id,
    address,
    net56: null,
    net48: null,
    tried_at: api.clock.now(),
  }))
  await api.services.db.insertInto('code_tries').values(rows).execute()
}

describe('whoever guesses at one phone', () => {
  it('from one address gets fifteen guesses a day, and is told how long to wait', async () => {
    const mobile = newPhone()
    const { looked, last } = await guessOn(mobile, '10.1.0.1')
    expect(looked).toBe(most.phoneFromAddress)
    expect([last.status, last.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many wrong codes were entered\. Please try again in 2[34] hours\.$/),
    ])
    expect((await send(mobile, { address: '10.1.0.1' })).body.message).toMatch(/^Too many wrong codes/)
    // The owner, elsewhere, still gets in.
    const { body, code } = await send(mobile, { address: '10.1.0.2' })
    expect((await verify(body.user_id, code, '10.1.0.2')).status).toBe(200)
  })

  it('from many addresses gets thirty guesses a day, whatever the number of codes', async () => {
    const mobile = newPhone()
    let all = 0
    for (const address of ['10.1.1.1', '10.1.1.2', '10.1.1.3', '10.1.1.4']) {
      const { looked } = await guessOn(mobile, address)
      all += looked
      // Sends have a limit of their own in every quarter of an hour.
      api.clock.advance(15 * MINUTE)
    }
    expect(all).toBe(most.phone)
    expect((await guessOn(mobile, '10.1.1.5')).looked).toBe(0)
    api.clock.advance(DAY)
    expect((await guessOn(mobile, '10.1.1.5')).looked).toBe(most.phoneFromAddress)
  })

  it('for weeks gets a hundred guesses in thirty days, and the owner may wait that long unless somebody unlocks the phone', async () => {
    const { body } = await send(newPhone(), { address: '10.1.9.1' })
    const [, { count, span }] = codeLimits.guesses.phone
    await earlier({ userId: body.user_id, address: '10.1.9.9', count: count - 1 })
    api.clock.advance(span - 2 * DAY)
    const again = await send(api.codes.at(-1)!.phone, { address: '10.1.9.1' })
    expect((await verify(body.user_id, wrongCode(again.code), '10.1.9.1')).status).toBe(422)
    const owner = await verify(body.user_id, again.code, '10.1.9.1')
    expect([owner.status, owner.body.message]).toEqual([
      429,
      'Too many wrong codes were entered. Please try again in 2 days.',
    ])
    api.clock.advance(2 * DAY)
    const late = await send(api.codes.at(-1)!.phone, { address: '10.1.9.1' })
    expect((await verify(body.user_id, late.code, '10.1.9.1')).status).toBe(200)
  })

  it('with many guesses at the same moment gets no more of them', async () => {
    const { body, code } = await send(newPhone())
    await earlier({ userId: body.user_id, address: '10.1.2.0', count: most.phone - 2 })
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, by) => verify(body.user_id, wrongCode(code, by + 1), `10.1.2.${by + 1}`)),
    )
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(2)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(8)
    const { tries } = await api.services.db
      .selectFrom('code_tries')
      .select(({ fn }) => fn.countAll<number>().as('tries'))
      .where('user_id', '=', body.user_id)
      .executeTakeFirstOrThrow()
    expect(tries).toBe(most.phone)
  })

  it("has the guesses of others counted on, though the phone's owner logs in; the owner's own slips are forgiven", async () => {
    const { body, code } = await send(newPhone(), { address: '10.1.3.1' })
    await earlier({ userId: body.user_id, address: '10.1.3.9', count: 7 })
    for (let by = 1; by <= 3; by += 1) await verify(body.user_id, wrongCode(code, by), '10.1.3.1')
    expect((await verify(body.user_id, code, '10.1.3.1')).status).toBe(200)
    const left = await api.services.db
      .selectFrom('code_tries')
      .select('address')
      .where('user_id', '=', body.user_id)
      .execute()
    expect(left).toEqual(Array(7).fill({ address: '10.1.3.9' }))
  })
})

describe('whoever guesses at all phones', () => {
  it('from one address gets two hundred guesses a day at codes, and sends no more then', async () => {
    const stranger = await api.learner()
    await earlier({ userId: stranger.user.id, address: '10.1.4.1', count: most.address - 7 })
    let looked = 0
    for (let phone = 0; phone < 3; phone += 1) looked += (await guessOn(newPhone(), '10.1.4.1')).looked
    expect(looked).toBe(7)
    expect((await send(newPhone(), { address: '10.1.4.1' })).status).toBe(429)
    expect((await send(newPhone(), { address: '10.1.4.2' })).status).toBe(200)
  })
})

describe('what is done tells nobody whose phone it is', () => {
  /** The statements of a call, without what is asked of them. */
  const done = async (work: () => Promise<{ status: number }>) => (await sentBy(api, work)).map(({ sql }) => sql)

  it('a wrong code takes the same work with a log-in under way, without one, and for nobody', async () => {
    const { body, code } = await send(newPhone())
    const idle = await api.learner()
    const guesses = [
      await done(() => verify(body.user_id, wrongCode(code), '10.1.5.1')),
      await done(() => verify(idle.user.id, '1234', '10.1.5.2')),
      await done(() => verify(987_654, '1234', '10.1.5.3')),
    ]
    expect(guesses[0]!.length).toBeGreaterThan(4)
    expect(guesses[1]).toEqual(guesses[0])
    expect(guesses[2]).toEqual(guesses[0])
  })

  it('a code for a known phone takes the same work as one for a new phone', async () => {
    const { user } = await api.learner()
    const known = await done(() => send(user.phone, { address: '10.1.6.1' }))
    const fresh = await done(() => send(newPhone(), { address: '10.1.6.2' }))
    expect(known.length).toBeGreaterThan(8)
    expect(fresh).toEqual(known)
  })

  it('sending again takes the same work for an id without a log-in under way and for an id of nobody', async () => {
    const { user } = await api.learner()
    const again = (id: number, address: string) =>
      done(() => api.call(resendCode, { query: { user_id: id } }, { address }))
    expect(await again(987_654, '10.1.7.1')).toEqual(await again(user.id, '10.1.7.2'))
  })

  it('an account is made by a code, not shown by it: the reply differs in what the specification says alone', async () => {
    const { user } = await api.learner()
    const known = await send(user.phone, { address: '10.1.8.1' })
    const mobile = newPhone()
    const fresh = await send(mobile, { address: '10.1.8.2' })
    const plain = { status: true, success: true, message: 'OTP sent successfully.' }
    expect(known.body).toEqual({ ...plain, user_id: user.id, user_exsist: true })
    expect(fresh.body).toEqual({ ...plain, user_id: await idOf(mobile), user_exsist: false })
  })
})
