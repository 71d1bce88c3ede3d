import { describe, expect, test } from 'vitest'
import { revokeSession } from '#features/auth/server/sessions.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import type { PushOutcome } from '#providers/push/push-sender.ts'
import { seedCourse, seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { pushScene } from '../../../../tests/support/scenes/push-scene.ts'
import type { Pushed } from '../notifications.rules.ts'
import { deliverPushes } from './deliver.ts'

const scene = pushScene()
const { learner, tell, deliver, waiting, endpoints } = scene

describe('a notification is pushed', () => {
  test('to all browsers of the learners it is for, in few words and with the page it leads to', async () => {
    const [asha, babu] = [await learner(), await learner()]
    await asha.subscribe()
    await asha.subscribe()
    await babu.subscribe()
    const course = await seedCourse(scene.api.services.db, { title: 'Prelims' })
    await seedEnrolment(scene.api.services.db, {
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
    const session = await scene.api.services.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', asha.user.id)
      .executeTakeFirstOrThrow()
    await revokeSession(scene.api.services.db, { id: session.id, userId: asha.user.id, now: scene.api.clock.now() })
    expect(await deliver()).toEqual([])
    expect(await endpoints()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('no more to a browser that the push service says is gone', async () => {
    const asha = await learner()
    await asha.subscribe('https://push.example.org/dead')
    await asha.subscribe('https://push.example.org/alive')
    scene.api.push.answer = ({ endpoint }) => ({ is: endpoint.endsWith('dead') ? 'gone' : 'sent' })
    await tell({ to: 'all' })
    expect(await deliver()).toHaveLength(2)
    expect(await endpoints()).toEqual(['https://push.example.org/alive'])
    expect(await waiting()).toEqual([])
  })

  test('again later where the service asks for it, and given up in the end', async () => {
    const asha = await learner()
    await asha.subscribe()
    let answer: PushOutcome = { is: 'later', why: 'status 429', wait: 10 * MINUTE }
    scene.api.push.answer = () => answer
    await tell({ to: 'all' })
    expect(await deliver()).toHaveLength(1)
    scene.api.clock.advance(10 * MINUTE - 1)
    expect(await deliver()).toEqual([])
    scene.api.clock.advance(1)
    answer = { is: 'later', why: 'status 500' }
    expect(await deliver()).toHaveLength(1)
    let tries = 2
    for (let hours = 0; hours < 48; hours += 1) {
      scene.api.clock.advance(HOUR)
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
    await Promise.all([
      deliverPushes(scene.api.services),
      deliverPushes(scene.api.services),
      deliverPushes(scene.api.services),
    ])
    expect(scene.api.push.sent).toHaveLength(8)
  })
})
