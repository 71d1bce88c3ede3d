import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { logInCalls, newPhone } from '../../../../tests/support/scenes/log-in-calls.ts'
import { logOut, registerNewUser, verifyNewUser } from '../auth.contract.ts'
import { SESSION_LIFE } from './sessions.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { send, verify } = logInCalls(() => api)

describe('logging in', () => {
  it('with a known phone and its code gives the learner and a token that works', async () => {
    const { user } = await api.learner({ name: 'Anu', email: 'anu@example.org' })
    const sent = await send(user.phone)
    expect(sent.body).toMatchObject({ status: true, success: true, user_id: user.id, user_exsist: true })
    expect(api.codes.at(-1)).toMatchObject({ countryCode: '91', phone: user.phone, channel: 'sms', minutes: 10 })
    expect(sent.code).toMatch(/^\d{4}$/)

    const { status, body } = await verify(user.id, sent.code)
    expect(status).toBe(200)
    expect(body.user).toEqual({
      id: user.id,
      token: expect.stringMatching(/^[\w-]{43}$/),
      name: 'Anu',
      email: 'anu@example.org',
      country_code: '91',
      phone: user.phone,
      birthday: null,
      city: null,
      avatar: null,
      activefrom: new Date(user.created_at).toISOString(),
      lastLoggedOn: new Date(api.clock.now()).toISOString(),
      registration_completed: 'Y',
      marketing_splash_id: null,
    })
    expect(body.preferences).toBeNull()
    expect((await api.call(logOut, {}, { token: body.user.token })).status).toBe(200)
  })

  it('with a new phone makes an account whose profile is completed with the token', async () => {
    const mobile = newPhone()
    const sent = await send(mobile)
    expect(sent.body.user_exsist).toBe(false)
    const { body } = await api.call(verifyNewUser, { body: { user_id: sent.body.user_id, otp: sent.code } })
    expect(body.user).toMatchObject({ phone: mobile, name: null, registration_completed: 'N' })

    const completed = await api.call(
      registerNewUser,
      { body: { mobile, name: ' Binu ', email: 'binu@example.org' } },
      { token: body.user.token },
    )
    expect(completed.body).toMatchObject({ status: true, success: true })
    expect(completed.body.user).toMatchObject({ name: 'Binu', email: 'binu@example.org', registration_completed: 'Y' })
    expect(completed.body.user).not.toHaveProperty('token')
    expect((await send(mobile)).body).toMatchObject({ user_id: sent.body.user_id, user_exsist: true })
  })

  it('asks whoever left before the profile for it again', async () => {
    const { user } = await api.learner({ registered: false })
    const { body, code } = await send(user.phone)
    expect(body.user_exsist).toBe(true)
    expect((await verify(user.id, code)).body.user.registration_completed).toBe('N')
  })

  it('takes one phone for one learner however it is typed', async () => {
    const first = await send('501234567', { country: '971' })
    const again = await send('050 123 4567', { country: '971' })
    expect(again.body.user_id).toBe(first.body.user_id)
    expect(api.codes.at(-1)).toMatchObject({ countryCode: '971', phone: '501234567', channel: 'whatsapp' })
  })

  it.each([
    ['', '91', 422, 'Please enter a valid phone number'],
    ['12345', '91', 422, 'Please enter a 10-digit phone number'],
    ['90000000x1', '91', 422, 'Please enter a 10-digit phone number'],
    ['12', '971', 422, 'Please enter a valid phone number'],
    ['5012345678901', '971', 422, 'Please enter a valid phone number'],
    ['501234567', '999', 422, 'Please enter a valid phone number'],
  ])('with the phone "%s" of +%s is refused by name', async (mobile, country, status, message) => {
    const answer = await send(mobile, { country })
    expect([answer.status, answer.body.errors]).toEqual([status, { mobile: message }])
    expect(api.codes).toEqual([])
  })

  it('keeps tokens and codes only as hashes', async () => {
    const mobile = newPhone()
    const { body, code } = await send(mobile)
    const { token } = (await verify(body.user_id, code)).body.user
    const [session] = await api.services.db.selectFrom('sessions').selectAll().execute()
    const [stored] = await api.services.db.selectFrom('codes').selectAll().execute()
    expect(JSON.stringify(session)).not.toContain(token)
    expect(session).toMatchObject({ device: 'web' })
    expect(stored?.code_hash.split('.')[1]).not.toContain(code)
  })
})

describe('completing the profile', () => {
  const complete = (token: string | undefined, body: { mobile: string; name: string; email: string }) =>
    api.call(registerNewUser, { body }, token ? { token } : {})

  it('needs the token of the verified phone, and that phone', async () => {
    const { user, token } = await api.learner({ registered: false })
    const { user: stranger } = await api.learner({ registered: false })
    const given = { name: 'Anu', email: 'anu@example.org' }
    expect((await complete(undefined, { mobile: user.phone, ...given })).status).toBe(401)
    expect((await complete(token, { mobile: stranger.phone, ...given })).status).toBe(403)
    expect((await complete(token, { mobile: '', ...given })).status).toBe(403)
    expect((await complete(token, { mobile: `+91 ${user.phone}`, ...given })).status).toBe(200)
  })

  it('names the fields that are wrong', async () => {
    const { user, token } = await api.learner({ registered: false })
    const blank = await complete(token, { mobile: user.phone, name: ' ', email: '' })
    expect([blank.status, blank.body.errors]).toEqual([422, { name: 'Name is required', email: 'Email is required' }])
    const wrong = await complete(token, { mobile: user.phone, name: 'Anu', email: 'anu@' })
    expect(wrong.body.errors).toEqual({ email: 'Please enter a valid email address' })
  })

  it('may be repeated, but not used to change a completed profile', async () => {
    const { user, token } = await api.learner({ registered: false })
    const given = { mobile: user.phone, name: 'Anu', email: 'anu@example.org' }
    expect((await complete(token, given)).status).toBe(200)
    expect((await complete(token, given)).status).toBe(200)
    const change = await complete(token, { ...given, email: 'other@example.org' })
    expect([change.status, change.body.code]).toEqual([409, 'profile_complete'])
  })
})

describe('a token', () => {
  it.each([undefined, 'x', 'A'.repeat(43), "' or 1=1 --"])('%s is not one', async (token) => {
    const answer = await api.call(logOut, {}, token === undefined ? {} : { token })
    expect([answer.status, answer.body.message]).toEqual([401, 'Unauthorized'])
  })

  it('stops working at log-out, and only it', async () => {
    const { user, token } = await api.learner()
    const sent = await send(user.phone)
    const { token: elsewhere } = (await verify(user.id, sent.code)).body.user
    expect((await api.call(logOut, {}, { token })).status).toBe(200)
    expect((await api.call(logOut, {}, { token })).status).toBe(401)
    expect((await api.call(logOut, {}, { token: elsewhere })).status).toBe(200)
  })

  it('runs out', async () => {
    const { token } = await api.learner()
    api.clock.advance(SESSION_LIFE)
    expect((await api.call(logOut, {}, { token })).status).toBe(401)
  })
})
