import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../../tests/support/api/api.ts'
import { browserKeys } from '../../../../../../tests/support/outside/browser-keys.ts'
import { subscribeToPush } from '../../../push.contract.ts'
import { deliverPushes } from '../../../server/deliver.ts'
import { sendNotification } from '../../../server/send-notification.ts'
import { getPushDeliveries } from '../deliveries.contract.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('push messages that fail are told by push service, how often they were tried and when they are again', async () => {
  const deliveries = async () => (await api.call(getPushDeliveries, {}, { staff: await api.staff('support') })).body
  const subscribe = async (endpoint: string) => {
    const { token } = await api.learner()
    await api.call(subscribeToPush, { body: { endpoint, keys: browserKeys() } }, { token })
  }
  for (const endpoint of ['https://fcm.example.org/fcm/send/secret-1', 'https://fcm.example.org/fcm/send/secret-2'])
    await subscribe(endpoint)
  await subscribe('https://push.example.net/secret-3?a=b/c')
  await subscribe('https://works.example.org/secret-4')
  const tell = (title: string) =>
    sendNotification(api.services, { to: 'all', kind: 'announcements', title, message: 'Hello' })
  api.push.answer = ({ endpoint }) =>
    endpoint.startsWith('https://works.') ? { is: 'sent' } : { is: 'later', why: 'status 503' }

  await tell('First')
  expect(await deliveries()).toMatchObject({ due: 4, failing: 0, data: [] })
  await deliverPushes(api.services)
  // What waits for its second try may have been tried by somebody who has not heard the answer yet.
  expect(await deliveries()).toMatchObject({ due: 0, failing: 0, data: [] })
  api.clock.advance(30 * SECOND)
  await deliverPushes(api.services)
  const again = api.clock.now() + 5 * MINUTE
  const of = { least_tries: 2, most_tries: 2, since: TEST_START, next_at: again }
  const told = await deliveries()
  expect(told).toMatchObject({
    due: 0,
    failing: 3,
    data: [
      { service: 'fcm.example.org', failing: 2, ...of },
      { service: 'push.example.net', failing: 1, ...of },
    ],
  })
  expect(JSON.stringify(told)).not.toContain('secret')

  api.clock.advance(5 * MINUTE)
  await deliverPushes(api.services)
  await tell('Second')
  await deliverPushes(api.services)
  api.clock.advance(30 * SECOND)
  await deliverPushes(api.services)
  const next = { next_at: api.clock.now() + 5 * MINUTE, since: TEST_START }
  expect((await deliveries()).data).toMatchObject([
    { service: 'fcm.example.org', failing: 4, least_tries: 2, most_tries: 3, ...next },
    { service: 'push.example.net', failing: 2, least_tries: 2, most_tries: 3, ...next },
  ])

  // Whatever goes through, and what is given up, fails no more.
  api.push.answer = () => ({ is: 'sent' })
  api.clock.advance(DAY)
  await deliverPushes(api.services)
  expect(await deliveries()).toMatchObject({ due: 0, failing: 0, data: [] })
})
