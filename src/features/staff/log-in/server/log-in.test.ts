import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { codeLimits } from '#features/auth/server/codes/code-limits.ts'
import { getMe, listFactors } from '../../account/account.contract.ts'
import { LOG_IN_LIFE, MOST_TRIES } from '../../server/log-ins.ts'
import { RECOVERY_CODES, staffMessages } from '../../staff.rules.ts'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { requestFor } from '../../../../../tests/support/api/calls.ts'
import { sampleInput } from '../../../../../tests/support/api/sample.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { softwarePasskey } from '../../../../../tests/support/outside/software-passkey.ts'
import { appCode, staffBrowser, wrongCode } from '../../../../../tests/support/scenes/staff-browser.ts'
import {
  askPasskey,
  enterByAuthenticator,
  enterByPasskey,
  enterByRecoveryCode,
  enterBySetUpAuthenticator,
  enterBySetUpPasskey,
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

const browser = (address?: string) => staffBrowser(api, address)
const provedBrowser = async () => {
  const made = browser()
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
    const { ask, verify, call } = browser()
    expect((await ask(member.phone)).body.message).toBe(staffMessages.sent)
    expect(api.codes).toMatchObject([{ countryCode: '91', phone: member.phone, channel: 'sms', minutes: 10 }])
    const proved = await verify(api.codes[0]!.code)
    expect(proved.body).toMatchObject({ name: member.name, passkey: false, authenticator: false, set_up: true })
    const offered = (await call(setUpAuthenticator)).body
    expect(offered.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/)
    const entered = await call(enterBySetUpAuthenticator, { body: { code: appCode(offered.secret, api.clock.now()) } })
    expect([entered.status, entered.body.name, entered.body.roles]).toEqual([200, member.name, ['support']])
    expect(entered.headers.getSetCookie().join()).toMatch(
      /^staff=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
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
    const { call } = await provedBrowser()
    const answers = await Promise.all([call(setUpAuthenticator), call(setUpPasskey)])
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
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
    expect((await logged()).map(({ action }) => action)).toEqual(['logged in', 'logged in'])
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

describe('a code by phone', () => {
  test('works in the browser that asked for it alone, once, for ten minutes', async () => {
    const [mine, others] = [browser(), browser()]
    await mine.ask(member.phone)
    await others.ask('9812300000')
    const { code } = api.codes[0]!
    expect((await others.verify(code)).status).toBe(422)
    expect((await browser().verify(code)).status).toBe(422)
    expect((await mine.verify(code)).status).toBe(200)
    expect((await mine.verify(code)).status).toBe(422)
    await mine.ask(member.phone)
    api.clock.advance(LOG_IN_LIFE)
    expect((await mine.verify(api.codes[1]!.code)).status).toBe(422)
  })

  test('may be wrong five times, also at the same moment', async () => {
    const guessed = browser()
    await guessed.ask(member.phone)
    const { code } = api.codes[0]!
    await Promise.all(Array.from({ length: MOST_TRIES }, () => guessed.verify(wrongCode(code))))
    expect((await guessed.verify(code)).status).toBe(422)
    const again = browser()
    await again.ask(member.phone)
    for (let tries = 1; tries < MOST_TRIES; tries += 1) await again.verify(wrongCode(api.codes[1]!.code))
    expect((await again.verify(api.codes[1]!.code)).status).toBe(200)
  })

  test('is answered alike where nobody of the staff has the phone, and never comes', async () => {
    const left = await api.staff('support')
    await api.services.db.updateTable('staff').set({ left_at: 1 }).where('id', '=', left.id).execute()
    const learner = await api.learner()
    const [known, ...others] = await Promise.all(
      [member.phone, '9812300000', left.phone, learner.user.phone].map(async (phone) => {
        const { ask, verify, cookies } = browser()
        const asked = await ask(phone)
        const wrong = await verify(phone === member.phone ? wrongCode(api.codes[0]!.code) : '0000')
        const told = ({ status, body }: typeof asked | typeof wrong) => ({ status, body: { ...body, request_id: '' } })
        return { asked: told(asked), wrong: told(wrong), cookies: [...cookies.keys()] }
      }),
    )
    for (const other of others) expect(other).toEqual(known)
    expect(api.codes.map(({ phone }) => phone)).toEqual([member.phone])
  })

  test('of a phone of nobody is never right, also where somebody knows it', async () => {
    const { db } = api.services
    const { ask, verify } = browser()
    await ask('9812300000')
    await browser().ask(member.phone)
    const { code_hash } = await db
      .selectFrom('staff_log_ins')
      .select('code_hash')
      .where('staff_id', 'is not', null)
      .executeTakeFirstOrThrow()
    await db.updateTable('staff_log_ins').set({ code_hash }).where('staff_id', 'is', null).execute()
    expect((await verify(api.codes[0]!.code)).status).toBe(422)
  })

  test('opens nothing of staff by itself', async () => {
    await withAuthenticator()
    const { cookies } = await provedBrowser()
    const cookie = [...cookies].map(([, token]) => `staff-entry=${token}; staff=${token}`).join('; ')
    const opened: string[] = []
    for (const { endpoint } of routes.filter((route) => route.endpoint.access === 'staff')) {
      const request = requestFor(endpoint, sampleInput(endpoint), { staff: { cookie, csrf: 'x' } })
      if ((await api.request(...request)).status !== 401) opened.push(endpoint.path)
    }
    expect(opened).toEqual([])
  })

  test('is sent to one phone so often from one address, and so often from all', async () => {
    const ask = async (address: string, phone = member.phone) => (await browser(address).ask(phone)).status
    const many = async (count: number, address: string, phone = member.phone) => {
      const statuses = new Set<number>()
      for (let times = 0; times < count; times += 1) statuses.add(await ask(address, phone))
      return [...statuses]
    }
    expect(await many(5, '203.0.113.1')).toEqual([200])
    expect(await ask('203.0.113.1')).toBe(429)
    expect(await ask('203.0.113.2')).toBe(200)
    api.clock.advance(15 * MINUTE)
    expect(await many(3, '203.0.113.1')).toEqual([200])
    expect(await ask('203.0.113.1')).toBe(429)
    expect(await many(3, '203.0.113.3')).toEqual([200])
    // Twelve in the hour, from wherever.
    expect(await ask('203.0.113.4')).toBe(429)
    const { retryAfter, message } = await browser('203.0.113.4')
      .ask(member.phone)
      .then(({ headers, body }) => ({ retryAfter: Number(headers.get('retry-after')), message: body.message }))
    expect([retryAfter, message]).toEqual([45 * 60, 'Too many codes were requested. Please try again in 45 minutes.'])
    expect(await ask('203.0.113.4', '9812300000')).toBe(200)
    api.clock.advance(HOUR)
    expect(await ask('203.0.113.1')).toBe(200)
    // A phone of nobody alike.
    expect(await many(5, '203.0.113.5', '9812300001')).toEqual([200])
    expect(await ask('203.0.113.5', '9812300001')).toBe(429)
  })

  test('is asked for, and guessed at, so often from one network, whichever the phones are', async () => {
    const { count } = codeLimits.anyGuesses
    const spend = () =>
      api.services.db
        .updateTable('code_addresses')
        .set({ guesses: count.ipv4 - 1 })
        .execute()
    const { ask, verify } = browser('203.0.113.1')
    await ask('9812300000')
    await spend()
    expect([(await ask('9812300001')).status, (await ask('9812300002')).status]).toEqual([200, 429])
    await spend()
    expect([(await verify('0000')).status, (await verify('0000')).status]).toEqual([422, 429])
    expect((await browser('203.0.113.2').ask('9812300002')).status).toBe(200)
  })
})
