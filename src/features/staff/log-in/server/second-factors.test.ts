import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { enrolAuthenticator, staffBrowser } from '../../../../../tests/support/scenes/staff-browser.ts'
import { getMe } from '../../account/account.contract.ts'
import { factorLimits } from '../../server/factor-tries.ts'
import { MOST_TRIES } from '../../server/log-ins.ts'
import { MAX_AUDITED_FAILURES } from '../../staff.rules.ts'
import { unlockMember } from '../../team/team.contract.ts'
import { enterByAuthenticator, enterByPasskey, enterByRecoveryCode } from '../log-in.contract.ts'

let api: TestApi
let member: TestStaff
let lines: Record<string, unknown>[] = []

beforeEach(async () => {
  lines = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  api = await testApi({}, pino({}, { write }))
  member = await api.staff('support')
})
afterEach(() => api.close())

/** Has the form of a recovery code and is none. */
const NO_RECOVERY_CODE = 'aaaa-bbbb-cccc-dddd'

const browser = (address?: string) => staffBrowser(api, address)
const provedAt = async (address?: string, phone = member.phone) => {
  const at = browser(address)
  expect((await at.prove(phone)).status).toBe(200)
  return at
}

const withAuthenticator = (of = member) => enrolAuthenticator(api, of.phone)

const failures = async () => {
  const rows = await api.services.db
    .selectFrom('audit_log as entry')
    .innerJoin('audit_details as details', 'details.log_id', 'entry.id')
    .select(['entry.staff_id', 'entry.who', 'entry.address', 'entry.call', 'details.after', 'details.reason'])
    .where('entry.action', '=', 'second factor failed')
    .orderBy('entry.id')
    .execute()
  return rows.map(({ after, ...row }) => ({ ...row, after: JSON.parse(after) as Record<string, unknown> }))
}

/** Enters wrong codes of an authenticator in as many log-ins as that takes. @returns how many were looked at */
async function guess(count: number, addressOf: (logIn: number) => string, phone = member.phone) {
  let looked = 0
  for (let logIn = 0; looked < count; logIn += 1) {
    const { call } = await provedAt(addressOf(logIn), phone)
    for (let tries = 0; tries < MOST_TRIES && looked < count; tries += 1) {
      const { status } = await call(enterByAuthenticator, { body: { code: '000000' } })
      if (status === 429) return looked
      expect(status).toBe(422)
      looked += 1
    }
  }
  return looked
}

