import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeLimits } from '#features/auth/server/codes/code-limits.ts'
import { RESEND_SECONDS } from '#features/auth/auth.rules.ts'
import { routes } from '#http/routes.ts'
import { DAY, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { requestFor } from '../../../../../tests/support/api/calls.ts'
import { nameOf, sampleInput } from '../../../../../tests/support/api/sample.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { cookieOf, logInCalls, wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { enrolAuthenticator, staffBrowser } from '../../../../../tests/support/scenes/staff-browser.ts'
import { entering } from '../../../../../tests/support/scenes/staff-callers.ts'
import { endStaffSession, getMe, listStaffSessions } from '../../account/account.contract.ts'
import { endMember, resetMember, returnMember } from '../../team/team.contract.ts'
import {
  askStaffLongCode,
  confirmPhone,
  enterByAuthenticator,
  sendConfirmation,
  setUpAuthenticator,
} from '../log-in.contract.ts'

let api: TestApi
let member: TestStaff

beforeEach(async () => {
  api = await testApi()
  member = await api.staff('support')
})
afterEach(() => api.close())

type Browser = ReturnType<typeof staffBrowser>

const browser = (address?: string) => staffBrowser(api, address)
const askLong = (at: Browser, mobile = member.phone) => at.call(askStaffLongCode, { body: { mobile } })
const codeOf = ({ body }: { body: object }) => (body as { code?: string }).code
const lastCode = () => api.codes.at(-1)!.code

const enrolled = () => enrolAuthenticator(api, member.phone)

/** Five requests from two addresses: all 4-digit codes that a phone may be sent in 15 minutes. */
async function useUpSends(mobile = member.phone) {
  for (let count = 0; count < 5; count += 1) await browser(`10.7.0.${count % 2}`).ask(mobile)
}

describe('an account without a second factor', () => {
  test('sets none up with a 4-digit code alone: every call that does is refused until the phone is confirmed', async () => {
    const { db } = api.services
    const enrolling = routes.map(({ endpoint }) => endpoint).filter(({ enrols }) => enrols)
    expect(enrolling.map(({ path }) => path).every((path) => path.startsWith('/staff/login/setup/'))).toBe(true)
    expect(enrolling).toHaveLength(4)
    const answers: Record<string, unknown> = {}
    for (const isConfirmed of [false, true])
      for (const endpoint of enrolling) {
        const staff = await entering(db, member, api.clock.now(), isConfirmed)
        const response = await api.request(...requestFor(endpoint, sampleInput(endpoint), { staff }))
        const refused = ((await response.json()) as { code?: string }).code === 'unconfirmed'
        answers[`${nameOf(endpoint)} ${isConfirmed ? 'with' : 'without'}`] = refused
      }
    const expected = enrolling.flatMap((endpoint) => [
      [`${nameOf(endpoint)} without`, true],
      [`${nameOf(endpoint)} with`, false],
    ])
    expect(answers).toEqual(Object.fromEntries(expected))
  })

  test('is confirmed with the 8-digit code sent to its phone, once, and with no other code', async () => {
    const mine = browser()
    await mine.ask(member.phone)
    const short = lastCode()
    expect((await mine.verify(short)).body).toMatchObject({ set_up: true, confirm: true })
    const sent = await mine.call(sendConfirmation)
    expect([sent.body.sent, api.codes.at(-1)]).toMatchObject([
      true,
      { phone: member.phone, minutes: DAY / MINUTE, code: expect.stringMatching(/^\d{8}$/) as string },
    ])
    const long = lastCode()
    // Requested again it is the same, three times in a day.
    for (const again of [true, true, false]) expect((await mine.call(sendConfirmation)).body.sent).toBe(again)
    expect(new Set(api.codes.slice(1).map(({ code }) => code))).toEqual(new Set([long]))
    const confirm = (otp: string) => mine.call(confirmPhone, { body: { otp } })
    expect((await confirm(wrongCode(long))).body.errors).toHaveProperty('otp')
    expect((await confirm(`${short}${short}`)).status).toBe(422)
    expect((await mine.call(setUpAuthenticator)).status).toBe(403)
    expect((await confirm(long)).status).toBe(200)
    expect((await confirm(long)).status).toBe(422)
    expect((await mine.call(setUpAuthenticator)).status).toBe(200)
    // A browser that knows 4 digits has no use of the code that another one used.
    const other = browser('10.9.9.9')
    await other.ask(member.phone)
    await other.verify(lastCode())
    expect((await other.call(confirmPhone, { body: { otp: long } })).status).toBe(422)
  })

  test('is confirmed with a second code also where the first has 8 digits and was sent as often as may be', async () => {
    await useUpSends()
    const [{ count: sends }] = codeLimits.sends.long
    for (let times = 0; times <= sends; times += 1) await askLong(browser('10.7.0.9'))
    const mine = browser()
    expect(codeOf(await mine.ask(member.phone))).toBe('long_code')
    expect((await askLong(mine)).body.sent).toBe(false)
    const first = lastCode()
    expect((await mine.verify(first)).body).toMatchObject({ set_up: true, confirm: true })
    const confirm = (otp: string) => mine.call(confirmPhone, { body: { otp } })
    expect((await confirm(first)).status).toBe(422)
    expect((await mine.call(setUpAuthenticator)).status).toBe(403)
    for (let times = 0; times <= sends; times += 1)
      expect((await mine.call(sendConfirmation)).body.sent).toBe(times < sends)
    expect((await confirm(first)).status).toBe(422)
    expect((await mine.call(setUpAuthenticator)).status).toBe(403)
    expect(lastCode()).not.toBe(first)
    expect((await confirm(lastCode())).status).toBe(200)
    expect((await mine.call(setUpAuthenticator)).status).toBe(200)
  })

  test('is guessed at 15 times a day from one network with 8 digits, by whoever knows the 4', async () => {
    const mine = browser('10.1.0.1')
    await mine.prove(member.phone)
    let looked = 0
    for (let round = 0; round < 6; round += 1) {
      const guesser = browser('203.0.113.7')
      if ((await guesser.ask(member.phone)).status !== 200) break
      await guesser.verify(lastCode())
      await guesser.call(sendConfirmation)
      for (let by = 1; by <= 5; by += 1)
        looked += Number(
          (await guesser.call(confirmPhone, { body: { otp: wrongCode('12345678', by) } })).status === 422,
        )
    }
    expect(looked).toBe(codeLimits.guesses.phoneFromNetwork[0].count)
  })
})

test('guesses at codes of a phone of the staff are as few in a day and in 30 days as at those of learners', async () => {
  const days: number[] = []
  for (let day = 0; day < 6; day += 1) {
    let looked = 0
    for (let round = 0; round < 12; round += 1) {
      const guesser = browser(`198.51.100.${day * 12 + round}`)
      if ((await guesser.ask(member.phone)).status === 200)
        for (let by = 1; by <= 5; by += 1)
          looked += Number((await guesser.verify(wrongCode(lastCode(), by))).status === 422)
      api.clock.advance(20 * MINUTE)
    }
    days.push(looked)
    api.clock.advance(DAY - 12 * 20 * MINUTE)
  }
  const [{ count: daily }, { count: monthly }] = codeLimits.guesses.phone
  expect(Math.max(...days)).toBe(daily)
  expect(days.reduce((sum, one) => sum + one, 0)).toBe(monthly)
})

test('guesses at the same moment, in log-ins of several browsers, share the limit of the phone', async () => {
  const browsers = Array.from({ length: 5 }, (_, at) => browser(`198.51.100.${at}`))
  for (const { ask } of browsers) await ask(member.phone)
  const [{ count: daily }] = codeLimits.guesses.phone
  const tried = { user_id: (await userOf()).id, way: 'staff' as const, address: '10.7.1.1', net56: null, net48: null }
  await api.services.db
    .insertInto('code_tries')
    .values(Array.from({ length: daily - 8 }, () => ({ ...tried, tried_at: api.clock.now() })))
    .execute()
  const answers = await Promise.all(
    browsers.flatMap(({ verify }) => Array.from({ length: 5 }, () => verify(wrongCode(lastCode())))),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25 - 8)
})

describe('strangers who use up codes of a member', () => {
  test('lock nobody out on a browser on which the member has logged in', async () => {
    const { first, code } = await enrolled()
    await useUpSends()
    expect(codeOf(await browser('10.7.0.9').ask(member.phone))).toBe('long_code')
    expect((await first.ask(member.phone)).status).toBe(200)
    expect((await first.verify(lastCode())).status).toBe(200)
    expect((await first.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
    // Also after all guesses of 30 days.
    const { id } = await userOf()
    const tried = { user_id: id, way: 'staff' as const, address: '10.7.1.1', net56: null, net48: null }
    await api.services.db
      .insertInto('code_tries')
      .values(Array.from({ length: 100 }, () => ({ ...tried, tried_at: api.clock.now() })))
      .execute()
    expect(codeOf(await browser('10.7.0.9').ask(member.phone))).toBe('long_code')
    expect((await first.ask(member.phone)).status).toBe(200)
    expect((await first.verify(lastCode())).status).toBe(200)
  })

  test('lock nobody out on a new browser: it gets in with an 8-digit code, whoever requested that', async () => {
    const { code } = await enrolled()
    await useUpSends()
    const stranger = browser('10.7.0.9')
    for (let times = 0; times < 4; times += 1) await askLong(stranger)
    const long = lastCode()
    expect(long).toMatch(/^\d{8}$/)
    const mine = browser('10.8.0.1')
    expect(codeOf(await mine.ask(member.phone))).toBe('long_code')
    // The phone has it from the requests of the stranger.
    expect((await askLong(mine)).body).toMatchObject({ sent: false })
    expect((await mine.verify(wrongCode(long))).status).toBe(422)
    expect((await mine.verify(long)).body).toMatchObject({ authenticator: true, set_up: false })
    expect((await mine.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
    // The code is used up, and the stranger's own browser has no use of it.
    expect((await stranger.verify(long)).status).toBe(422)
  })

  test('get no 8-digit code while 4 digits can be had, and cannot tell phones of the staff by any answer', async () => {
    const tell = async (mobile: string) => {
      const answers: unknown[] = []
      const note = ({ status, body }: { status: number; body: object }) =>
        answers.push([status, { ...body, request_id: '' }])
      const at = browser('203.0.113.9')
      note(await askLong(at, mobile))
      for (let count = 0; count < 5; count += 1) note(await browser(`10.7.0.${count % 2}`).ask(mobile))
      for (let count = 0; count < 4; count += 1) note(await askLong(at, mobile))
      note(await at.verify('00000000'))
      note(await at.verify('0000'))
      return answers
    }
    const known = await tell(member.phone)
    expect(known[0]).toMatchObject([409, { code: 'short_code' }])
    expect(await tell('9812300000')).toEqual(known)
    const learner = await api.learner()
    expect(await tell(learner.user.phone)).toEqual(known)
    expect(new Set(api.codes.map(({ phone }) => phone))).toEqual(new Set([member.phone]))
  })
})

describe('a browser that is known', () => {
  /** True for a browser that gets a code even when strangers have used up the codes of the phone. */
  const isKnown = async (at: Browser, mobile = member.phone) => {
    await useUpSends(mobile)
    const { status } = await at.ask(mobile)
    api.clock.advance(DAY)
    return status === 200
  }

  test('to one member is unknown to another, and one of learners is unknown to staff with the same phone', async () => {
    const { first } = await enrolled()
    expect(await isKnown(first, (await api.staff('mentor')).phone)).toBe(false)
    const learners = logInCalls(() => api)
    const { cookie, status } = await learners.logIn(member.phone)
    expect(status).toBe(200)
    const asLearner = browser('10.2.0.1')
    for (const one of cookie.split('; ')) asLearner.cookies.set(one.split('=')[0]!, one.slice(one.indexOf('=') + 1))
    expect(await isKnown(asLearner)).toBe(false)
    expect(await isKnown(first)).toBe(true)
    // Nor does the log-in of staff make it known to the learner.
    for (let count = 0; count < 6; count += 1) {
      await learners.send(member.phone, { address: `10.3.0.${count % 3}` })
      api.clock.advance(RESEND_SECONDS * SECOND)
    }
    const deviceCookie = [...first.cookies].map((one) => one.join('=')).join('; ')
    const answer = await learners.send(member.phone, { address: '10.3.0.9', cookie: deviceCookie })
    expect([answer.status, cookieOf(answer)]).toEqual([429, ''])
  })

  test.each(['reset', 'ended', 'logged out from elsewhere', 'logged out there'])(
    'is forgotten where the member is %s',
    async (how) => {
      const { first, code } = await enrolled()
      const owner = await api.staff('owner')
      const body = { id: member.id, reason: 'A test' }
      if (how === 'reset') await api.call(resetMember, { body }, { staff: owner })
      if (how === 'ended') {
        await api.call(endMember, { body }, { staff: owner })
        await api.call(returnMember, { body }, { staff: owner })
      }
      if (how.startsWith('logged out')) {
        const other = browser('10.4.0.1')
        await other.prove(member.phone)
        await other.call(enterByAuthenticator, { body: { code: code() } })
        await first.call(getMe)
        const { data } = (await other.call(listStaffSessions)).body
        const others = data.filter(({ current }) => !current)
        expect(others).toHaveLength(2)
        const [theirs] = others.filter(({ address }) => address === '10.1.1.1')
        await other.call(endStaffSession, { body: how === 'logged out there' ? { id: theirs!.id } : {} })
        expect(await isKnown(other)).toBe(true)
      }
      expect(await isKnown(first)).toBe(false)
    },
  )
})

const userOf = () =>
  api.services.db.selectFrom('users').select('id').where('staff_id', '=', member.id).executeTakeFirstOrThrow()
