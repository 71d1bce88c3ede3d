import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askToConfirmByPasskey, confirmByPasskey } from '../../confirm/confirm.contract.ts'
import { enterByAuthenticator, enterByRecoveryCode } from '../../log-in/log-in.contract.ts'
import { RECENT_FACTOR, RECOVERY_CODES } from '../../staff.rules.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { STAFF_IDLE } from '#lib/both/staff-session.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { addFactor } from '../../server/factors.ts'
import { makeRecoveryCodes, useRecoveryCode } from '../../server/recovery-codes.ts'
import { softwarePasskey } from '../../../../../tests/support/outside/software-passkey.ts'
import { loggedIn } from '../../../../../tests/support/scenes/staff-callers.ts'
import { wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { appCode, staffBrowser } from '../../../../../tests/support/scenes/staff-browser.ts'
import { doneOrWaiting } from '../../../../../tests/support/waiting.ts'
import {
  addAuthenticator,
  addPasskey,
  confirmRecoveryCodes,
  endStaffSession,
  getMe,
  listFactors,
  listStaffSessions,
  logOutStaff,
  offerAuthenticator,
  offerPasskey,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
} from '../account.contract.ts'

let api: TestApi
let staff: TestStaff

beforeEach(async () => {
  api = await testApi()
  staff = await api.staff('mentor')
})
afterEach(() => api.close())

/** Adds an authenticator from the session. @returns its secret */
async function withAuthenticator(name = 'Phone'): Promise<string> {
  const { secret } = (await api.call(offerAuthenticator, {}, { staff })).body
  const added = await api.call(addAuthenticator, { body: { code: appCode(secret, api.clock.now()), name } }, { staff })
  expect(added.status).toBe(200)
  return secret
}

const factors = async () => (await api.call(listFactors, {}, { staff })).body
const logged = async () =>
  (await api.services.db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(({ action }) => action)

describe('second factors of a member', () => {
  test('are added and listed, without their secrets', async () => {
    await withAuthenticator()
    const passkey = softwarePasskey()
    const made = passkey.create((await api.call(offerPasskey, {}, { staff })).body.options)
    expect((await api.call(addPasskey, { body: { response: made, name: 'Laptop' } }, { staff })).status).toBe(200)
    const { data, fresh_until } = await factors()
    expect(data).toEqual([
      { id: expect.any(Number) as number, kind: 'authenticator', name: 'Phone', ...unused() },
      { id: expect.any(Number) as number, kind: 'passkey', name: 'Laptop', ...unused() },
    ])
    expect(fresh_until).toBe(api.clock.now() + RECENT_FACTOR)
    expect(await logged()).toEqual(['second factor added', 'second factor added'])
    const again = passkey.create((await api.call(offerPasskey, {}, { staff })).body.options)
    expect((await api.call(addPasskey, { body: { response: again, name: 'Laptop' } }, { staff })).status).toBe(409)
  })

  test('refuse a passkey that another member registers at the same moment', async () => {
    const { db } = api.services
    const other = await api.staff('author')
    const passkey = softwarePasskey()
    const made = passkey.create((await api.call(offerPasskey, {}, { staff })).body.options)
    const { adding } = await db.transaction().execute(async (tx) => {
      const none = { transports: '[]', counter: 0, backup_eligible: null }
      const factor = { kind: 'passkey', secret: 'key', credential_id: passkey.id, ...none } as const
      await addFactor(tx, { staffId: other.id, name: 'Key', factor, now: api.clock.now() })
      const adding = api.call(addPasskey, { body: { response: made, name: 'Laptop' } }, { staff })
      await doneOrWaiting(api.services, adding)
      return { adding }
    })
    expect((await adding).status).toBe(409)
  })

  test('are added where the last second factor became old meanwhile and a passkey was confirmed', async () => {
    const known = softwarePasskey()
    const add = (response: string) => api.call(addPasskey, { body: { response, name: 'Key' } }, { staff })
    expect((await add(known.create((await api.call(offerPasskey, {}, { staff })).body.options))).status).toBe(200)
    api.clock.advance(RECENT_FACTOR - 1)
    const made = softwarePasskey().create((await api.call(offerPasskey, {}, { staff })).body.options)
    api.clock.advance(1)
    expect((await add(made)).body.code).toBe('second_factor')
    const { options } = (await api.call(askToConfirmByPasskey, {}, { staff })).body
    const confirmed = await api.call(confirmByPasskey, { body: { response: known.get(options) } }, { staff })
    expect([confirmed.status, (await add(made)).status, (await add(made)).status]).toEqual([200, 200, 422])
    expect((await factors()).data).toHaveLength(2)
  })

  const unused = () => ({ created_at: api.clock.now(), used_at: null })

  test('are stored once, also when one is sent twice at the same moment: each would take the same codes', async () => {
    const { secret } = (await api.call(offerAuthenticator, {}, { staff })).body
    const body = { code: appCode(secret, api.clock.now()), name: 'Phone' }
    const add = () => api.call(addAuthenticator, { body }, { staff })
    const statuses = (await Promise.all([add(), add()])).map(({ status }) => status)
    expect([statuses.sort(), (await add()).status, (await factors()).data.length]).toEqual([[200, 422], 422, 1])
    const { prove, call } = staffBrowser(api)
    api.clock.advance(30 * SECOND)
    for (const status of [200, 422]) {
      await prove(staff.phone)
      const code = appCode(secret, api.clock.now())
      expect((await call(enterByAuthenticator, { body: { code } })).status).toBe(status)
    }
  })

  test('are not added with a wrong code, nor without a name', async () => {
    const { secret } = (await api.call(offerAuthenticator, {}, { staff })).body
    const code = appCode(secret, api.clock.now())
    const add = (body: { code: string; name: string }) => api.call(addAuthenticator, { body }, { staff })
    expect((await add({ code: wrongCode(code), name: 'Phone' })).body.errors).toHaveProperty('code')
    expect((await add({ code, name: ' ' })).body.errors).toEqual({ name: 'Please enter a name' })
    expect((await add({ code, name: 'Phone' })).status).toBe(200)
  })

  test('are removed but for the last, which stays also when two are removed at the same moment', async () => {
    await withAuthenticator('One')
    const remove = (id: number, by = staff) => api.call(removeFactor, { body: { id } }, { staff: by })
    for (let round = 0; round < 4; round += 1) {
      await withAuthenticator('Another')
      const both = await Promise.all((await factors()).data.map(({ id }) => remove(id)))
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    }
    const [left, ...more] = (await factors()).data
    expect(more).toEqual([])
    expect((await remove(left!.id)).status).toBe(409)
    expect((await remove(left!.id, await api.staff('owner'))).status).toBe(404)
    expect((await logged()).filter((action) => action === 'second factor removed')).toHaveLength(4)
  })

  test('have recovery codes, which new ones replace once they are confirmed and not before', async () => {
    await withAuthenticator()
    const renew = async () => (await api.call(renewRecoveryCodes, {}, { staff })).body
    const confirm = (batch: string) => api.call(confirmRecoveryCodes, { body: { batch } }, { staff })
    const enter = async (code: string) => {
      const { prove, call } = staffBrowser(api)
      await prove(staff.phone)
      return (await call(enterByRecoveryCode, { body: { code } })).status
    }
    const codesAre = async (works: readonly string[], not: readonly string[]) =>
      expect([await enter(works[0]!), await enter(not[0]!)]).toEqual([200, 422])
    // The enrolment of a member whose session was made for the test brought none.
    const first = (await factors()).recovery_codes_left
    expect(first).toBe(RECOVERY_CODES)
    const one = await renew()
    expect([one.recovery_codes.length, (await confirm(one.batch)).status]).toEqual([RECOVERY_CODES, 200])
    // Made and not confirmed: the dialog was closed.
    const closed = await renew()
    expect((await factors()).recovery_codes_left).toBe(RECOVERY_CODES)
    await codesAre(one.recovery_codes, closed.recovery_codes)
    // Two tabs: the newest can be confirmed, the other shows codes that will never work.
    const [older, newer] = [await renew(), await renew()]
    const stale = await confirm(older.batch)
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
    expect((await confirm(closed.batch)).status).toBe(409)
    await codesAre(one.recovery_codes.slice(1), newer.recovery_codes)
    const both = await Promise.all([confirm(newer.batch), confirm(newer.batch)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await logged()).filter((action) => action === 'recovery codes confirmed')).toHaveLength(2)
    await codesAre(newer.recovery_codes, one.recovery_codes.slice(2))
    // Confirmed once more, since the reply was lost: what was used stays used.
    expect((await confirm(newer.batch)).status).toBe(200)
    expect((await factors()).recovery_codes_left).toBe(RECOVERY_CODES - 1)
    // A code of one member's set confirms nothing of another's.
    const others = await api.staff('author')
    const theirs = (await api.call(renewRecoveryCodes, {}, { staff: others })).body.batch
    expect((await confirm(theirs)).status).toBe(409)
    expect(await logged()).toContain('recovery codes confirmed')
  })

  test('have the set of recovery codes that was confirmed last, also when it was made while another was confirmed', async () => {
    const { db } = api.services
    await makeRecoveryCodes(db, staff.id)
    const renew = () => api.call(renewRecoveryCodes, {}, { staff })
    const confirm = (batch: string) => api.call(confirmRecoveryCodes, { body: { batch } }, { staff })
    const first = (await renew()).body
    const { confirming, renewing } = await db.transaction().execute(async (tx) => {
      // The confirmation waits before it removes the old codes.
      await tx.updateTable('staff_recovery_codes').set({ used_at: null }).where('staff_id', '=', staff.id).execute()
      const confirming = confirm(first.batch)
      await doneOrWaiting(api.services, confirming)
      const renewing = renew()
      await doneOrWaiting(api.services, renewing, 2)
      return { confirming, renewing }
    })
    expect((await confirming).status).toBe(200)
    const second = (await renewing).body
    expect((await confirm(second.batch)).status).toBe(200)
    const works = (code: string) => useRecoveryCode(db, staff.id, code, api.clock.now())
    expect([await works(first.recovery_codes[0]!), await works(second.recovery_codes[0]!)]).toEqual([false, true])
  })

  test('are named after browser and system where no name is given, apart, and renamed by their owner alone', async () => {
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    }
    for (let count = 0; count < 2; count += 1) {
      const response = softwarePasskey().create((await api.call(offerPasskey, {}, { staff })).body.options)
      expect((await api.call(addPasskey, { body: { response } }, { staff, headers })).status).toBe(200)
    }
    const names = async () => (await factors()).data.map(({ name }) => name)
    expect(await names()).toEqual(['Chrome on Linux', 'Chrome on Linux 2'])
    const { id } = (await factors()).data[1]!
    const rename = (name: string, by = staff) => api.call(renameFactor, { body: { id, name } }, { staff: by })
    expect((await rename('Office key')).status).toBe(200)
    expect((await rename('Mine', await api.staff('owner'))).status).toBe(404)
    expect((await rename(' ')).body.errors).toEqual({ name: 'Please enter a name' })
    expect(await names()).toEqual(['Chrome on Linux', 'Office key'])
    const [entry] = await api.services.db.selectFrom('audit_details').selectAll().orderBy('log_id', 'desc').execute()
    expect(entry).toMatchObject({
      before: '{"name":"Chrome on Linux 2","kind":"passkey"}',
      after: '{"name":"Office key"}',
    })
  })
})

describe('sessions of a member', () => {
  test('are listed, those alone that still open something, and say which one asks', async () => {
    await loggedIn(api.services.db, staff.id, api.clock.now() - STAFF_IDLE)
    await api.staff('owner')
    api.clock.advance(2 * MINUTE)
    const other = await loggedIn(api.services.db, staff.id, api.clock.now())
    api.clock.advance(MINUTE)
    const { data } = (await api.call(listStaffSessions, {}, { staff })).body
    expect(data.map(({ current, last_seen_at }) => [current, last_seen_at])).toEqual([
      [true, api.clock.now()],
      [false, api.clock.now() - MINUTE],
    ])
    expect(data[0]).toMatchObject({ browser: 'Unknown device', address: '127.0.0.1' })
    expect(JSON.stringify(data)).not.toContain(other.token)
  })

  test('are ended one by one, or all others; those of somebody else are not', async () => {
    const { db } = api.services
    const others = [await loggedIn(db, staff.id, api.clock.now()), await loggedIn(db, staff.id, api.clock.now())]
    const stranger = await api.staff('owner')
    const opens = async (who: { cookie: string; csrf: string }) =>
      (await api.call(getMe, {}, { staff: who })).status === 200
    const listed = async (who = staff) => (await api.call(listStaffSessions, {}, { staff: who })).body.data
    const end = (id?: number) => api.call(endStaffSession, { body: { id } }, { staff })
    const [theirs] = await listed(stranger)
    expect((await end(theirs!.id)).status).toBe(404)
    const [last] = (await listed()).filter(({ current }) => !current)
    expect(await end(last!.id)).toMatchObject({ status: 200, body: { ended: 1 } })
    expect((await end(last!.id)).status).toBe(404)
    expect((await Promise.all(others.map(opens))).filter(Boolean)).toHaveLength(1)
    expect((await end()).body.ended).toBe(1)
    expect(await Promise.all([staff, stranger, ...others].map(opens))).toEqual([true, true, false, false])
    expect(await logged()).toEqual(['sessions ended', 'sessions ended'])
  })

  test('end with a log-out, which takes the cookie away', async () => {
    const { headers } = await api.call(logOutStaff, {}, { staff })
    expect(headers.getSetCookie().join()).toMatch(/^staff=; Max-Age=0; Path=\//)
    expect((await api.call(getMe, {}, { staff })).status).toBe(401)
    expect(await logged()).toEqual(['logged out'])
  })
})
