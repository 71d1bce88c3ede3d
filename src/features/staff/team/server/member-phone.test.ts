import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getMe } from '../../account/account.contract.ts'
import { listAudit } from '../../audit/audit.contract.ts'
import { enterByAuthenticator } from '../../log-in/log-in.contract.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { newPhone, wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { staffBrowser } from '../../../../../tests/support/scenes/staff-browser.ts'
import { addMember, changeMemberPhone, endMember, sendMemberPhoneCode } from '../team.contract.ts'

let api: TestApi
let owner: TestStaff
beforeAll(async () => {
  api = await testApi()
  owner = await api.staff('owner')
})
afterAll(() => api.close())

const [proof, reason] = ['Came to the office', 'The old SIM is lost']
const ask = (id: number, mobile: string, by = owner) =>
  api.call(sendMemberPhoneCode, { body: { id, mobile } }, { staff: by })
const change = (id: number, mobile: string, otp: string, by = owner) =>
  api.call(changeMemberPhone, { body: { id, mobile, otp, proof, reason } }, { staff: by })
const sent = () => api.codes.at(-1)!
const opens = async (staff: TestStaff) => (await api.call(getMe, {}, { staff })).status
const phoneOf = async (id: number) =>
  (await api.services.db.selectFrom('staff').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone

describe('a new phone of a member', () => {
  test('is set with the code that was sent to it; sessions and codes of the old phone end, second factors stay', async () => {
    const member = await api.staff('support')
    const halfway = staffBrowser(api)
    await halfway.prove(member.phone)
    const phone = newPhone()
    expect((await ask(member.id, ` ${phone.slice(0, 5)} ${phone.slice(5)}`)).body.phone).toBe(`+91 ${phone}`)
    expect(sent()).toMatchObject({ countryCode: '91', phone })
    const { code } = sent()
    expect((await change(member.id, phone, wrongCode(code))).body.errors).toHaveProperty('otp')
    expect(await opens(member)).toBe(200)
    expect((await change(member.id, phone, code)).body).toMatchObject({
      message: `The phone is +91 ${phone} now`,
      ended: 1,
    })
    expect([await opens(member), await opens(owner)]).toEqual([401, 200])
    expect((await halfway.call(enterByAuthenticator, { body: { code: '000000' } })).status).toBe(401)
    const codes = api.codes.length
    await staffBrowser(api).ask(member.phone)
    expect(api.codes).toHaveLength(codes)
    expect((await staffBrowser(api).prove(phone)).body).toMatchObject({ name: member.name })
    const { data } = (await api.call(listAudit, { query: { staff: owner.id } }, { staff: owner })).body
    expect(data.slice(0, 2)).toMatchObject([
      {
        ...{ action: 'staff phone changed', subject: `staff ${member.id}`, reason, learners: 0 },
        ...{ before: { phone: `+91 ${member.phone}` }, after: { phone: `+91 ${phone}`, proof, sessions_ended: 1 } },
      },
      { action: 'code sent to a new phone', after: { phone: `+91 ${phone}` } },
    ])
  })

  test('of the owner who changes it keeps the session that does', async () => {
    const self = await api.staff('owner')
    const phone = newPhone()
    await ask(self.id, phone, self)
    expect((await change(self.id, phone, sent().code, self)).body).toMatchObject({ ended: 0 })
    expect(await opens(self)).toBe(200)
  })

  test('needs its own code: one of another phone, a used or an expired one is refused', async () => {
    const member = await api.staff('mentor')
    const [first, second] = [newPhone(), newPhone()]
    await ask(member.id, first)
    expect((await change(member.id, second, sent().code)).status).toBe(422)
    await ask(member.id, first)
    const { code } = sent()
    expect((await change(member.id, first, code)).status).toBe(200)
    await ask(member.id, second)
    api.clock.advance(10 * MINUTE)
    expect((await change(member.id, second, sent().code)).status).toBe(422)
    expect(await phoneOf(member.id)).toBe(first)
    api.clock.advance(-10 * MINUTE)
  })

  test('may be the phone of a learner, and is refused where a member has or had it', async () => {
    const [member, other, former] = [await api.staff('mentor'), await api.staff('mentor'), await api.staff('mentor')]
    await api.call(endMember, { body: { id: former.id, reason } }, { staff: owner })
    const codes = api.codes.length
    for (const { phone } of [other, former]) {
      expect((await ask(member.id, phone)).body).toMatchObject({ code: 'phone_taken' })
      expect((await change(member.id, phone, '1234')).body).toMatchObject({ code: 'phone_taken' })
    }
    expect((await ask(member.id, member.phone)).body).toMatchObject({ code: 'conflict' })
    expect((await ask(former.id, newPhone())).body).toMatchObject({ code: 'conflict' })
    expect((await ask(2_000_000_000, newPhone())).status).toBe(404)
    expect((await ask(member.id, '12345')).status).toBe(422)
    expect(api.codes).toHaveLength(codes)
    const { user } = await api.learner()
    await ask(member.id, user.phone)
    expect((await change(member.id, user.phone, sent().code)).status).toBe(200)
    expect((await api.services.db.selectFrom('users').select('phone').where('id', '=', user.id).execute())[0]).toEqual({
      phone: user.phone,
    })
  })

  test('goes to one of two members who are given it at the same moment', async () => {
    const [one, other] = [await api.staff('mentor'), await api.staff('mentor')]
    const phone = newPhone()
    const codes = []
    for (const { id } of [one, other]) {
      await ask(id, phone)
      codes.push(sent().code)
    }
    const added = { name: 'Anu', mobile: phone, roles: ['mentor' as const], reason }
    const replies = await Promise.all([
      change(one.id, phone, codes[0]!),
      change(other.id, phone, codes[1]!),
      api.call(addMember, { body: added }, { staff: owner }),
    ])
    expect(replies.map(({ status }) => status).sort((first, second) => first - second)).toEqual([200, 409, 409])
    const at = await api.services.db.selectFrom('staff').select('id').where('phone', '=', phone).execute()
    expect(at).toHaveLength(1)
  })
})
