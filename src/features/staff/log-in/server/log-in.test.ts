import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getMe, listFactors } from '../../account/account.contract.ts'
import { MOST_TRIES } from '../../server/log-ins.ts'
import { RECOVERY_CODES, staffMessages } from '../../staff.rules.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { softwarePasskey } from '../../../../../tests/support/outside/software-passkey.ts'
import { wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { entering } from '../../../../../tests/support/scenes/staff-callers.ts'
import { appCode, staffBrowser } from '../../../../../tests/support/scenes/staff-browser.ts'
import {
  askPasskey,
  confirmPhone,
  enterByAuthenticator,
  enterByPasskey,
  enterByRecoveryCode,
  enterBySetUpAuthenticator,
  enterBySetUpPasskey,
  sendConfirmation,
  setUpAuthenticator,
  setUpPasskey,
} from '../log-in.contract.ts'

let api: TestApi
let member: TestStaff

beforeEach(async () => {
  api = await testApi()
  member = await api.staff('support')
})
afterEach(() => api.close())

const provedBrowser = async () => {
  const made = staffBrowser(api)
  await made.prove(member.phone)
  return made
}

/** The member's first log-in, which sets up an authenticator. A step later, so that its next code is another one. */
async function withAuthenticator() {
  const { call } = await provedBrowser()
  const { secret } = (await call(setUpAuthenticator)).body
  const entered = await call(enterBySetUpAuthenticator, { body: { code: appCode(secret, api.clock.now()) } })
  api.clock.advance(30 * SECOND)
  return { secret, codes: entered.body.recovery_codes, code: () => appCode(secret, api.clock.now()) }
}

/** The same with a passkey. */
async function withPasskey() {
  const { call } = await provedBrowser()
  const passkey = softwarePasskey()
  const response = passkey.create((await call(setUpPasskey)).body.options)
  return { passkey, entered: await call(enterBySetUpPasskey, { body: { response, name: 'Laptop' } }) }
}

const logged = () => api.services.db.selectFrom('audit_log').selectAll().orderBy('id').execute()

describe('the first log-in of a member', () => {
  test('goes by the code sent to their phone and sets up an authenticator, with ten recovery codes shown once', async () => {
    const { ask, verify, call } = staffBrowser(api)
    expect((await ask(member.phone)).body.message).toBe(staffMessages.sent)
    expect(api.codes).toMatchObject([{ countryCode: '91', phone: member.phone, channel: 'sms', minutes: 10 }])
    const proved = await verify(api.codes[0]!.code)
    const facts = { name: member.name, passkey: false, authenticator: false, set_up: true, confirm: true }
    expect(proved.body).toMatchObject(facts)
    await call(sendConfirmation)
    expect(api.codes[1]).toMatchObject({ phone: member.phone, code: expect.stringMatching(/^\d{8}$/) as string })
    expect((await call(confirmPhone, { body: { otp: api.codes[1]!.code } })).status).toBe(200)
    const offered = (await call(setUpAuthenticator)).body
    expect(offered.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/)
    const entered = await call(enterBySetUpAuthenticator, { body: { code: appCode(offered.secret, api.clock.now()) } })
    expect([entered.status, entered.body.name, entered.body.roles]).toEqual([200, member.name, ['support']])
    expect(entered.headers.getSetCookie().filter((cookie) => cookie.startsWith('staff='))[0]).toMatch(
      /^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(new Set(entered.body.recovery_codes).size).toBe(RECOVERY_CODES)
    for (const code of entered.body.recovery_codes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    const me = (await call(getMe)).body
    expect(me).toMatchObject({ id: member.id, phone: `+91${member.phone}`, recovery_codes_left: RECOVERY_CODES })
    expect(JSON.stringify(me)).not.toContain(entered.body.recovery_codes[0])
    expect((await logged()).map(({ staff_id, action, call: by }) => [staff_id, action, by])).toEqual([
      [member.id, 'logged in', 'POST /staff/login/setup/authenticator'],
    ])
  })

  test('or a passkey', async () => {
    const { entered, passkey } = await withPasskey()
    expect([entered.status, entered.body.recovery_codes.length]).toEqual([200, RECOVERY_CODES])
    const factors = await api.call(listFactors, {}, { staff: member })
    expect(factors.body.data).toMatchObject([{ kind: 'passkey', name: 'Laptop' }])
    const stored = await api.services.db.selectFrom('staff_factors').select('credential_id').execute()
    expect(stored).toEqual([{ credential_id: passkey.id }])
  })

  test('calls a passkey without a name "Passkey" where the browser is not recognised', async () => {
    const { call } = await provedBrowser()
    const response = softwarePasskey().create((await call(setUpPasskey)).body.options)
    expect((await call(enterBySetUpPasskey, { body: { response } })).status).toBe(200)
    const stored = await api.services.db.selectFrom('staff_factors').select('name').execute()
    expect(stored).toEqual([{ name: 'Passkey' }])
  })

  test('sets up nothing with a code of another secret, and none before one was offered', async () => {
    const { call } = await provedBrowser()
    const code = appCode('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', api.clock.now())
    expect((await call(enterBySetUpAuthenticator, { body: { code } })).body.errors).toHaveProperty('code')
    await call(setUpAuthenticator)
    expect((await call(enterBySetUpAuthenticator, { body: { code } })).status).toBe(422)
    expect((await call(getMe)).status).toBe(401)
  })

  test('is the only one that sets up a factor by the phone alone, also of two at the same moment', async () => {
    const browsers = [await provedBrowser(), await provedBrowser()]
    const secrets = await Promise.all(browsers.map(async ({ call }) => (await call(setUpAuthenticator)).body.secret))
    const entered = await Promise.all(
      browsers.map(({ call }, at) =>
        call(enterBySetUpAuthenticator, { body: { code: appCode(secrets[at]!, api.clock.now()) } }),
      ),
    )
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await api.services.db.selectFrom('staff_factors').select('id').execute()).toHaveLength(1)
    const staff = await entering(api.services.db, member, api.clock.now())
    const answers = await Promise.all([
      api.call(setUpAuthenticator, {}, { staff }),
      api.call(setUpPasskey, {}, { staff }),
      api.call(sendConfirmation, {}, { staff }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
  })
})

describe('a second factor', () => {
  test('is the code of an authenticator, also that of the step before or after, and none twice', async () => {
    const { code, secret } = await withAuthenticator()
    const first = await provedBrowser()
    expect((await first.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
    const second = await provedBrowser()
    const used = await second.call(enterByAuthenticator, { body: { code: code() } })
    expect([used.status, used.body.errors]).toEqual([422, { code: staffMessages.usedCode }])
    // A phone that goes half a minute fast; afterwards what lies before is used up.
    const next = appCode(secret, api.clock.now() + 30 * SECOND)
    expect((await second.call(enterByAuthenticator, { body: { code: next } })).status).toBe(200)
    api.clock.advance(30 * SECOND)
    const third = await provedBrowser()
    expect((await third.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(422)
    const late = appCode(secret, api.clock.now() - 60 * SECOND)
    expect((await third.call(enterByAuthenticator, { body: { code: late } })).status).toBe(422)
    api.clock.advance(60 * SECOND)
    // Of a phone that goes half a minute slow.
    const slow = appCode(secret, api.clock.now() - 30 * SECOND)
    expect((await third.call(enterByAuthenticator, { body: { code: slow } })).status).toBe(200)
  })

  test('is taken once of two requests at the same moment, from one browser or two', async () => {
    const { code } = await withAuthenticator()
    const [one, other] = [await provedBrowser(), await provedBrowser()]
    const by = ({ call }: typeof one) => call(enterByAuthenticator, { body: { code: code() } })
    const statuses = async (...browsers: (typeof one)[]) =>
      (await Promise.all(browsers.map(by))).map(({ status }) => status).sort()
    expect(await statuses(one, other)).toEqual([200, 422])
    api.clock.advance(30 * SECOND)
    const same = await provedBrowser()
    expect((await statuses(same, same)).filter((status) => status === 200)).toHaveLength(1)
  })

  test('is a recovery code, however it is typed, once', async () => {
    const { codes } = await withAuthenticator()
    const [first = '', second = ''] = codes
    const enter = async (code: string) => {
      const { call } = await provedBrowser()
      return call(enterByRecoveryCode, { body: { code } })
    }
    const entered = await enter(` ${first.toUpperCase().replaceAll('-', ' ')}`)
    expect([entered.status, entered.body.recovery_codes_left, entered.body.recovery_codes]).toEqual([
      200,
      RECOVERY_CODES - 1,
      [],
    ])
    expect((await enter(first)).status).toBe(422)
    const browsers = [await provedBrowser(), await provedBrowser()]
    const together = await Promise.all(
      browsers.map(({ call }) => call(enterByRecoveryCode, { body: { code: second } })),
    )
    expect(together.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await enter(wrongCode('0'.repeat(16)))).status).toBe(422)
  })

  test('is what a passkey signs of this site, once', async () => {
    const { passkey } = await withPasskey()
    const { call } = await provedBrowser()
    const options = async () => (await call(askPasskey)).body.options
    const enter = (response: string) => call(enterByPasskey, { body: { response } })
    expect(JSON.parse(await options())).toMatchObject({ allowCredentials: [{ id: passkey.id }], rpId: 'localhost' })
    const elsewhere = softwarePasskey('http://localhost.example.org')
    for (const other of [elsewhere, softwarePasskey()])
      expect((await enter(other.get(await options()))).status).toBe(422)
    const forOlder = passkey.get(await options())
    await options()
    expect((await enter(forOlder)).status).toBe(422)
    const signed = passkey.get(await options())
    expect(await enter(signed)).toMatchObject({ status: 200, body: { name: member.name } })
    const again = await provedBrowser()
    await again.call(askPasskey)
    expect((await again.call(enterByPasskey, { body: { response: signed } })).status).toBe(422)
    const entered = (await logged()).filter(({ action }) => action !== 'second factor failed')
    expect(entered.map(({ action }) => action)).toEqual(['logged in', 'logged in'])
  })

  test('of somebody else does not do', async () => {
    const { secret, codes } = await withAuthenticator()
    const { passkey } = await (async () => {
      member = await api.staff('mentor')
      return withPasskey()
    })()
    member = await api.staff('author')
    const { call } = await provedBrowser()
    const code = appCode(secret, api.clock.now())
    expect((await call(enterByAuthenticator, { body: { code } })).status).toBe(422)
    expect((await call(enterByRecoveryCode, { body: { code: codes[0]! } })).status).toBe(422)
    const response = passkey.get((await call(askPasskey)).body.options)
    expect((await call(enterByPasskey, { body: { response } })).status).toBe(422)
  })

  test('may be wrong five times; then the log-in is over, and another one can begin', async () => {
    const { code } = await withAuthenticator()
    const { call } = await provedBrowser()
    const enter = (given: string) => call(enterByAuthenticator, { body: { code: given } })
    for (let tries = 0; tries < MOST_TRIES; tries += 1) expect((await enter(wrongCode(code()))).status).toBe(422)
    expect((await enter(code())).status).toBe(401)
    const again = await provedBrowser()
    expect((await again.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
  })
})
