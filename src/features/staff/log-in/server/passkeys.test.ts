import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { softwarePasskey } from '../../../../../tests/support/outside/software-passkey.ts'
import { staffBrowser } from '../../../../../tests/support/scenes/staff-browser.ts'
import { askPasskey, enterByPasskey, enterBySetUpPasskey, setUpPasskey } from '../log-in.contract.ts'

let api: TestApi
let member: TestStaff

beforeEach(async () => {
  api = await testApi()
  member = await api.staff('support')
})
afterEach(() => api.close())

const proved = async () => {
  const at = staffBrowser(api)
  expect((await at.prove(member.phone)).status).toBe(200)
  return at
}

describe('a passkey', () => {
  async function withPasskey(synced = false) {
    const at = await proved()
    const passkey = softwarePasskey(undefined, { synced })
    const response = passkey.create((await at.call(setUpPasskey)).body.options)
    expect((await at.call(enterBySetUpPasskey, { body: { response } })).status).toBe(200)
    const enter = async (counter?: number) => {
      const { call } = await proved()
      const { options } = (await call(askPasskey)).body
      return (await call(enterByPasskey, { body: { response: passkey.get(options, counter) } })).status
    }
    return { passkey, enter }
  }

  test('whose counter does not grow is a copy, and is refused', async () => {
    const { enter } = await withPasskey()
    expect([await enter(7), await enter(7), await enter(6), await enter(0), await enter(8)]).toEqual([
      200, 422, 422, 422, 200,
    ])
  })

  test.each([false, true])(
    'that is used twice with one counter at the same moment is taken once (synced: %s)',
    async (synced) => {
      const { passkey } = await withPasskey(synced)
      for (const counter of [9, 10, 11]) {
        const browsers = [await proved(), await proved()]
        const responses: string[] = []
        for (const { call } of browsers) responses.push(passkey.get((await call(askPasskey)).body.options, counter))
        const answers = await Promise.all(
          browsers.map(({ call }, at) => call(enterByPasskey, { body: { response: responses[at]! } })),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
      }
    },
  )

  test('that is synced between devices may have a lower counter, and one that does not count has 0 each time', async () => {
    const { enter } = await withPasskey(true)
    expect([await enter(20), await enter(5), await enter(5), await enter(6), await enter(0), await enter(0)]).toEqual([
      200, 200, 422, 200, 200, 200,
    ])
  })

  test('that was made for one device cannot say later that it is synced', async () => {
    const { passkey } = await withPasskey()
    await api.services.db.updateTable('staff_factors').set({ backup_eligible: 1 }).execute()
    const { call } = await proved()
    const { options } = (await call(askPasskey)).body
    expect((await call(enterByPasskey, { body: { response: passkey.get(options) } })).status).toBe(422)
    // Unknown for a passkey of an older release; stored with its next use.
    await api.services.db.updateTable('staff_factors').set({ backup_eligible: null }).execute()
    const again = (await call(askPasskey)).body.options
    expect((await call(enterByPasskey, { body: { response: passkey.get(again) } })).status).toBe(200)
    const stored = await api.services.db.selectFrom('staff_factors').select('backup_eligible').executeTakeFirst()
    expect(stored).toEqual({ backup_eligible: 0 })
  })
})
