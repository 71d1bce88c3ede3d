import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../audit/audit.contract.ts'
import { getMe } from '../../account/account.contract.ts'
import { enterBySetUpAuthenticator, setUpAuthenticator } from '../../log-in/log-in.contract.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { appCode, staffBrowser } from '../../../../../tests/support/scenes/staff-browser.ts'
import { changeStaff, endStaff, resetStaff } from '../../server/change-staff.ts'
import { addMember, changeMember, endMember, listTeam, resetMember, returnMember } from '../team.contract.ts'

let api: TestApi
let owner: TestStaff

beforeEach(async () => {
  api = await testApi()
  owner = await api.staff('owner')
})
afterEach(() => api.close())

const reason = 'Agreed on the phone'
const team = async () => (await api.call(listTeam, {}, { staff: owner })).body.data
const entries = async () => (await api.call(listAudit, {}, { staff: owner })).body.data
const statusOf = async (staff: TestStaff) => (await api.call(listTeam, {}, { staff })).status

const change = (id: number, roles: StaffRole[], given: { version?: number; name?: string; by?: TestStaff } = {}) => {
  const body = { id, version: given.version ?? 1, name: given.name ?? 'Anu', roles, reason }
  return api.call(changeMember, { body }, { staff: given.by ?? owner })
}
const end = (id: number, by = owner) => api.call(endMember, { body: { id, reason } }, { staff: by })

