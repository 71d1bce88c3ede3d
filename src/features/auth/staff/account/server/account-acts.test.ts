import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWork } from '#core/staff/staff-log.ts'
import { registerOrLogin, verifyCode } from '#features/auth/auth.contract.ts'
import { listSessions } from '#features/profile/profile.contract.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestLearner, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { logInCalls, newPhone, wrongCode } from '../../../../../../tests/support/scenes/log-in-calls.ts'
import * as acts from '../account.contract.ts'

let api: TestApi
let anu: TestStaff
beforeAll(async () => {
  api = await testApi()
  anu = await api.staff('support')
})
afterAll(() => api.close())

const { send, verify } = logInCalls(() => api)
const reason = 'Asked for it'
const opens = async ({ token }: Pick<TestLearner, 'token'>) => (await api.call(listSessions, {}, { token })).status
const log = async (userId: number) => (await listWork(api.services.db, { userId, page: 1 })).entries
const logOut = (id: number) => api.call(acts.logOutLearner, { params: { id }, body: { reason } }, { staff: anu })

describe('the log-in of a learner', () => {
  test('ends everywhere at once, and nobody else’s does', async () => {
    const [asha, babu] = [await api.learner(), await api.learner()]
    expect(await opens(asha)).toBe(200)
    expect((await logOut(asha.user.id)).body).toMatchObject({ message: 'Logged out of 1 device', ended: 1 })
    expect([await opens(asha), await opens(babu)]).toEqual([401, 200])
    expect(await log(asha.user.id)).toMatchObject([
      { action: 'logged out everywhere', staff_id: anu.id, who: anu.name, reason, after: { sessions_ended: 1 } },
    ])
  })

  test('is sent codes again that strangers had used up, which is in the log', async () => {
    const phone = newPhone()
    const { body } = await send(phone)
    for (let sent = 1; sent < 5; sent += 1) await send(phone, { address: `10.0.1.${sent}` })
    expect((await send(phone, { address: '10.0.2.1' })).status).toBe(429)
    const unlock = { params: { id: body.user_id }, body: { reason } }
    expect((await api.call(acts.unlockLearner, unlock, { staff: anu })).body).toMatchObject({ sent: 5, tried: 0 })
    expect((await send(phone, { address: '10.0.2.1' })).status).toBe(200)
    expect(await log(body.user_id)).toMatchObject([
      { action: 'codes unlocked', after: { codes_forgiven: 5, guesses_forgiven: 0 } },
    ])
  })

  test('is blocked once and lets them in again, each with one entry', async () => {
    const learner = await api.learner()
    const { id, phone } = learner.user
    const call = (which: typeof acts.blockLearner | typeof acts.unblockLearner, from: 'log-in' | 'discussions') =>
      api.call(which, { params: { id }, body: { from, reason } }, { staff: anu })
    const twice = await Promise.all([call(acts.blockLearner, 'log-in'), call(acts.blockLearner, 'log-in')])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await opens(learner)).toBe(401)
    const { code } = await send(phone)
    expect((await verify(id, code)).body).toMatchObject({ code: 'blocked' })
    expect((await call(acts.unblockLearner, 'discussions')).status).toBe(409)
    expect((await call(acts.unblockLearner, 'log-in')).status).toBe(200)
    const again = await send(phone)
    expect((await verify(id, again.code)).status).toBe(200)
    expect((await log(id)).map(({ action }) => action)).toEqual(['log-in unblocked', 'log-in blocked'])
  })

  test('is nobody’s where there is no such learner, or the account has ended', async () => {
    const { user } = await api.learner()
    await api.services.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', user.id).execute()
    expect((await logOut(user.id)).body).toMatchObject({ message: 'This account has ended' })
    expect((await logOut(2_000_000_000)).status).toBe(404)
  })
})

