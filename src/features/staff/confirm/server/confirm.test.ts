import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { factorLimits } from '../../server/factor-tries.ts'
import { addFactor } from '../../server/factors.ts'
import { MOST_TRIES } from '../../server/log-ins.ts'
import { RECENT_FACTOR } from '../../staff.rules.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { softwarePasskey } from '../../../../../tests/support/outside/software-passkey.ts'
import { appCode } from '../../../../../tests/support/scenes/staff-browser.ts'
import { loggedIn } from '../../../../../tests/support/scenes/staff-callers.ts'
import { wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { addPasskey, getMe, listFactors, offerPasskey, renewRecoveryCodes } from '../../account/account.contract.ts'
import * as contracts from '../confirm.contract.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const passkey = softwarePasskey()
let api: TestApi
let staff: TestStaff
let recoveryCode: string

/** A member whose second factor is no longer recent. */
beforeEach(async () => {
  api = await testApi()
  staff = await api.staff('mentor')
  const { db } = api.services
  const none = { credential_id: null, transports: '[]', counter: 0, backup_eligible: null }
  const factor = { kind: 'authenticator', secret, ...none } as const
  const codes = await addFactor(db, { staffId: staff.id, name: 'App', factor, now: api.clock.now() })
  recoveryCode = codes[0]!
  const made = passkey.create((await api.call(offerPasskey, {}, { staff })).body.options)
  await api.call(addPasskey, { body: { response: made, name: 'Laptop' } }, { staff })
  api.clock.advance(RECENT_FACTOR)
  expect((await recent()).status).toBe(403)
})
afterEach(() => api.close())

const code = () => appCode(secret, api.clock.now())
const recent = (by = staff) => api.call(renewRecoveryCodes, {}, { staff: by })
const byApp = (typed: string, by = staff) =>
  api.call(contracts.confirmByAuthenticator, { body: { code: typed } }, { staff: by })
const byRecoveryCode = (typed: string) =>
  api.call(contracts.confirmByRecoveryCode, { body: { code: typed } }, { staff })
const byPasskey = (response: string) => api.call(contracts.confirmByPasskey, { body: { response } }, { staff })
const logged = async () => {
  const rows = await api.services.db.selectFrom('audit_log').select('action').orderBy('id').execute()
  return rows.map(({ action }) => action)
}

describe('a second factor that is confirmed', () => {
  const ways = {
    'an authenticator code': () => byApp(code()),
    'a recovery code': () => byRecoveryCode(recoveryCode.toUpperCase()),
    'a passkey': async () => {
      const { options } = (await api.call(contracts.askToConfirmByPasskey, {}, { staff })).body
      return byPasskey(passkey.get(options))
    },
  }

  test.each(Object.entries(ways))('lets calls pass for 15 minutes: %s', async (_, confirm) => {
    const { status, body } = await confirm()
    expect([status, body.recent_until]).toEqual([200, api.clock.now() + RECENT_FACTOR])
    expect((await api.call(listFactors, {}, { staff })).body.fresh_until).toBe(body.recent_until)
    api.clock.advance(RECENT_FACTOR - 1)
    expect((await recent()).status).toBe(200)
    api.clock.advance(1)
    expect((await recent()).body.code).toBe('second_factor')
    expect(await logged()).toContain('second factor confirmed')
  })

  test('counts for its own session alone', async () => {
    const other = { ...staff, ...(await loggedIn(api.services.db, staff.id, api.clock.now() - RECENT_FACTOR)) }
    expect((await byApp(code())).status).toBe(200)
    expect((await recent(other)).status).toBe(403)
  })

  test('is taken once, also when it is sent twice at the same moment', async () => {
    const typed = code()
    const both = await Promise.all([byApp(typed), byApp(typed)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await byRecoveryCode(recoveryCode)).status).toBe(200)
    expect((await byRecoveryCode(recoveryCode)).status).toBe(422)
  })

  test('is never the one of another member', async () => {
    const other = await api.staff('owner')
    expect((await byApp(code(), other)).status).toBe(422)
  })
})

describe('a wrong second factor', () => {
  test('is refused at its field and changes nothing', async () => {
    expect((await byApp(wrongCode(code()))).body.errors).toHaveProperty('code')
    expect((await byRecoveryCode('k7qm-3rtv-w8xe-p2ny')).body.errors).toHaveProperty('code')
    expect((await byPasskey('{}')).body.errors).toHaveProperty('response')
    expect((await recent()).body.code).toBe('second_factor')
    expect((await api.call(getMe, {}, { staff })).status).toBe(200)
  })

  test('ends the session the fifth time, of whichever kind they are', async () => {
    for (let tries = 1; tries < MOST_TRIES; tries += 1)
      expect((await (tries % 2 ? byApp(wrongCode(code())) : byRecoveryCode('none'))).status).toBe(422)
    const last = await byApp(wrongCode(code()))
    expect(last.status).toBe(401)
    expect(last.headers.getSetCookie().join()).toContain('Max-Age=0')
    expect((await byApp(code())).status).toBe(401)
    expect((await api.call(getMe, {}, { staff })).status).toBe(401)
    expect((await logged()).at(-1)).toBe('sessions ended')
  })

  test('shares the five guesses with those sent at the same moment', async () => {
    const wrong = wrongCode(code())
    const answers = await Promise.all(Array.from({ length: 3 * MOST_TRIES }, () => byApp(wrong)))
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThan(MOST_TRIES)
    expect((await api.call(getMe, {}, { staff })).status).toBe(401)
  })

  test('no longer counts after a right one', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 1; tries < MOST_TRIES; tries += 1) await byRecoveryCode('none')
      expect((await byApp(code())).status).toBe(200)
      api.clock.advance(60_000)
    }
  })

  test('counts across sessions: codes of authenticators are refused for the rest of the day, a passkey is not', async () => {
    const [day] = factorLimits.member
    let failed = 0
    while (failed < day.count) {
      const other = { ...staff, ...(await loggedIn(api.services.db, staff.id, api.clock.now() - RECENT_FACTOR)) }
      for (let tries = 1; tries < MOST_TRIES && failed < day.count; tries += 1, failed += 1)
        expect((await byApp(wrongCode(code()), other)).status).toBe(422)
    }
    // Refused codes use up no try of the session.
    for (let tries = 0; tries <= MOST_TRIES; tries += 1) expect((await byApp(code())).status).toBe(429)
    expect((await byRecoveryCode(recoveryCode)).status).toBe(200)
    expect((await api.call(getMe, {}, { staff })).status).toBe(200)
    const { options } = (await api.call(contracts.askToConfirmByPasskey, {}, { staff })).body
    expect((await byPasskey(passkey.get(options))).status).toBe(200)
    expect(await logged()).toContain('second factor failed')
  })
})