describe('failed second factors', () => {
  test('are logged with member, address and kind, in the audit log as often as ten times a day', async () => {
    const { code } = await withAuthenticator()
    const { call } = await provedAt('203.0.113.4')
    expect((await call(enterByAuthenticator, { body: { code: wrongCode(code()) } })).status).toBe(422)
    expect((await call(enterByRecoveryCode, { body: { code: NO_RECOVERY_CODE } })).status).toBe(422)
    expect((await call(enterByPasskey, { body: { response: '{}' } })).status).toBe(422)
    const entry = { staff_id: member.id, who: member.name, address: '203.0.113.4', reason: '' }
    expect(await failures()).toEqual([
      {
        ...entry,
        call: 'POST /staff/login/authenticator',
        after: { with: 'an authenticator', entries_in_24_hours: 1 },
      },
      { ...entry, call: 'POST /staff/login/recovery', after: { with: 'a recovery code', entries_in_24_hours: 2 } },
      { ...entry, call: 'POST /staff/login/passkey', after: { with: 'a passkey', entries_in_24_hours: 3 } },
    ])
    for (let round = 0; round < 4; round += 1) {
      const again = await provedAt(`203.0.113.${10 + round}`)
      for (let tries = 0; tries < MOST_TRIES; tries += 1)
        await again.call(enterByRecoveryCode, { body: { code: NO_RECOVERY_CODE } })
    }
    const shown = await failures()
    expect([shown.length, shown.at(-1)!.reason]).toEqual([
      MAX_AUDITED_FAILURES,
      "Further failures in these 24 hours are in the server's log only",
    ])
    const inLog = lines.filter(({ msg }) => msg === 'second factor refused')
    expect(inLog).toHaveLength(23)
    expect(inLog[0]).toMatchObject({ staff: member.id, from: '203.0.113.4', with: 'an authenticator' })
    // On the next day there is room again.
    api.clock.advance(DAY)
    const next = await provedAt('203.0.113.4')
    await next.call(enterByRecoveryCode, { body: { code: NO_RECOVERY_CODE } })
    expect(await failures()).toHaveLength(MAX_AUDITED_FAILURES + 1)
  })

  test('with an authenticator are so few in a day and in 30 days, in all log-ins and from all addresses', async () => {
    const { code, codes } = await withAuthenticator()
    const [{ count: daily }, { count: monthly }] = factorLimits.member
    let all = 0
    for (let day = 0; all < monthly; day += 1) {
      const looked = await guess(1000, (logIn) => `198.51.100.${day * 10 + logIn}`)
      expect(looked).toBe(Math.min(daily, monthly - all))
      all += looked
      api.clock.advance(DAY)
    }
    // The owner is not let in with the app for now, but with a recovery code.
    const mine = await provedAt('10.1.1.1')
    const refused = await mine.call(enterByAuthenticator, { body: { code: code() } })
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many wrong codes were entered for this account. Please use a passkey or a recovery code, or try again in 26 days.',
    ])
    expect((await mine.call(enterByRecoveryCode, { body: { code: codes[0]! } })).status).toBe(200)
    // Another owner lets them in with the app.
    const owner = await api.staff('owner')
    const unlock = await api.call(unlockMember, { body: { id: member.id, reason: 'Called' } }, { staff: owner })
    expect(unlock.status).toBe(200)
    const later = await provedAt('10.1.1.1')
    expect((await later.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
  })

  test('at the same moment share the limit', async () => {
    await withAuthenticator()
    const [{ count: daily }] = factorLimits.member
    const browsers: Awaited<ReturnType<typeof provedAt>>[] = []
    for (let at = 0; at < 5; at += 1) browsers.push(await provedAt(`198.51.100.${at}`))
    const statuses = await Promise.all(
      browsers.flatMap(({ call }) =>
        Array.from({ length: MOST_TRIES }, () => call(enterByAuthenticator, { body: { code: '000000' } })),
      ),
    )
    expect(statuses.filter(({ status }) => status === 422)).toHaveLength(daily)
  })

  test('with authenticators from one address are so few in a day, of all members; an unlock of one member leaves them', async () => {
    const [{ count: limit }] = factorLimits.network
    const { first, code, codes } = await withAuthenticator()
    let looked = 0
    for (let others = 0; looked < limit; others += 1) {
      const other = await api.staff('mentor')
      await withAuthenticator(other)
      looked += await guess(Math.min(12, limit - looked), () => '10.1.1.1', other.phone)
    }
    const refused = async () => {
      await first.prove(member.phone)
      const { status, body } = await first.call(enterByAuthenticator, { body: { code: code() } })
      return [status, body.message]
    }
    const expected = [
      429,
      'Too many wrong codes were entered from your network. Please use a passkey or a recovery code, or try again in 24 hours.',
    ]
    expect(await refused()).toEqual(expected)
    const owner = await api.staff('owner')
    const unlock = await api.call(unlockMember, { body: { id: member.id, reason: 'Called' } }, { staff: owner })
    expect(unlock.body.message).toBe('Unlocked. A limit on their network can last up to 24 hours')
    expect(await refused()).toEqual(expected)
    expect((await first.call(enterByRecoveryCode, { body: { code: codes[0]! } })).status).toBe(200)
    const elsewhere = await provedAt('203.0.113.5')
    expect((await elsewhere.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
    api.clock.advance(DAY)
    const again = await provedAt('10.1.1.1')
    expect((await again.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
  })

  test('that cannot be guessed use up no limit, of their member or of others at the same address', async () => {
    const { first, code, codes } = await withAuthenticator()
    const mentor = await api.staff('mentor')
    const theirs = await withAuthenticator(mentor)
    const [{ count: limit }] = factorLimits.network
    for (let failed = 0; failed < limit;) {
      const { call } = await provedAt('10.1.1.1', mentor.phone)
      for (let tries = 0; tries < MOST_TRIES; tries += 1, failed += 1) {
        const answer =
          tries % 2
            ? await call(enterByPasskey, { body: { response: '{}' } })
            : await call(enterByRecoveryCode, { body: { code: NO_RECOVERY_CODE } })
        expect(answer.status).toBe(422)
      }
    }
    const unknown = await provedAt('10.1.1.1')
    expect((await unknown.call(enterByRecoveryCode, { body: { code: codes[0]! } })).status).toBe(200)
    await first.prove(member.phone)
    expect((await first.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
    const own = await provedAt('10.1.1.1', mentor.phone)
    expect((await own.call(enterByAuthenticator, { body: { code: theirs.code() } })).status).toBe(200)
    expect(lines.filter(({ msg }) => msg === 'second factor refused')).toHaveLength(limit)
  })

  test('over the limit use up no try of a log-in: the way in that the reply names is open', async () => {
    const { code, codes } = await withAuthenticator()
    const [{ count: daily }] = factorLimits.member
    await guess(daily, (logIn) => `198.51.100.${logIn}`)
    const { call } = await provedAt('10.1.1.1')
    const statuses: number[] = []
    for (let tries = 0; tries <= MOST_TRIES; tries += 1)
      statuses.push((await call(enterByAuthenticator, { body: { code: code() } })).status)
    expect(new Set(statuses)).toEqual(new Set([429]))
    expect((await call(enterByRecoveryCode, { body: { code: codes[0]! } })).status).toBe(200)
  })

  test('are so few in the audit log also where right ones come between or all come at the same moment', async () => {
    const { code } = await withAuthenticator()
    for (let round = 0; round < 6; round += 1) {
      const { call } = await provedAt('10.1.1.1')
      const wrong = () => call(enterByAuthenticator, { body: { code: wrongCode(code()) } })
      const answers = await Promise.all(Array.from({ length: MOST_TRIES - 1 }, wrong))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422))
      expect((await call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
      api.clock.advance(30 * SECOND)
    }
    const shown = await failures()
    expect(shown.map(({ after }) => after.entries_in_24_hours)).toEqual(
      Array.from({ length: MAX_AUDITED_FAILURES }, (_, before) => before + 1),
    )
  })

  test('of other log-ins stay counted when the member logs in from the same address', async () => {
    const { code } = await withAuthenticator()
    const [{ count: daily }] = factorLimits.member
    let looked = 0
    for (const guesses of [7, 7]) {
      looked += await guess(guesses, () => '10.1.1.1')
      const mine = await provedAt('10.1.1.1')
      expect((await mine.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
      api.clock.advance(30 * SECOND)
    }
    looked += await guess(7, () => '10.1.1.1')
    expect(looked).toBe(daily)
  })

  test('are forgotten when a right one follows in the same log-in', async () => {
    const { code } = await withAuthenticator()
    const [{ count: daily }] = factorLimits.member
    for (let round = 0; round < daily; round += 1) {
      const mine = await provedAt('10.1.1.1')
      expect((await mine.call(enterByAuthenticator, { body: { code: wrongCode(code()) } })).status).toBe(422)
      expect((await mine.call(enterByAuthenticator, { body: { code: code() } })).status).toBe(200)
      api.clock.advance(30 * SECOND)
    }
    expect(await api.services.db.selectFrom('staff_factor_tries').selectAll().execute()).toEqual([])
  })
})

test('a new log-in ends the session whose cookie it replaces, whoever it was, and no other', async () => {
  const { code } = await withAuthenticator()
  const here = await provedAt()
  await here.call(enterByAuthenticator, { body: { code: code() } })
  const opens = async (cookie: string) => {
    const staff = { cookie: `staff=${cookie}`, csrf: '' }
    // Without the token of its page an open session is refused as forged, one that is over as not logged in.
    return (await api.call(getMe, {}, { staff })).status === 403
  }
  const before = here.cookies.get('staff')!
  expect(await opens(before)).toBe(true)
  const other = await api.staff('mentor')
  const theirs = await withAuthenticator(other)
  await here.prove(other.phone)
  expect((await here.call(enterByAuthenticator, { body: { code: theirs.code() } })).status).toBe(200)
  expect(here.cookies.get('staff')).not.toBe(before)
  expect(await opens(before)).toBe(false)
  expect(await opens(here.cookies.get('staff')!)).toBe(true)
  // The member's other sessions go on.
  expect((await api.call(getMe, {}, { staff: member })).status).toBe(200)
  const entries = await api.services.db.selectFrom('audit_details').select('after').orderBy('log_id').execute()
  expect(JSON.parse(entries.at(-1)!.after)).toEqual({
    with: 'an authenticator',
    ended_session_of: `staff ${member.id}`,
  })
})
