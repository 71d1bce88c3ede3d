import { afterAll, beforeAll, beforeEach } from 'vitest'
import * as contract from '#features/notifications/push.contract.ts'
import type { Kind } from '#features/notifications/notifications.rules.ts'
import { deliverPushes } from '#features/notifications/server/deliver.ts'
import { sendNotification, type NewNotification } from '#features/notifications/server/send-notification.ts'
import { testApi, type TestApi } from '../api/api.ts'
import { browserKeys } from '../outside/browser-keys.ts'

let browsers = 0
const endpointOf = (name: string) => `https://push.example.org/${name}-${(browsers += 1)}`

/** Learners with browsers to push to, on an API of the test file's own. Each test begins without subscriptions. */
export function pushScene() {
  let api: TestApi
  beforeAll(async () => {
    api = await testApi()
  })
  beforeEach(async () => {
    await api.services.db.deleteFrom('push_subscriptions').execute()
    api.push.sent.length = 0
    api.push.answer = () => ({ is: 'sent' })
  })
  afterAll(() => api.close())

  return {
    get api() {
      return api
    },
    async learner() {
      const { user, token } = await api.learner()
      return {
        user,
        token,
        subscribe: (endpoint = endpointOf(`of-${user.id}`), keys = browserKeys()) =>
          api.call(contract.subscribeToPush, { body: { endpoint, keys } }, { token }),
        renew: (old: { endpoint: string; auth: string }, endpoint: string, keys = browserKeys()) =>
          api.call(contract.renewPush, { body: { old, endpoint, keys } }),
        unsubscribe: (endpoint: string) => api.call(contract.unsubscribeFromPush, { body: { endpoint } }, { token }),
        choose: (kind: Kind, pushed: boolean) => api.call(contract.choosePush, { body: { kind, pushed } }, { token }),
        settings: async () => (await api.call(contract.getPushSettings, {}, { token })).body.data,
      }
    },
    tell: (given: Partial<NewNotification> & Pick<NewNotification, 'to'>) =>
      sendNotification(api.services, {
        kind: 'announcements',
        title: 'Hello',
        message: '<p>Hi &amp; bye</p>',
        ...given,
      }),
    async deliver() {
      await deliverPushes(api.services)
      return api.push.sent.splice(0)
    },
    waiting: () => api.services.db.selectFrom('push_deliveries').select(['due_at', 'tries']).execute(),
    async endpoints() {
      const rows = await api.services.db.selectFrom('push_subscriptions').select('endpoint').orderBy('id').execute()
      return rows.map(({ endpoint }) => endpoint)
    },
  }
}
