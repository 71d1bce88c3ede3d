import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { typeCommand } from '../../../tests/support/api/command.ts'
import { staff as staffCommand } from '../staff.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)

describe('npm run staff -- learner find', () => {
  it('finds learners by name, phone or email, and says by what', async () => {
    const [asha, babu] = [await api.learner({ name: 'Asha 100% Menon' }), await api.learner({ name: 'Babu' })]
    const { phone } = babu.user
    expect((await staff('learner', 'find', 'ash 100% m')).out).toMatch(
      new RegExp(`^ID .*\n${asha.user.id} +Asha 100% Menon +\\+91 ${asha.user.phone} +never +name\n\n1 learner\n$`),
    )
    expect((await staff('learner', 'find', `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`)).out).toMatch(
      / Babu .* phone\n/,
    )
    expect((await staff('learner', 'find', babu.user.email!)).out).toMatch(/ Babu .* email\n/)
    expect((await staff('learner', 'find', 'x\u001b[31my')).out).toBe('No learner is found by ‘x[31my’\n')
    expect(await staff('learner', 'find', 'x')).toMatchObject({
      code: 1,
      err: 'Please enter at least 2 letters or digits\n',
    })
  })

  it('says that there are more than it shows', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => ({
      country_code: '91',
      phone: String(8_000_000_000 + at),
      name: 'Anu',
      created_at: 1,
    }))
    await api.services.db.insertInto('users').values(many).execute()
    expect((await staff('learner', 'find', 'anu', '--page', '50')).out).toMatch(
      /\n\nPage 50 of 50, 1000 learners\.\nThere are more: type more of it\n$/,
    )
  })
})

describe('npm run staff -- learner list', () => {
  it('lists those with a state, a page at a time', async () => {
    for (let at = 10; at < 32; at += 1) await api.learner({ name: `Anu ${at}`, registered: false })
    await api.learner({ name: 'Babu' })
    const first = await staff('learner', 'list', '--status', 'incomplete', '--sort', 'name')
    expect(first.out).toMatch(/^ID +NAME +PHONE +LAST LOGGED IN\n\d+ +Anu 10 +[^]*Anu 29 .*\n\nNext: --after \S+\n$/)
    const after = first.out.trim().split(' ').at(-1)!
    const second = await staff('learner', 'list', '--status', 'incomplete', '--sort', 'name', '--after', after)
    expect(second.out).toMatch(/^ID .*\n\d+ +Anu 30 .*\n\d+ +Anu 31 .*\n$/)
    expect((await staff('learner', 'list', '--status', 'blocked')).out).toBe('No learners\n')
    expect((await staff('learner', 'list', '--status', 'active', '--course', '7')).out).toBe('No learners\n')
  })

  it('tells those who logged in lately from those who did not', async () => {
    const at = async (name: string, last_logged_on: number | null) => {
      const { user } = await api.learner({ name })
      await api.services.db.updateTable('users').set({ last_logged_on }).where('id', '=', user.id).execute()
    }
    await at('Lately', Date.now() - 2 * DAY)
    await at('Once', Date.now() - 20 * DAY)
    await at('Never', null)
    const named = async (...options: string[]) =>
      (await staff('learner', 'list', '--sort', 'seen', ...options)).out.match(/Lately|Once|Never/g)
    expect(await named()).toEqual(['Lately', 'Once', 'Never'])
    expect(await named('--seen', '7')).toEqual(['Lately'])
    expect(await named('--unseen', '7')).toEqual(['Once', 'Never'])
  })

  it('gives all of them to a spreadsheet, which takes nothing for a formula', async () => {
    await api.learner({ name: '=cmd|"x", y', email: 'a@example.org', phone: '9000000777' })
    for (let at = 0; at < 25; at += 1) await api.learner()
    const { out } = await staff('learner', 'list', '--csv')
    const lines = out.trimEnd().split('\r\n')
    expect(lines).toHaveLength(27)
    expect(lines[0]).toBe('id,name,phone,email,joined,last logged in,state')
    expect(lines.at(-1)).toMatch(/^\d+,"'=cmd\|""x"", y",'\+91 9000000777,a@example\.org,\d{4}-\d\d-\d\dT[\d:.]+Z,,$/)
  })

  it.each([
    [['--status', 'gone'], '--status is one of active, expired, blocked, muted, incomplete, never-bought\n'],
    [['--sort', 'age'], '--sort is one of newest, seen, name\n'],
    [['--seen', 'x'], "--seen must be a number from 1, not 'x'\n"],
  ])('says what is wrong with %j', async (options, err) => {
    expect(await staff('learner', 'list', ...options)).toEqual({ code: 2, out: '', err })
  })
})
