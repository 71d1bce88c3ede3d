/** Somebody who has many addresses and wants in, or wants others out. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endOtherSessions, endSession, listSessions } from '#features/profile/profile.contract.ts'
import { endSessions } from '../for-staff.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { askLongCode } from '../../auth.contract.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { cookieOf, logInCalls, newPhone, wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { send, verify, logIn } = logInCalls(() => api)

/** The calls of somebody whose phone strangers have locked. */
const askLong = (mobile: string, address = '10.8.0.1') =>
  api.call(
    askLongCode,
    { body: { mobile, device: 'web', country_code: '91', include_watsup_otp: 'N' as const } },
    { address },
  )

/** Five requests from two addresses: all that a phone may be sent in a quarter of an hour. */
async function useUpSends(mobile: string) {
  for (let count = 0; count < 5; count += 1) await send(mobile, { address: `10.7.0.${count % 2}` })
}

/** A hundred guesses of others: all that a phone may be guessed at in thirty days. */
async function useUpGuesses(userId: number) {
  const tried = { user_id: userId, address: '10.7.1.1', net56: null, net48: null, tried_at: api.clock.now() }
  await api.services.db
    .insertInto('code_tries')
    .values(Array.from({ length: 100 }, () => tried))
    .execute()
}

describe('whoever has a /48 of IPv6', () => {
  it('gets no more guesses by taking another /64 of it for every phone', async () => {
    let looked = 0
    for (let phone = 0; phone < 60; phone += 1) {
      const mobile = newPhone()
      for (let round = 0; round < 5; round += 1) {
        const address = `2001:db8:7:${(phone * 8 + round).toString(16)}::1`
        const { status, body, code } = await send(mobile, { address })
        if (status !== 200) break
        for (let by = 1; by <= 5; by += 1) {
          if ((await verify(body.user_id, wrongCode(code, by), address)).status === 422) looked += 1
        }
      }
      api.clock.advance(MINUTE)
    }
    expect(looked).toBeLessThanOrEqual(400)
  })
})