describe('an owner', () => {
  test('takes somebody into the staff, who logs in with their phone', async () => {
    const body = { name: ' Lekha  Varma ', mobile: '98123 45670', roles: ['mentor' as const], reason }
    const added = await api.call(addMember, { body }, { staff: owner })
    expect(added.status).toBe(200)
    const { call, prove } = staffBrowser(api)
    expect((await prove('9812345670')).body).toMatchObject({ name: 'Lekha Varma', set_up: true })
    const { secret } = (await call(setUpAuthenticator)).body
    const code = appCode(secret, api.clock.now())
    expect((await call(enterBySetUpAuthenticator, { body: { code } })).body.roles).toEqual(['mentor'])
    expect((await team()).find(({ id }) => id === added.body.id)).toMatchObject({
      phone: '9812345670',
      roles: ['mentor'],
      last_logged_on: api.clock.now(),
      factors: 1,
    })
    expect((await api.call(addMember, { body: { ...body, name: 'Another' } }, { staff: owner })).status).toBe(409)
    expect((await entries()).at(-1)).toMatchObject({
      who: owner.name,
      staff_id: owner.id,
      action: 'staff added',
      call: 'POST /staff/team/add',
      subject: `staff ${added.body.id}`,
      reason,
      after: { name: 'Lekha Varma', phone: '+91 9812345670', roles: 'mentor' },
    })
  })

  test("changes roles, and the member's next call goes by them", async () => {
    const member = await api.staff('mentor')
    expect(await statusOf(member)).toBe(403)
    expect((await change(member.id, ['mentor', 'owner'])).status).toBe(200)
    expect(await statusOf(member)).toBe(200)
    expect((await change(member.id, ['mentor'], { version: 2 })).status).toBe(200)
    expect(await statusOf(member)).toBe(403)
    expect((await api.call(getMe, {}, { staff: member })).body).toMatchObject({ name: 'Anu', roles: ['mentor'] })
    expect(await entries()).toMatchObject([
      { action: 'staff changed', before: { roles: 'owner, mentor' }, after: { roles: 'mentor' } },
      { action: 'staff changed', before: { name: member.name, roles: 'mentor' }, after: { name: 'Anu' } },
    ])
  })

  test('who changes what somebody else has changed meanwhile is told what it is now, and nothing is lost', async () => {
    const { id } = await api.staff('mentor')
    const other = await api.staff('owner')
    const both = await Promise.all([
      change(id, ['author'], { name: 'One' }),
      change(id, ['support'], { name: 'Other', by: other }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const now = (await team()).find((member) => member.id === id)!
    const [won, lost] = both[0]!.status === 200 ? both : both.toReversed()
    expect([won!.status, now.version, now.name]).toEqual([200, 2, both[0] === won ? 'One' : 'Other'])
    expect(lost!.body).toMatchObject({
      code: 'edited',
      errors: { name: now.name, roles: now.roles.join(', '), version: '2' },
    })
    expect(await entries()).toHaveLength(1)
  })

  test('lets somebody go, who is out at once, and cannot log in until they come back', async () => {
    const member = await api.staff('support')
    const entering = staffBrowser(api)
    await entering.prove(member.phone)
    expect((await end(member.id)).status).toBe(200)
    expect((await api.call(getMe, {}, { staff: member })).status).toBe(401)
    expect((await entering.call(setUpAuthenticator)).status).toBe(401)
    const sent = api.codes.length
    await staffBrowser(api).ask(member.phone)
    expect(api.codes).toHaveLength(sent)
    expect((await end(member.id)).status).toBe(409)
    const back = () => api.call(returnMember, { body: { id: member.id, reason } }, { staff: owner })
    expect([(await back()).status, (await back()).status]).toEqual([200, 409])
    // The session of before does not come back.
    expect((await api.call(getMe, {}, { staff: member })).status).toBe(401)
    expect((await staffBrowser(api).prove(member.phone)).status).toBe(200)
    expect((await entries()).map(({ action }) => action)).toEqual(['staff returned', 'staff left'])
  })

  test('removes second factors of somebody who has lost them, and ends what is open and under way', async () => {
    const member = await api.staff('author')
    const first = staffBrowser(api)
    await first.prove(member.phone)
    const { secret } = (await first.call(setUpAuthenticator)).body
    await first.call(enterBySetUpAuthenticator, { body: { code: appCode(secret, api.clock.now()) } })
    const underWay = staffBrowser(api)
    await underWay.prove(member.phone)
    expect((await api.call(resetMember, { body: { id: member.id, reason } }, { staff: owner })).status).toBe(200)
    expect((await first.call(getMe)).status).toBe(401)
    expect((await underWay.call(setUpAuthenticator)).status).toBe(401)
    expect((await staffBrowser(api).prove(member.phone)).body).toMatchObject({ set_up: true, authenticator: false })
    expect((await entries())[0]).toMatchObject({ action: 'second factors reset', after: { factors_removed: 1 } })
  })

  test('of somebody who is not there is told so', async () => {
    const id = 2_000_000_000
    const body = { id, reason }
    const answers = await Promise.all([
      change(id, ['mentor']),
      end(id),
      api.call(returnMember, { body }, { staff: owner }),
      api.call(resetMember, { body }, { staff: owner }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await entries()).toEqual([])
  })
})

describe('the last owner', () => {
  test('stays, and stays an owner', async () => {
    const { status, body } = await end(owner.id)
    expect([status, body.code]).toEqual([409, 'last_owner'])
    expect((await change(owner.id, ['mentor'])).body.code).toBe('last_owner')
    await api.staff('mentor')
    expect((await end(owner.id)).status).toBe(409)
    expect([await statusOf(owner), await entries()]).toEqual([200, []])
  })

  test.each(['leave', 'give up the role', 'send each other away'])(
    'stays where two %s at the same moment',
    async (how) => {
      for (let round = 0; round < 3; round += 1) {
        const other = await api.staff('owner')
        const acts = {
          leave: () => [end(owner.id, owner), end(other.id, other)],
          'give up the role': () => [change(owner.id, ['mentor']), change(other.id, ['mentor'], { by: other })],
          'send each other away': () => [end(other.id, owner), end(owner.id, other)],
        }
        const answers = await Promise.all(acts[how as keyof typeof acts]())
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        // Who was sent away before may no longer send anybody.
        for (const { status, body } of answers.filter((one) => one.status !== 200))
          expect(['last_owner', 'wrong_role', 'unauthorized'], String(status)).toContain(body.code)
        const left = (
          await api.services.db.selectFrom('staff').selectAll().where('left_at', 'is', null).execute()
        ).filter(({ roles }) => roles.includes('"owner"'))
        expect(left).toHaveLength(1)
        owner = left[0]!.id === owner.id ? owner : other
        await api.services.db.updateTable('staff').set({ version: 1 }).execute()
      }
    },
  )
})

test('where there is no owner, members are reset, changed and removed with commands', async () => {
  const { db } = api.services
  const work = testWork(api.clock.now())
  await db.updateTable('staff').set({ roles: '["mentor"]' }).where('id', '=', owner.id).execute()
  const { id } = await api.staff('mentor')
  await resetStaff(db, work, id)
  await changeStaff(db, work, { id, version: 1, name: 'Anu', roles: ['support'] })
  await endStaff(db, work, id)
  await changeStaff(db, work, { id: owner.id, version: 1, name: 'Anu', roles: ['owner'] })
  expect(await statusOf(owner)).toBe(200)
})

describe('the last owner who is able to log in', () => {
  const addFactor = (staff_id: number) =>
    api.services.db
      .insertInto('staff_factors')
      .values({
        staff_id,
        kind: 'authenticator',
        name: 'App',
        secret: 'A',
        credential_id: null,
        created_at: 1,
        used_at: 1,
      })
      .execute()
  const reset = (id: number, by = owner) => api.call(resetMember, { body: { id, reason } }, { staff: by })
  const ableOwners = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from staff where left_at is null and roles like '%"owner"%'
      and exists (select 1 from staff_factors where staff_id = staff.id)`.execute(api.services.db)
    return rows.map(({ id }) => id)
  }

  beforeEach(() => addFactor(owner.id))

  test('stays where the others have never set up a second factor or have left', async () => {
    const body = { name: 'New', mobile: '9812345670', roles: ['owner' as const], reason }
    expect((await api.call(addMember, { body }, { staff: owner })).status).toBe(200)
    const left = await api.staff('owner')
    await addFactor(left.id)
    expect((await end(left.id)).status).toBe(200)
    for (const answer of [await end(owner.id), await change(owner.id, ['mentor']), await reset(owner.id)])
      expect([answer.status, answer.body.code]).toEqual([409, 'last_owner'])
    expect(await ableOwners()).toEqual([owner.id])
    // The one who never logged in can be reset and can go.
    const added = (await team()).find(({ name }) => name === 'New')!
    expect([(await reset(added.id)).status, (await end(added.id)).status]).toEqual([200, 200])
  })

  test('may go once another one has a second factor', async () => {
    const other = await api.staff('owner')
    await addFactor(other.id)
    expect((await reset(owner.id, other)).status).toBe(200)
    expect((await end(other.id)).body.code).toBe('unauthorized')
    expect((await end(other.id, other)).body.code).toBe('last_owner')
    expect((await end(owner.id, other)).status).toBe(200)
  })

  test.each(['leave', 'lose their factors', 'leave and lose the factors', 'give up the role and lose the factors'])(
    'stays where two %s at the same moment',
    async (how) => {
      for (let round = 0; round < 3; round += 1) {
        const other = await api.staff('owner')
        await addFactor(other.id)
        const acts = {
          leave: () => [end(owner.id, owner), end(other.id, other)],
          'lose their factors': () => [reset(owner.id, owner), reset(other.id, other)],
          'leave and lose the factors': () => [end(owner.id, owner), reset(other.id, other)],
          'give up the role and lose the factors': () => [change(owner.id, ['mentor']), reset(other.id, other)],
        }
        const answers = await Promise.all(acts[how as keyof typeof acts]())
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
        expect(answers.find(({ status }) => status === 409)!.body.code).toBe('last_owner')
        const [able, ...more] = await ableOwners()
        expect(more).toEqual([])
        owner = able === owner.id ? owner : other
        await api.services.db.updateTable('staff').set({ version: 1 }).execute()
      }
    },
  )
})
