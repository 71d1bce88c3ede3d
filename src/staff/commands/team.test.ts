import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { typeCommand } from '../../../tests/support/api/command.ts'
import { appCode, staffBrowser } from '../../../tests/support/scenes/staff-browser.ts'
import {
  enterByAuthenticator,
  enterBySetUpAuthenticator,
  setUpAuthenticator,
} from '#features/staff/log-in/log-in.contract.ts'
import { staff as staffCommand } from '../staff.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)
const because = ['--reason', 'as a test']

it('makes the first owner of a phone, and anybody else one', async () => {
  expect((await staff('team')).out).toBe('Nobody. The first owner: npm run staff -- owner PHONE\n')
  expect((await staff('owner', '98123 45670')).out).toBe('Owner (+91 9812345670) is an owner, and logs in at /staff\n')
  await staff('team', 'add', '+91 9812345671', '--name', 'Anu', '--roles', 'mentor,author', ...because)
  expect((await staff('owner', '9812345671')).code).toBe(0)
  const listed = (await staff('team')).out
  expect(listed).toMatch(/^NAME .*\nAnu +\+91 9812345671 +owner, author, mentor +never +no second factor yet\nOwner /)
})

it('changes what somebody may do, and ends it, but for the last owner', async () => {
  await staff('owner', '9812345670', '--name', 'Meera')
  await staff('team', 'add', '9812345671', '--name', 'Anu', '--roles', 'mentor', ...because)
  expect((await staff('team', 'roles', '9812345671', '--roles', 'support', ...because)).out).toBe('Anu: support\n')
  expect((await staff('team', 'end', '9812345671', ...because)).out).toBe('Anu is no longer of the staff\n')
  expect((await staff('team', 'end', '9812345671', ...because)).err).toBe('They have left already\n')
  expect((await staff('team', 'return', '9812345671', ...because)).out).toBe('Anu is of the staff again\n')
  expect((await staff('team', 'reset', '9812345671', ...because)).code).toBe(0)
  const last = 'This is the last owner. Make somebody else an owner first.\n'
  expect((await staff('team', 'end', '9812345670', ...because)).err).toBe(last)
  expect((await staff('team', 'roles', '9812345670', '--roles', 'support', ...because)).err).toBe(last)
  const logged = (await staff('log')).out
  expect(logged).toMatch(
    /: second factors reset, staff 2\n[^]*: staff returned, [^]*: staff left, [^]*: staff added, staff 1\n/,
  )
})

it('resets the only owner who can log in when told so, and unlocks a member', async () => {
  await staff('owner', '9812345670', '--name', 'Meera')
  const first = staffBrowser(api)
  expect((await first.prove('9812345670')).body).toMatchObject({ set_up: true, confirm: true })
  const { secret } = (await first.call(setUpAuthenticator)).body
  await first.call(enterBySetUpAuthenticator, { body: { code: appCode(secret, api.clock.now()) } })
  await staff('owner', '9812345671', '--name', 'Anu')
  const refused = 'No other owner has set up two-step verification yet. Another owner must log in once before this.\n'
  for (const words of [
    ['team', 'end', '9812345670'],
    ['team', 'roles', '9812345670', '--roles', 'support'],
    ['team', 'reset', '9812345670'],
  ])
    expect((await staff(...words, ...because)).err).toBe(refused)
  const { db } = api.services
  const rows = Array.from({ length: 15 }, () => ({ staff_id: 1, network: '10.7.0.1', tried_at: api.clock.now() }))
  await db.insertInto('staff_factor_tries').values(rows).execute()
  const enter = async () => {
    api.clock.advance(30_000)
    const { call, prove } = staffBrowser(api)
    await prove('9812345670')
    return (await call(enterByAuthenticator, { body: { code: appCode(secret, api.clock.now()) } })).status
  }
  expect(await enter()).toBe(429)
  expect((await staff('team', 'unlock', '9812345670', ...because)).out).toBe(
    'Meera is unlocked. A limit on their network can last up to 24 hours\n',
  )
  expect(await enter()).toBe(200)
  const reset = await staff('team', 'reset', '9812345670', '--last-owner', ...because)
  expect(reset.out).toBe('Meera sets up a second factor with the next log-in\n')
  expect((await staffBrowser(api).prove('9812345670')).body).toMatchObject({ set_up: true, confirm: true })
})

it('changes the phone of the only owner, who cannot log in to do it', async () => {
  await staff('owner', '9812345670', '--name', 'Meera')
  await staff('team', 'add', '9812345671', '--name', 'Anu', '--roles', 'mentor', ...because)
  const change = (to: string, proof = 'Known in person') =>
    staff('team', 'phone', '9812345670', to, '--proof', proof, ...because)
  expect((await change('98123')).err).toMatch(/^NEW_PHONE must be a phone/)
  expect((await change('0484 2345678')).code).not.toBe(0)
  expect((await change('9812345672', 'x'.repeat(301))).err).toMatch(/^--proof must have at most 300 characters/)
  expect((await change('9812345671')).err).toMatch(/already uses \+91 9812345671\. Nothing was changed\.\n$/)
  expect((await change('+91 98123 45672')).out).toBe('Meera logs in with +91 9812345672 now\n')
  expect((await staffBrowser(api).prove('9812345672')).body).toMatchObject({ name: 'Meera' })
  expect((await staff('team')).out).not.toContain('9812345670')
  expect((await staff('log')).out).toMatch(/: staff phone changed, staff 1\n/)
  // A landline that was added before landlines were refused.
  await api.services.db.updateTable('staff').set({ phone: '4842345678' }).where('phone', '=', '9812345671').execute()
  const moved = await staff('team', 'phone', '0484 2345678', '9812345673', '--proof', 'Known in person', ...because)
  expect(moved.out).toBe('Anu logs in with +91 9812345673 now\n')
})

it.each([
  [['owner', '12'], "PHONE must be a phone (of India, or '+971 501234567'), not '12'\n"],
  [
    ['team', 'add', '9812345670', '--name', 'A', '--roles', 'king', ...because],
    "--roles must be of owner, author, mentor, support, accountant, not 'king'\n",
  ],
])('says in one line what is wrong with %j', async (args, err) => {
  expect(await staff(...args)).toEqual({ code: 2, out: '', err })
})