describe('a device that has logged in before', () => {
  it('gets its code when strangers have used up what the phone may be sent', async () => {
    const mobile = newPhone()
    const { cookie } = await logIn(mobile)
    await useUpSends(mobile)
    expect((await send(mobile, { address: '10.8.0.1' })).status).toBe(429)
    expect((await logIn(mobile, { address: '10.8.0.1', cookie })).status).toBe(200)
  })

  it('is let in when strangers have guessed a hundred times, which locks the phone for thirty days', async () => {
    const mobile = newPhone()
    const { userId, cookie } = await logIn(mobile)
    await useUpGuesses(userId)
    api.clock.advance(29 * DAY)
    expect((await send(mobile, { address: '10.8.0.1' })).status).toBe(429)
    expect((await logIn(mobile, { address: '10.8.0.1', cookie })).status).toBe(200)
  })

  it('has a code of its own, which strangers neither replace nor use up', async () => {
    const mobile = newPhone()
    const { userId, cookie } = await logIn(mobile)
    const { code } = await send(mobile, { cookie })
    const other = await send(mobile, { address: '10.7.2.1' })
    for (let by = 1; by <= 5; by += 1) {
      if (wrongCode(other.code, by) !== code) await verify(userId, wrongCode(other.code, by), '10.7.2.1')
    }
    expect((await verify(userId, code, '10.0.0.1', cookie)).status).toBe(200)
  })

  it('is guessed on fifteen times a day by whoever has stolen its cookie, and at no other phone', async () => {
    const [mobile, other] = [newPhone(), newPhone()]
    const { userId, cookie } = await logIn(mobile)
    const { userId: otherId } = await logIn(other)
    const thief = '10.7.3.1'
    let looked = 0
    for (let round = 0; round < 4; round += 1) {
      const { status, code } = await send(mobile, { address: thief, cookie })
      if (status !== 200) break
      for (let by = 1; by <= 5; by += 1) {
        if ((await verify(userId, wrongCode(code, by), thief, cookie)).status === 422) looked += 1
      }
      api.clock.advance(15 * MINUTE)
    }
    expect(looked).toBe(15)
    // Where the cookie says nothing, its bearer is a stranger as any other.
    await useUpSends(other)
    expect((await send(other, { address: thief, cookie })).status).toBe(429)
    expect((await verify(otherId, '1234', thief, cookie)).status).toBe(422)
  })

  it('is known by a cookie that scripts cannot read, that says nothing of anybody and changes with each log-in', async () => {
    const mobile = newPhone()
    const sent = await send(mobile)
    const first = await verify(sent.body.user_id, sent.code)
    const [cookie] = first.headers.getSetCookie()
    expect(cookie).toMatch(/^padavu-device=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    const second = await logIn(mobile, { cookie: cookieOf(first) })
    expect(second.cookie).not.toBe(cookieOf(first))
    await useUpSends(mobile)
    expect((await send(mobile, { cookie: cookieOf(first) })).status).toBe(429)
    expect((await send(mobile, { cookie: second.cookie })).status).toBe(200)
  })

  it('is sent nothing by a refused code, and its cookie is worth nothing when a sign of it is changed', async () => {
    const mobile = newPhone()
    const { userId, cookie } = await logIn(mobile)
    expect((await verify(userId, '0000')).headers.getSetCookie()).toEqual([])
    await useUpSends(mobile)
    const other = (sign: string) => (sign === 'A' ? 'B' : 'A')
    const renamed = cookie.replace(/=(.)/, (_, sign: string) => `=${other(sign)}`)
    const resigned = cookie.replace(/\.(.)/, (_, sign: string) => `.${other(sign)}`)
    for (const given of [renamed, resigned, 'padavu-device=', 'padavu-device=a.b', `${cookie}x`]) {
      expect((await send(mobile, { address: '10.8.0.1', cookie: given })).status).toBe(429)
    }
  })

  it('may be that of several learners', async () => {
    const [one, two] = [newPhone(), newPhone()]
    const first = await logIn(one)
    const { cookie } = await logIn(two, { cookie: first.cookie })
    for (const mobile of [one, two]) {
      await useUpSends(mobile)
      expect((await send(mobile, { cookie })).status).toBe(200)
    }
  })

  it('stays known when its owner logs out there, and is a stranger when it is logged out from elsewhere', async () => {
    const mobile = (await api.learner()).user.phone
    const [lost, kept] = [await logIn(mobile), await logIn(mobile)]
    const isKnown = async ({ cookie }: { cookie: string }) => {
      api.clock.advance(HOUR)
      await useUpSends(mobile)
      return (await send(mobile, { address: '10.8.0.1', cookie })).status === 200
    }
    expect([await isKnown(lost), await isKnown(kept)]).toEqual([true, true])
    const { body } = await api.call(listSessions, {}, { token: kept.token })
    const id = Math.max(...body.data.filter(({ current }) => !current).map((session) => session.id))
    expect((await api.call(endSession, { body: { id } }, { token: kept.token })).status).toBe(200)
    expect([await isKnown(lost), await isKnown(kept)]).toEqual([false, true])

    api.clock.advance(DAY)
    const again = await logIn(mobile)
    expect((await api.call(endOtherSessions, {}, { token: kept.token })).status).toBe(200)
    expect([await isKnown(again), await isKnown(kept)]).toEqual([false, true])
    await endSessions(api.services.db, kept.userId, api.clock.now())
    expect(await isKnown(kept)).toBe(false)
  })
})

describe('a phone that strangers have locked', () => {
  it('is let in on a new device by a code of eight digits, which only the phone gets', async () => {
    const mobile = newPhone()
    const { userId } = await logIn(mobile)
    await useUpGuesses(userId)
    const refused = await send(mobile, { address: '10.8.0.1' })
    expect([refused.status, refused.body.code]).toEqual([429, 'long_code'])
    const { status, body } = await askLong(mobile)
    expect([status, body]).toEqual([
      200,
      {
        status: true,
        success: true,
        message: 'OTP sent successfully.',
        user_id: userId,
        user_exsist: true,
        sent: true,
        until: api.clock.now() + DAY,
      },
    ])
    const sent = api.codes.at(-1)!
    expect(sent).toMatchObject({ phone: mobile, channel: 'sms', minutes: 1440 })
    expect(sent.code).toMatch(/^\d{8}$/)
    expect((await verify(userId, wrongCode(sent.code), '10.8.0.1')).status).toBe(422)
    expect((await verify(userId, sent.code, '10.8.0.1')).status).toBe(200)
    expect((await verify(userId, sent.code, '10.8.0.1')).status).toBe(422)
  })

  it('is told of it where a guess is refused, too, and is not where only its own network has asked too often', async () => {
    const mobile = newPhone()
    const { body, code } = await send(mobile)
    await useUpGuesses(body.user_id)
    expect((await verify(body.user_id, code)).body.code).toBe('long_code')
    for (let count = 0; count < 40; count += 1) await send(newPhone(), { address: '2001:db8:8::1' })
    const crowded = await send(newPhone(), { address: '2001:db8:8::1' })
    expect([crowded.status, crowded.body.code]).toEqual([429, 'too_many_requests'])
  })

  it('keeps its code, whoever asks for it and guesses at it: it is the same for a day, and sent three times', async () => {
    const mobile = newPhone()
    const { userId } = await logIn(mobile)
    await useUpGuesses(userId)
    const answers = []
    for (let count = 0; count < 5; count += 1) answers.push(await askLong(mobile, `10.7.4.${count}`))
    expect(answers.map(({ status, body }) => [status, body.sent])).toEqual([
      ...Array<[number, boolean]>(3).fill([200, true]),
      ...Array<[number, boolean]>(2).fill([200, false]),
    ])
    const codes = api.codes.slice(-3).map(({ code }) => code)
    expect(new Set(codes).size).toBe(1)
    for (let address = 1; address <= 20; address += 1) {
      for (let by = 1; by <= 5; by += 1) await verify(userId, wrongCode(codes[0]!, by), `10.7.5.${address}`)
    }
    // Its owner, who asks last, reads it in the message that came first.
    expect((await askLong(mobile)).body).toMatchObject({
      sent: false,
      message: 'The 8-digit code was already sent to this phone. It still works.',
    })
    api.clock.advance(DAY - 1)
    expect((await verify(userId, codes[0]!, '10.8.0.1')).status).toBe(200)
  })

  it('gets another code when the one before is over or used', async () => {
    const mobile = newPhone()
    const { userId } = await logIn(mobile)
    await useUpGuesses(userId)
    for (let count = 0; count < 3; count += 1) await askLong(mobile)
    const first = api.codes.at(-1)!.code
    api.clock.advance(DAY)
    expect((await verify(userId, first, '10.8.0.1')).status).toBe(422)
    expect((await askLong(mobile)).body.sent).toBe(true)
    const second = api.codes.at(-1)!.code
    expect(second).not.toBe(first)
    expect((await verify(userId, second, '10.8.0.1')).status).toBe(200)
    expect((await askLong(mobile)).body.sent).toBe(true)
    expect(api.codes.at(-1)!.code).not.toBe(second)
  })

  it('has its long code guessed at fifteen times a day from one network', async () => {
    const mobile = newPhone()
    const { userId } = await logIn(mobile)
    await useUpGuesses(userId)
    await askLong(mobile)
    const { code } = api.codes.at(-1)!
    const statuses = []
    for (let by = 1; by <= 16; by += 1) {
      statuses.push((await verify(userId, wrongCode(code, by), `2001:db8:9:${by}::1`)).status)
    }
    expect(statuses).toEqual([...Array<number>(15).fill(422), 429])
    expect((await verify(userId, code, '10.8.0.1')).status).toBe(200)
  })
})

describe('a phone that nobody has locked', () => {
  it('gets codes of four digits alone', async () => {
    const mobile = newPhone()
    const { body, status } = await askLong(mobile)
    expect([status, body.code, body.message]).toEqual([
      409,
      'short_code',
      'You can get a 4-digit code on this phone again. Please request one.',
    ])
    expect(api.codes).toEqual([])
  })
})
