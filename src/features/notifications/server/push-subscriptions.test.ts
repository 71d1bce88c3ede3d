import { describe, expect, test } from 'vitest'
import { revokeSession } from '#features/auth/server/sessions.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { browserKeys } from '../../../../tests/support/outside/browser-keys.ts'
import { pushScene } from '../../../../tests/support/scenes/push-scene.ts'
import { doneOrWaiting } from '../../../../tests/support/waiting.ts'

const scene = pushScene()
const { learner, tell, deliver, endpoints } = scene

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
    const { db, now } = scene.api.services
    const asha = await learner()
    const old = browserKeys()
    await asha.subscribe(before, old)
    const { session_id } = await db.selectFrom('push_subscriptions').select('session_id').executeTakeFirstOrThrow()
    const { renewing } = await db.transaction().execute(async (tx) => {
      const row = { user_id: asha.user.id, session_id, endpoint: after, ...browserKeys(), created_at: now() }
      await tx.insertInto('push_subscriptions').values(row).execute()
      const renewing = asha.renew({ endpoint: before, auth: old.auth }, after)
      await doneOrWaiting(scene.api.services, renewing)
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
    const { id } = await scene.api.services.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', asha.user.id)
      .executeTakeFirstOrThrow()
    await revokeSession(scene.api.services.db, { id, userId: asha.user.id, now: scene.api.clock.now() })
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
      scene.api.clock.advance(SECOND)
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
