import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, startOfIndianDay } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../../tests/support/api/api.ts'
import { logInCalls, newPhone, wrongCode } from '../../../../../../tests/support/scenes/log-in-calls.ts'
import { getCodeCounts } from '../codes.contract.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ CODES_A_DAY: '500', CODES_A_DAY_COUNTRIES: '91=400, others=7' })
})
afterAll(() => api.close())

const { send, verify } = logInCalls(() => api)

test('codes are told by hour, by day in India and by country, with those that the provider did not take', async () => {
  // Somebody else each time: sessions of staff end long before a month has gone.
  const counts = async (by?: 'hour' | 'day') =>
    (await api.call(getCodeCounts, { query: by ? { by } : {} }, { staff: await api.staff('support') })).body
  const hourOf = (instant: number) => Math.floor(instant / HOUR) * HOUR
  expect(await counts()).toMatchObject({
    provider: 'outbox',
    sent_today: 0,
    most_a_day: 500,
    brake: 'off',
    data: [],
    countries: [],
  })

  const { body, code } = await send(newPhone())
  await verify(body.user_id, wrongCode(code))
  await verify(body.user_id, code)
  const before = { at: hourOf(TEST_START), sent: 1, not_sent: 0, accepted: 1, failed: 1 }
  expect((await counts()).data).toEqual([before])

  api.clock.advance(3 * HOUR)
  const { send: works } = api.services.codes
  api.services.codes.send = () => Promise.reject(new Error('cannot'))
  await send(newPhone())
  api.services.codes.send = works
  await send('501234567', { country: '971' })
  const later = { at: hourOf(api.clock.now()), sent: 2, not_sent: 1, accepted: 0, failed: 0 }
  expect(await counts()).toMatchObject({
    sent_today: 3,
    data: [later, before],
    countries: [
      { country: '91', sent: 2, not_sent: 1, sent_today: 2, most_a_day: 400 },
      { country: '971', sent: 1, not_sent: 0, sent_today: 1, most_a_day: 7 },
    ],
  })

  // Two days later the hours are gone, and the days are not; what a server of before did not send has no country.
  api.clock.advance(2 * DAY)
  const hour = Math.floor((api.clock.now() - 2 * HOUR) / HOUR)
  await api.services.db.insertInto('code_hours').values({ hour, country: '', not_sent: 4 }).execute()
  expect((await counts()).data).toMatchObject([{ not_sent: 4, sent: 0 }])
  const day = startOfIndianDay(TEST_START)
  expect(startOfIndianDay(TEST_START + 3 * HOUR), 'the scene is of one day').toBe(day)
  expect(await counts('day')).toMatchObject({
    sent_today: 0,
    data: [
      { at: day + 2 * DAY, not_sent: 4 },
      { at: day, sent: 3, not_sent: 1, accepted: 1, failed: 1 },
    ],
    countries: [{ country: '91', sent_today: 0 }, { country: '971' }, { country: '', sent: 0, not_sent: 4 }],
  })
  api.clock.advance(28 * DAY)
  expect((await counts('day')).data).toMatchObject([{ at: day + 2 * DAY }])
})
