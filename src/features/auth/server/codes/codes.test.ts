import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '#lib/both/time/clock.ts'
import { CodeNotSent } from '#providers/codes/code-sender.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { logInCalls, newPhone, withoutRequest, wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { resendCode, verifyCode } from '../../auth.contract.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { send, verify, idOf } = logInCalls(() => api)

const refused = {
  http: 422,
  status: false,
  success: false,
  message: 'OTP verification failed.',
  msg: 'OTP verification failed.',
  code: 'invalid_input',
  errors: { otp: 'OTP verification failed.' },
}

describe('a code', () => {
  it('works once', async () => {
    const { body, code } = await send(newPhone())
    expect((await verify(body.user_id, code)).status).toBe(200)
    expect(withoutRequest(await verify(body.user_id, code))).toMatchObject(refused)
  })

  it('works once, also when it is used by many at the same moment', async () => {
    const { body, code } = await send(newPhone())
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(body.user_id, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const sessions = await api.services.db.selectFrom('sessions').select('id').execute()
    expect(sessions).toHaveLength(1)
  })

  it('works for ten minutes', async () => {
    const { body, code } = await send(newPhone())
    api.clock.advance(10 * MINUTE - 1)
    expect((await verify(body.user_id, wrongCode(code))).status).toBe(422)
    api.clock.advance(1)
    expect((await verify(body.user_id, code)).status).toBe(422)
  })

  it('survives four wrong tries and not five', async () => {
    const lucky = await send(newPhone())
    for (let by = 1; by <= 4; by += 1) await verify(lucky.body.user_id, wrongCode(lucky.code, by))
    expect((await verify(lucky.body.user_id, lucky.code)).status).toBe(200)

    const dead = await send(newPhone())
    for (let by = 1; by <= 5; by += 1) await verify(dead.body.user_id, wrongCode(dead.code, by))
    expect((await verify(dead.body.user_id, dead.code)).status).toBe(422)
  })

  it('is guessed at five times at most when ten guess at the same moment', async () => {
    const { body, code } = await send(newPhone())
    const guesses = Array.from({ length: 10 }, (_, by) => verify(body.user_id, wrongCode(code, by + 1)))
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(10).fill(422))
    const [stored] = await api.services.db.selectFrom('codes').select('tries').execute()
    expect(stored?.tries).toBe(5)
    expect((await verify(body.user_id, code)).status).toBe(422)
  })

  it('stops working when another is sent', async () => {
    const first = await send(newPhone())
    const { body } = await api.call(resendCode, { query: { user_id: first.body.user_id } })
    expect(body).toMatchObject({ status: true, success: true, msg: 'OTP sent successfully.' })
    const second = api.codes.at(-1)!.code
    if (second !== first.code) expect((await verify(first.body.user_id, first.code)).status).toBe(422)
    expect((await verify(first.body.user_id, second)).status).toBe(200)
  })

  it('that fails says the same whatever the reason', async () => {
    const wrong = await send(newPhone())
    const used = await send(newPhone())
    await verify(used.body.user_id, used.code)
    const killed = await send(newPhone())
    for (let by = 1; by <= 5; by += 1) await verify(killed.body.user_id, wrongCode(killed.code, by))
    const expired = await send(newPhone())
    api.clock.advance(11 * MINUTE)
    const fresh = await send(newPhone())
    const answers = [
      await verify(wrong.body.user_id, wrong.code),
      await verify(used.body.user_id, used.code),
      await verify(killed.body.user_id, killed.code),
      await verify(expired.body.user_id, expired.code),
      await verify(fresh.body.user_id, wrongCode(fresh.code)),
      await verify(987_654, '1234'),
    ].map(withoutRequest)
    for (const answer of answers) expect(answer).toEqual({ ...refused, request_id: undefined })
  })

  it('that is no code is refused by name', async () => {
    const answer = await api.call(verifyCode, { body: { user_id: 1, otp: '12a4' } })
    expect([answer.status, answer.body.errors]).toEqual([422, { otp: 'Must be 4 digits' }])
  })
})

describe('sending again', () => {
  it('needs a log-in under way: an id without one is as unknown as any', async () => {
    const { user } = await api.learner()
    const answers = [
      await api.call(resendCode, { query: { user_id: user.id } }),
      await api.call(resendCode, { query: { user_id: 987_654 } }),
    ].map(withoutRequest)
    expect(answers[0]).toMatchObject({ http: 422, message: 'User ID not found.' })
    expect(answers[1]).toEqual(answers[0])
    expect(api.codes).toEqual([])
  })

  it('goes the way of the first code', async () => {
    const { body } = await send('501234567', { country: '971' })
    await api.call(resendCode, { query: { user_id: body.user_id } })
    expect(api.codes.map(({ channel }) => channel)).toEqual(['whatsapp', 'whatsapp'])
  })
})

describe('a provider that does not take the code', () => {
  it('is told of in the words of the catalogue, without its reason', async () => {
    const mobile = newPhone()
    await send(mobile)
    api.services.codes.send = () => Promise.reject(new CodeNotSent('Twilio answered 401: secret reason'))
    const failed = await send(mobile)
    expect([failed.status, failed.body.message]).toEqual([502, 'Login failed. Please try again.'])
    const again = await api.call(resendCode, { query: { user_id: await idOf(mobile) } })
    expect([again.status, again.body.message]).toEqual([502, 'Failed to send OTP'])
    expect(JSON.stringify([failed.body, again.body])).not.toContain('secret')
  })
})
