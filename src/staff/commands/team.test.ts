import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { typeCommand } from '../../../tests/support/api/command.ts'
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

it.each([
  [['owner', '12'], "PHONE must be a phone (of India, or '+971 501234567'), not '12'\n"],
  [
    ['team', 'add', '9812345670', '--name', 'A', '--roles', 'king', ...because],
    "--roles must be of owner, author, mentor, support, accountant, not 'king'\n",
  ],
])('says in one line what is wrong with %j', async (args, err) => {
  expect(await staff(...args)).toEqual({ code: 2, out: '', err })
})
