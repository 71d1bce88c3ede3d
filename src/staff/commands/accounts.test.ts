import { afterAll, beforeAll, expect, it } from 'vitest'
import { logOut } from '#features/auth/auth.contract.ts'
import { codeLimits } from '#features/auth/server/codes/code-limits.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { runCommand, typeCommand } from '../../../tests/support/api/command.ts'
import { logInCalls } from '../../../tests/support/scenes/log-in-calls.ts'
import { staff as staffCommand } from '../staff.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)
const because = ['--reason', 'called us']
const { send, verify } = logInCalls(() => api)

it('logs a learner out everywhere, and nobody else', async () => {
  api.clock.set(Date.now())
  const [learner, other] = [await api.learner(), await api.learner()]
  // As another process, while this one has the database open as a server would.
  const { out } = await runCommand(api.database, 'src/staff/cli.ts', [
    ...['account', 'logout', learner.user.phone],
    ...because,
  ])
  expect(out).toBe(`+91 ${learner.user.phone} is logged out of 1 device\n`)
  const status = async ({ token }: { token: string }) => (await api.call(logOut, {}, { token })).status
  expect([await status(learner), await status(other)]).toEqual([401, 200])
  expect((await staff('log', '--learner', learner.user.phone)).out).toMatch(
    /: logged out everywhere, learner \d+, of .*\n    sessions ended 1\n    called us\n/,
  )
  expect((await staff('account', 'logout', other.user.phone)).code).toBe(2)
})

it('gives an account another phone, says what became of the account that had it, and keeps the proof', async () => {
  const { user } = await api.learner({ name: 'Asha' })
  const [phone, taken] = ['9812300001', (await api.learner()).user.phone]
  await send(phone)
  const change = (to: string, ...more: string[]) =>
    staff('account', 'phone', user.phone, to, '--proof', 'Voter card', ...more, ...because)
  expect((await change(taken)).err).toContain(`+91 ${taken} is the phone of another account`)
  expect((await change('12345')).err).toBe('Please enter a 10-digit phone number\n')
  expect((await change(phone, '--country', 'India')).code).toBe(2)
  expect((await change('98123 00001')).out).toBe(
    `The phone is +91 ${phone} now, and logged out of 1 device; the empty account that had this phone has ended\n`,
  )
  expect((await send(phone)).body.user_id).toBe(user.id)
  expect((await staff('log', '--learner', phone)).out).toContain(
    `phone +91 ${user.phone} -> +91 ${phone}; proof Voter card; sessions ended 1`,
  )
})

it('notes something about a learner, under the name of who notes', async () => {
  const { user } = await api.learner()
  expect((await staff('learner', 'note', user.phone, '--text', 'Pays on Monday', '--as', 'Leela')).out).toMatch(
    new RegExp(`^Noted as note \\d+ of learner ${user.id}\n$`),
  )
  const notes = await api.services.db.selectFrom('learner_notes').selectAll().where('user_id', '=', user.id).execute()
  expect(notes).toMatchObject([
    { staff_id: null, body: 'Pays on Monday', author: expect.stringMatching(/^Leela \(/) as string },
  ])
})

it('lets a phone be tried again that others guessed at', async () => {
  const { user } = await api.learner()
  const tried = { user_id: user.id, address: '10.3.0.1', net56: null, net48: null, tried_at: api.clock.now() }
  const tries = Array(codeLimits.guesses.phone[0].count).fill(tried) as (typeof tried)[]
  await api.services.db.insertInto('code_tries').values(tries).execute()
  expect((await send(user.phone)).status).toBe(429)
  const { out } = await staff('account', 'unlock', `+91 ${user.phone}`, ...because)
  expect(out).toBe(`+91 ${user.phone} may be sent codes again: 0 sent and 30 tried no longer count\n`)
  const { status, code } = await send(user.phone)
  expect([status, (await verify(user.id, code)).status]).toEqual([200, 200])
  // Those of a code of 8 digits, too, which may be sent anew.
  const asked = { user_id: user.id, address: '10.3.0.1', net56: null, net48: null, sent_at: api.clock.now() }
  await api.services.db
    .insertInto('code_sends')
    .values(Array.from({ length: 3 }, () => ({ ...asked, way: 'long' as const })))
    .execute()
  const again = await staff('account', 'unlock', user.phone, ...because)
  expect(again.out).toBe(`+91 ${user.phone} may be sent codes again: 3 sent and 0 tried no longer count\n`)
  expect((await staff('account', 'unlock', '9999999999', ...because)).err).toBe(
    'There is no learner with the phone 9999999999\n',
  )
})
