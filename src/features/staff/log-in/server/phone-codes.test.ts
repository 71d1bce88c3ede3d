import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eraseEverything } from '#features/profile/server/erase.ts'
import { staffCookieNames } from '#core/staff/staff-cookies.ts'
import { routes } from '#http/routes.ts'
import { brakeLimits } from '#features/auth/server/codes/code-hours.ts'
import { codeLimits } from '#features/auth/server/codes/code-limits.ts'
import { listLearners } from '#features/auth/staff/learners.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { requestFor } from '../../../../../tests/support/api/calls.ts'
import { sampleInput } from '../../../../../tests/support/api/sample.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { staffBrowser } from '../../../../../tests/support/scenes/staff-browser.ts'
import { LOG_IN_LIFE, MOST_TRIES } from '../../server/log-ins.ts'

let api: TestApi
let member: TestStaff

beforeEach(async () => {
  api = await testApi()
  member = await api.staff('support')
})
afterEach(() => api.close())

const browser = (address?: string) => staffBrowser(api, address)

describe('a code by phone of staff', () => {
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

  test('makes no learner of an unknown phone, and leaves no trace of it after 31 days', async () => {
    const { db } = api.services
    const owner = await api.staff('owner')
    const users = async () => (await db.selectFrom('users').select(['phone', 'staff_id']).execute()).length
    const learners = async () => (await api.call(listLearners, {}, { staff: owner })).body.data
    const phones = ['9812300000', '9812300001', '9812300000']
    for (const phone of phones) expect((await browser().ask(phone)).status).toBe(200)
    await browser().verify('0000')
    expect([await users(), await learners()]).toEqual([2, []])
    const { count } = await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('phone', 'like', '%98123%')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)
    api.clock.advance(31 * DAY - 1)
    await browser().ask('9812300001')
    expect(await users()).toBe(2)
    api.clock.advance(1)
    await browser().ask(member.phone)
    const left = await db.selectFrom('users').select(['id', 'staff_id']).orderBy('staff_id').execute()
    expect(left.map(({ staff_id }) => staff_id)).toEqual([-left[0]!.id, member.id])
  })

  test('does not bring the phone of an erased account back', async () => {
    const { db } = api.services
    const { user } = await api.learner()
    const erased = { id: user.id, countryCode: user.country_code, phone: user.phone }
    await browser().ask(user.phone)
    await db.transaction().execute((tx) => eraseEverything(tx, api.services.personalParts, erased, api.clock.now()))
    const rows = await db.selectFrom('users').select(['phone', 'staff_id']).execute()
    expect(rows).toEqual([{ phone: `ended ${user.id}`, staff_id: null }])
    await browser().ask(user.phone)
    const shown = await db.selectFrom('users').select('id').where('staff_id', 'is', null).execute()
    expect(shown).toEqual([{ id: user.id }])
  })

  test('of a phone of nobody is never right, also where somebody knows it', async () => {
    const { db } = api.services
    const { ask, verify } = browser()
    await ask('9812300000')
    await browser().ask(member.phone)
    const staff = await db.selectFrom('staff_log_ins').select('id').where('staff_id', 'is not', null).executeTakeFirst()
    const { code_hash } = await db
      .selectFrom('codes')
      .select('code_hash')
      .where('way', '=', `entry ${staff!.id}`)
      .executeTakeFirstOrThrow()
    await db.updateTable('codes').set({ code_hash }).execute()
    expect((await verify(api.codes[0]!.code)).status).toBe(422)
  })

  test('opens nothing of staff by itself', async () => {
    const { cookies, prove } = browser()
    await prove(member.phone)
    const token = cookies.get(staffCookieNames.entry)
    const cookie = Object.values(staffCookieNames)
      .map((name) => `${name}=${token}`)
      .join('; ')
    const opened: string[] = []
    for (const { endpoint } of routes.filter((route) => route.endpoint.access === 'staff')) {
      const request = requestFor(endpoint, sampleInput(endpoint), { staff: { cookie, csrf: 'x' } })
      if ((await api.request(...request)).status !== 401) opened.push(endpoint.path)
    }
    expect(opened).toEqual([])
  })

  test('is sent to one phone within the limits of learners, of the staff or not', async () => {
    const ask = async (address: string, phone: string) => {
      const { status, body, headers } = await browser(address).ask(phone)
      return status === 200 ? status : `${(body as { code?: string }).code} ${headers.get('retry-after')}`
    }
    const many = async (count: number, address: string, phone: string) => {
      const answers: unknown[] = []
      for (let times = 0; times < count; times += 1) answers.push(await ask(address, phone))
      return answers
    }
    for (const phone of [member.phone, '9812300001']) {
      // From one address four in 15 minutes, from all five.
      expect(await many(5, '203.0.113.1', phone)).toEqual([200, 200, 200, 200, `long_code ${15 * 60}`])
      expect(await many(2, '203.0.113.2', phone)).toEqual([200, `long_code ${15 * 60}`])
      // Twelve in a day, wherever from.
      api.clock.advance(15 * MINUTE)
      expect(await many(4, '203.0.113.3', phone)).toEqual([200, 200, 200, 200])
      api.clock.advance(15 * MINUTE)
      expect(await many(4, '203.0.113.4', phone)).toEqual([200, 200, 200, `long_code ${DAY / 1000 - 30 * 60}`])
      api.clock.advance(DAY)
      expect(await ask('203.0.113.1', phone)).toBe(200)
    }
  })

  test('is requested, and guessed at, so often from one network, whichever the phones are', async () => {
    const { count } = codeLimits.anyGuesses
    const [{ count: sends }] = codeLimits.sends.network.ipv4
    const { ask, verify } = browser('203.0.113.1')
    expect((await ask('9812300000')).status).toBe(200)
    const { db } = api.services
    await db
      .updateTable('code_addresses')
      .set({ guesses: count.ipv4 - 1, guesses_since: api.clock.now() })
      .execute()
    expect([(await verify('0000')).status, (await verify('0000')).status]).toEqual([422, 429])
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const sent = { user_id: id, way: 'staff' as const, address: '203.0.113.1', sent_at: api.clock.now() }
    await db
      .insertInto('code_sends')
      .values(Array.from({ length: sends - 1 }, () => sent))
      .execute()
    expect((await ask('9812300001')).status).toBe(429)
    expect((await browser('203.0.113.2').ask('9812300002')).status).toBe(200)
  })

  test('comes as always while the site brakes guesses at codes of learners', async () => {
    const hour = Math.floor(api.clock.now() / HOUR)
    const failed = brakeLimits.least * brakeLimits.closesAt
    await api.services.db.insertInto('code_hours').values({ hour, country: '', failed }).execute()
    const { ask, verify } = browser('203.0.113.1')
    await ask(member.phone)
    const guesses = codeLimits.anyGuesses.count.ipv4 / brakeLimits.shareOf
    await api.services.db.updateTable('code_addresses').set({ guesses }).execute()
    expect((await verify(api.codes[0]!.code)).status).toBe(200)
    expect((await ask(member.phone)).status).toBe(200)
  })
})