describe('another phone for an account', () => {
  const proof = 'Voter card; name and birthday agree'
  const ask = (id: number, mobile: string) =>
    api.call(acts.askNewPhoneCode, { params: { id }, body: { mobile } }, { staff: anu })
  const move = (id: number, mobile: string, otp: string) =>
    api.call(acts.moveLearnerPhone, { params: { id }, body: { mobile, otp, proof, reason } }, { staff: anu })
  const sent = () => api.codes.at(-1)!

  test('is theirs with the code that was sent there: old log-ins and codes end, the new phone opens the account', async () => {
    const learner = await api.learner({ name: 'Asha' })
    const { id, phone: old } = learner.user
    const oldCode = (await send(old)).code
    const phone = newPhone()
    const asked = await ask(id, ` ${phone.slice(0, 5)} ${phone.slice(5)}`)
    expect(asked.body).toMatchObject({ phone: `+91 ${phone}`, empty_account: false })
    expect(sent()).toMatchObject({ countryCode: '91', phone })
    const { code } = sent()
    expect((await move(id, phone, wrongCode(code))).body.errors).toHaveProperty('otp')
    expect((await move(id, phone, code)).body).toMatchObject({ ended: 1, emptied: false })
    expect(await opens(learner)).toBe(401)
    expect((await verify(id, oldCode)).status).toBe(422)
    expect((await send(phone)).body.user_id).toBe(id)
    expect((await send(old)).body.user_id).not.toBe(id)
    expect(await log(id)).toMatchObject([
      {
        action: 'phone changed',
        reason,
        before: { phone: `+91 ${old}` },
        after: { phone: `+91 ${phone}`, proof, sessions_ended: 1 },
      },
      { action: 'code sent to a new phone', after: { phone: `+91 ${phone}` } },
    ])
  })

  test('needs its own code: one of another phone, of a log-in, or that was used is none', async () => {
    const { user } = await api.learner()
    const [first, second] = [newPhone(), newPhone()]
    await ask(user.id, first)
    expect((await move(user.id, second, sent().code)).status).toBe(422)
    const logIn = (await send(user.phone)).code
    await ask(user.id, first)
    const { code } = sent()
    if (logIn !== code) expect((await move(user.id, first, logIn)).status).toBe(422)
    const both = await Promise.all([move(user.id, first, code), move(user.id, first, code)])
    expect(both.map(({ status }) => status).sort((one, other) => one - other)[0]).toBe(200)
    expect((await log(user.id)).filter(({ action }) => action === 'phone changed')).toHaveLength(1)
    await ask(user.id, second)
    api.clock.advance(10 * MINUTE)
    expect((await move(user.id, second, sent().code)).status).toBe(422)
  })

  test('says nothing right or wrong after five guesses', async () => {
    const { user } = await api.learner()
    const phone = newPhone()
    await ask(user.id, phone)
    const { code } = sent()
    for (let guess = 1; guess <= 5; guess += 1)
      expect((await move(user.id, phone, wrongCode(code, guess))).status).toBe(422)
    expect((await move(user.id, phone, code)).status).toBe(422)
  })

  test('is refused where it is somebody’s, who is named, and no code goes there', async () => {
    const [asha, babu] = [await api.learner({ name: 'Asha' }), await api.learner({ name: 'Babu' })]
    const codes = api.codes.length
    const { body } = await ask(asha.user.id, babu.user.phone)
    expect(body).toMatchObject({
      code: 'phone_taken',
      message: `+91 ${babu.user.phone} is the phone of another account: Babu (learner ${babu.user.id}). Nothing was changed.`,
    })
    expect((await move(asha.user.id, babu.user.phone, '1234')).body.code).toBe('phone_taken')
    expect((await ask(asha.user.id, asha.user.phone)).body.code).toBe('conflict')
    expect((await ask(asha.user.id, '12345')).status).toBe(422)
    expect(api.codes).toHaveLength(codes)
    // Without a profile, but with something that staff gave.
    const given = await api.learner({ registered: false })
    const note = { user_id: given.user.id, author: 'Anu', body: 'Pays on Monday', created_at: 1 }
    await api.services.db.insertInto('learner_notes').values(note).execute()
    expect((await ask(asha.user.id, given.user.phone)).body.code).toBe('phone_taken')
  })

  test('ends an account without a profile and with nothing in it that has the phone, and says so', async () => {
    const { user } = await api.learner()
    const phone = newPhone()
    const empty = (await send(phone)).body.user_id
    expect((await ask(user.id, phone)).body).toMatchObject({ empty_account: true })
    const { body } = await move(user.id, phone, sent().code)
    expect(body).toMatchObject({
      emptied: true,
      message: `The phone is +91 ${phone} now. The empty account that had this phone has ended.`,
    })
    const { code } = await send(phone)
    expect((await verify(empty, code)).status).toBe(422)
    expect((await verify(user.id, code)).status).toBe(200)
    expect((await log(user.id))[0]).toMatchObject({ after: { empty_account: empty } })
  })

  test('of two who open an account with it at that moment lets one have it', async () => {
    const { user } = await api.learner()
    const phone = newPhone()
    await ask(user.id, phone)
    const { code } = sent()
    const body = { mobile: phone, device: 'web' as const, country_code: '91', include_watsup_otp: 'N' as const }
    await Promise.all([move(user.id, phone, code), api.call(registerOrLogin, { body })])
    const at = await api.services.db.selectFrom('users').select('id').where('phone', '=', phone).execute()
    expect(at).toEqual([{ id: user.id }])
    expect((await api.call(verifyCode, { body: { user_id: user.id, otp: '0000' } })).status).toBe(422)
  })
})
