import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { revokeSession } from '#features/auth/server/sessions.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import type { PushOutcome } from '#providers/push/push-sender.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { browserKeys } from '../../../../tests/support/outside/browser-keys.ts'
import { seedCourse, seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { doneOrWaiting } from '../../../../tests/support/waiting.ts'
import * as contract from '../push.contract.ts'
import type { Kind, Pushed } from '../notifications.rules.ts'
import { deliverPushes } from './deliver.ts'
import { sendNotification, type NewNotification } from './send-notification.ts'

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

let browsers = 0
const endpointOf = (name: string) => `https://push.example.org/${name}-${(browsers += 1)}`

async function learner() {
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
}

const tell = (given: Partial<NewNotification> & Pick<NewNotification, 'to'>) =>
  sendNotification(api.services, { kind: 'announcements', title: 'Hello', message: '<p>Hi &amp; bye</p>', ...given })

const deliver = async () => {
  await deliverPushes(api.services)
  return api.push.sent.splice(0)
}
const waiting = async () =>
  (await api.services.db.selectFrom('push_deliveries').select(['due_at', 'tries']).execute()).map((row) => row)
const endpoints = async () =>
  (await api.services.db.selectFrom('push_subscriptions').select('endpoint').orderBy('id').execute()).map(
    ({ endpoint }) => endpoint,
  )

describe('a subscription that its browser renewed', () => {
  const [before, after] = ['https://push.example.org/before', 'https://push.example.org/after']

  test('goes on under its new address and keys, with what waits for it', async () => {
    const asha = await learner()
    const [old, keys] = [browserKeys(), browserKeys()]
    await asha.subscribe(before, old)
    await tell({ to: { userId: asha.user.id } })
    expect((await asha.renew({ endpoint: before, auth: old.auth }, after, keys)).status).toBe(200)
    expect(await endpoints()).toEqual([after])
    expect(await asha.settings()).toMatchObject({ subscribed: true })
    expect((await deliver()).map(({ target }) => target.endpoint)).toEqual([after])
    // Sent twice, as after a lost reply: the one before is gone.
    expect((await asha.renew({ endpoint: before, auth: old.auth }, after, keys)).status).toBe(404)
    expect(await endpoints()).toEqual([after])
  })

  test('is one with what a page has subscribed meanwhile', async () => {
    const asha = await learner()
    const old = browserKeys()
    await asha.subscribe(before, old)
    await asha.subscribe(after)
    expect((await asha.renew({ endpoint: before, auth: old.auth }, after)).status).toBe(200)
    expect(await endpoints()).toEqual([after])
  })

  test('is one with what a page subscribes at the same moment', async () => {
    const { db, now } = api.services
    const asha = await learner()
    const old = browserKeys()
    await asha.subscribe(before, old)
    const { session_id } = await db.selectFrom('push_subscriptions').select('session_id').executeTakeFirstOrThrow()
    const { renewing } = await db.transaction().execute(async (tx) => {
      const row = { user_id: asha.user.id, session_id, endpoint: after, ...browserKeys(), created_at: now() }
      await tx.insertInto('push_subscriptions').values(row).execute()
      const renewing = asha.renew({ endpoint: before, auth: old.auth }, after)
      await doneOrWaiting(api.services, renewing)
      return { renewing }
    })
    expect((await renewing).status).toBe(200)
    expect(await endpoints()).toEqual([after])
  })

  test('is refused without its secret, and at addresses that are none of a push service', async () => {
    const asha = await learner()
    const old = browserKeys()
    await asha.subscribe(before, old)
    expect((await asha.renew({ endpoint: before, auth: browserKeys().auth }, after)).status).toBe(404)
    expect((await asha.renew({ endpoint: after, auth: old.auth }, after)).status).toBe(404)
    const inside = await asha.renew({ endpoint: before, auth: old.auth }, 'http://127.0.0.1/')
    expect([inside.status, inside.body.errors]).toEqual([422, { endpoint: expect.any(String) as unknown }])
    expect(await endpoints()).toEqual([before])
  })

  test('is renewed 30 times an hour, and requests without its secret do not count', async () => {
    const asha = await learner()
    const old = browserKeys()
    await asha.subscribe(before, old)
    for (let index = 0; index < 31; index += 1) await asha.renew({ endpoint: before, auth: browserKeys().auth }, after)
    for (let index = 0; index < 30; index += 1)
      expect((await asha.renew({ endpoint: before, auth: old.auth }, before, old)).status).toBe(200)
    expect((await asha.renew({ endpoint: before, auth: old.auth }, after)).status).toBe(429)
    expect(await endpoints()).toEqual([before])
  })

  test('ends with the log-in in which it was made', async () => {
    const asha = await learner()
    const old = browserKeys()
    await asha.subscribe(before, old)
    await asha.renew({ endpoint: before, auth: old.auth }, after)
    const { id } = await api.services.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', asha.user.id)
      .executeTakeFirstOrThrow()
    await revokeSession(api.services.db, { id, userId: asha.user.id, now: api.clock.now() })
    await tell({ to: { userId: asha.user.id } })
    expect(await deliver()).toEqual([])
  })
})

describe('a browser is subscribed', () => {
  test('by its learner, who may take it back', async () => {
    const asha = await learner()
    expect((await asha.subscribe('https://push.example.org/a')).status).toBe(200)
    expect((await asha.subscribe('https://push.example.org/a')).status).toBe(200)
    expect(await endpoints()).toEqual(['https://push.example.org/a'])
    const babu = await learner()
    await babu.unsubscribe('https://push.example.org/a')
    expect(await endpoints(), 'somebody else asks').toHaveLength(1)
    await asha.unsubscribe('https://push.example.org/a')
    expect(await endpoints()).toEqual([])
  })

  test('for whoever used it last', async () => {
    const [asha, babu] = [await learner(), await learner()]
    await asha.subscribe('https://push.example.org/shared')
    await babu.subscribe('https://push.example.org/shared')
    await tell({ to: { userId: asha.user.id } })
    expect(await deliver()).toEqual([])
    await tell({ to: { userId: babu.user.id } })
    expect(await deliver()).toHaveLength(1)
  })

  test('ten of one learner at the most: the oldest gives way', async () => {
    const asha = await learner()
    for (let count = 0; count < 12; count += 1) {
      await asha.subscribe(`https://push.example.org/many-${count}`)
      api.clock.advance(SECOND)
    }
    expect(await endpoints()).toEqual(Array.from({ length: 10 }, (_, at) => `https://push.example.org/many-${at + 2}`))
  })

  test.each([
    'http://push.example.org/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://[fd00::1]/a',
    'https://2130706433/a',
    'https://localhost/a',
    'https://db.internal/a',
    'https://printer.local./a',
    'https://intranet/a',
    'https://push.example.org:8443/a',
    'https://user:word@push.example.org/a',
    'file:///etc/passwd',
    'nothing',
  ])('not at %s', async (endpoint) => {
    const answer = await (await learner()).subscribe(endpoint)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors ?? {})).toEqual(['endpoint'])
    expect(await endpoints()).toEqual([])
  })

  test('not with keys of another length', async () => {
    const answer = await (await learner()).subscribe(undefined, { p256dh: 'short', auth: 'short' })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(['keys.auth', 'keys.p256dh'])
  })
})

describe('a notification is pushed', () => {
  test('to all browsers of the learners it is for, in few words and with the page it leads to', async () => {
    const [asha, babu] = [await learner(), await learner()]
    await asha.subscribe()
    await asha.subscribe()
    await babu.subscribe()
    const course = await seedCourse(api.services.db, { title: 'Prelims' })
    await seedEnrolment(api.services.db, {
      userId: babu.user.id,
      courseId: course.id,
      validFor: DAY,
    })
    const own = await tell({ to: { userId: asha.user.id }, target: '/my-courses/3?tab=discussions' })
    const first = await deliver()
    expect(first).toHaveLength(2)
    expect(JSON.parse(first[0]!.message.text) as Pushed).toEqual({
      id: own,
      title: 'Hello',
      body: 'Hi & bye',
      url: `/my-courses/3?tab=discussions&seen=${own}`,
    })
    await tell({ to: 'all' })
    expect(await deliver()).toHaveLength(3)
    await tell({ to: { courseId: course.id } })
    const [only, ...more] = await deliver()
    expect(more).toEqual([])
    expect(only?.target.endpoint).toContain(`of-${babu.user.id}-`)
    expect(await deliver(), 'each once').toEqual([])
  })

  test.each([
    ['ca_details', '/news/12'],
    ['blog_details', '/blog/12'],
    ['webinar_registration', '/webinars/12'],
  ] as const)('and a click on %s opens its page, which counts as reading it', async (action, page) => {
    const asha = await learner()
    await asha.subscribe()
    const id = await tell({ to: { userId: asha.user.id }, action, target: 12 })
    const [pushed] = await deliver()
    expect((JSON.parse(pushed!.message.text) as Pushed).url).toBe(`${page}?seen=${id}`)
  })

  test('only of the kinds that the learner wants', async () => {
    const asha = await learner()
    await asha.subscribe()
    expect((await asha.settings()).kinds).toEqual({
      announcements: true,
      replies: true,
      tickets: true,
      live_classes: true,
    })
    await asha.choose('replies', false)
    expect((await asha.settings()).kinds.replies).toBe(false)
    await tell({ to: { userId: asha.user.id }, kind: 'replies' })
    expect(await deliver()).toEqual([])
    await asha.choose('replies', true)
    await tell({ to: { userId: asha.user.id }, kind: 'replies' })
    expect(await deliver()).toHaveLength(1)
  })

  test('to nobody who has logged out there, also when it was on its way', async () => {
    const asha = await learner()
    await asha.subscribe()
    await tell({ to: 'all' })
    const session = await api.services.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', asha.user.id)
      .executeTakeFirstOrThrow()
    await revokeSession(api.services.db, { id: session.id, userId: asha.user.id, now: api.clock.now() })
    expect(await deliver()).toEqual([])
    expect(await endpoints()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('no more to a browser that the push service says is gone', async () => {
    const asha = await learner()
    await asha.subscribe('https://push.example.org/dead')
    await asha.subscribe('https://push.example.org/alive')
    api.push.answer = ({ endpoint }) => ({ is: endpoint.endsWith('dead') ? 'gone' : 'sent' })
    await tell({ to: 'all' })
    expect(await deliver()).toHaveLength(2)
    expect(await endpoints()).toEqual(['https://push.example.org/alive'])
    expect(await waiting()).toEqual([])
  })

  test('again later where the service asks for it, and given up in the end', async () => {
    const asha = await learner()
    await asha.subscribe()
    let answer: PushOutcome = { is: 'later', why: 'status 429', wait: 10 * MINUTE }
    api.push.answer = () => answer
    await tell({ to: 'all' })
    expect(await deliver()).toHaveLength(1)
    api.clock.advance(10 * MINUTE - 1)
    expect(await deliver()).toEqual([])
    api.clock.advance(1)
    answer = { is: 'later', why: 'status 500' }
    expect(await deliver()).toHaveLength(1)
    let tries = 2
    for (let hours = 0; hours < 48; hours += 1) {
      api.clock.advance(HOUR)
      tries += (await deliver()).length
    }
    expect(tries).toBe(5)
    expect(await waiting()).toEqual([])
    expect(await endpoints()).toHaveLength(1)
  })

  test('once, when two processes push at the same time', async () => {
    const asha = await learner()
    for (let count = 0; count < 8; count += 1) await asha.subscribe()
    await tell({ to: 'all' })
    await Promise.all([deliverPushes(api.services), deliverPushes(api.services), deliverPushes(api.services)])
    expect(api.push.sent).toHaveLength(8)
  })
})
