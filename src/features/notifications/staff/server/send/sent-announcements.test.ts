import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, indianDay, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { moveDay } from '#lib/both/time/days.ts'
import { testApi, type TestApi, type TestLearner } from '../../../../../../tests/support/api/api.ts'
import { announcementFixture } from '../../../../../../tests/support/scenes/announcement-fixture.ts'
import { deliverPushes, tidyNotifications } from '../../../server/deliver.ts'
import { countDue } from '../count-announcements.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { teller, bell, read, browser, learners, courseOf, logged } = announcementFixture(() => api)
const words = { title: 'Class moved', message: 'To **Monday**.' }

describe('what was sent', () => {
  it('is counted: told, pushed, still waiting, failed, opened', async () => {
    const [asha, babu] = (await learners(2)) as [TestLearner, TestLearner]
    for (const _ of [1, 2]) await browser(asha, { name: 'alive' })
    await browser(babu, { name: 'dead' })
    await browser(babu, { name: 'slow' })
    await browser(babu, { name: 'refusing' })
    await browser(babu, { name: 'lost' })
    const divya = await teller('owner')
    const csv = `${asha.user.phone}\n${babu.user.phone}`
    const ids = [
      (await divya.add({ ...words, audience: 'all' })).body.id,
      (await divya.add({ ...words, audience: 'list', csv })).body.id,
    ]
    const counts = async (by = divya) => Promise.all(ids.map(async (id) => (await by.show(id)).body.counts))
    const both = (one: object) => [expect.objectContaining(one), expect.objectContaining(one)]
    expect(await counts()).toEqual(both({ told: 2, browsers: 6, pushed: 0, failed: 0, waiting: 6, opened: 0 }))
    // Its learner has logged out there.
    const { db } = api.services
    await db.deleteFrom('push_subscriptions').where('endpoint', 'like', '%lost%').execute()
    let slow: 'later' | 'sent' = 'later'
    api.push.answer = ({ endpoint }) =>
      endpoint.includes('dead')
        ? { is: 'gone' }
        : endpoint.includes('refusing')
          ? { is: 'refused', why: 'status 400' }
          : endpoint.includes('slow') && slow === 'later'
            ? { is: 'later', why: 'status 503' }
            : { is: 'sent' }
    await Promise.all([deliverPushes(api.services), deliverPushes(api.services)])
    api.clock.advance(5 * SECOND)
    await countDue(api.services)
    const waiting = await counts()
    for (const one of waiting) expect(one).toMatchObject({ browsers: 6, pushed: 2, failed: 2, waiting: 2, opened: 0 })
    slow = 'sent'
    api.clock.advance(MINUTE)
    await deliverPushes(api.services)
    for (const { id } of await bell(asha)) await read(asha, id)
    const [newest] = await bell(babu)
    await read(babu, newest!.id)
    await countDue(api.services)
    expect(await counts()).toEqual([
      expect.objectContaining({ told: 2, browsers: 6, pushed: 3, failed: 3, waiting: 0, opened: 1 }),
      expect.objectContaining({ told: 2, browsers: 6, pushed: 3, failed: 3, waiting: 0, opened: 2 }),
    ])
    // An account that ends takes its reading along.
    await db.deleteFrom('notification_reads').where('user_id', '=', babu.user.id).execute()
    api.clock.advance(MINUTE)
    await countDue(api.services)
    // They outlive what stood under the bells.
    api.clock.advance(91 * DAY)
    await tidyNotifications(api.services)
    await countDue(api.services)
    expect(await counts(await teller('owner'))).toEqual([
      expect.objectContaining({ opened: 1, pushed: 3 }),
      expect.objectContaining({ opened: 2, pushed: 3 }),
    ])
    expect(await countDue(api.services), 'nothing changes any more').toBe(0)
  })

  it('counts a message once that two servers pushed, since the first took too long', async () => {
    const asha = await api.learner()
    await browser(asha)
    const divya = await teller('owner')
    const { id } = (await divya.add({ ...words, audience: 'all' })).body
    const { push } = api.services
    let other: Promise<number> | undefined
    const slow: typeof push.send = async (...message) => {
      api.clock.advance(3 * MINUTE)
      await (other ??= deliverPushes(api.services))
      return push.send(...message)
    }
    await deliverPushes({ ...api.services, push: { ...push, send: slow } })
    expect(api.push.sent).toHaveLength(2)
    expect((await divya.show(id)).body.counts).toMatchObject({ browsers: 1, pushed: 1, failed: 0 })
  })

  it('can be taken from under the bells, with a reason, and is not pushed any more', async () => {
    const [asha, babu] = (await learners(2)) as [TestLearner, TestLearner]
    await browser(babu)
    const divya = await teller('support')
    const csv = `${asha.user.phone}\n${babu.user.phone}`
    const sent = [
      (await divya.add({ ...words, audience: 'list', csv })).body.id,
      (await divya.add({ ...words, audience: 'all' })).body.id,
    ]
    const [newest] = await bell(asha)
    await read(asha, newest!.id)
    for (const id of sent) expect((await divya.withdraw(id, '')).body.errors).toHaveProperty('reason')
    for (const id of sent) expect((await divya.withdraw(id, 'The wrong day')).body.state).toBe('withdrawn')
    expect([await bell(asha), await bell(babu)]).toEqual([[], []])
    await deliverPushes(api.services)
    expect(api.push.sent).toEqual([])
    expect((await divya.show(sent[1]!)).body).toMatchObject({
      ...{ state: 'withdrawn', ended_by: divya.name, ended_at: api.clock.now() },
      counts: { told: 2, browsers: 1, pushed: 0, failed: 1, opened: 1 },
    })
    expect((await divya.withdraw(sent[0]!, 'Again')).body.code).toBe('conflict')
    expect((await logged()).slice(-2)).toMatchObject([
      { action: 'notification withdrawn', reason: 'The wrong day' },
      { action: 'notification withdrawn', reason: 'The wrong day' },
    ])
    api.clock.advance(HOUR)
    await tidyNotifications(api.services)
    await countDue(api.services)
    expect((await (await teller('owner')).show(sent[1]!)).body.counts).toMatchObject({ opened: 1 })
  })

  it('is listed by time, filtered and page by page; of what is scheduled the next comes first', async () => {
    const divya = await teller('owner')
    const course_id = await courseOf()
    const ids: number[] = []
    for (let count = 0; count < 30; count += 1) {
      const given = count % 2 ? { audience: 'course' as const, course_id } : { audience: 'all' as const }
      const send_at = count < 3 ? api.clock.now() + (3 - count) * HOUR : null
      ids.push((await divya.add({ ...words, title: `No ${count}`, ...given, send_at })).body.id)
      if (send_at === null) api.clock.advance(SECOND)
    }
    const all = await divya.page({})
    expect(all.data.map(({ id }) => id)).toEqual([...ids.slice(0, 3), ...ids.slice(8).reverse()])
    const rest = await divya.page({ after: all.next! })
    expect(rest).toMatchObject({
      data: ids
        .slice(3, 8)
        .reverse()
        .map((id) => ({ id })),
      next: null,
    })
    expect((await divya.page({ state: 'scheduled' })).data.map(({ id }) => id)).toEqual(ids.slice(0, 3).reverse())
    const [first] = (await divya.page({ state: 'scheduled' })).data
    const after = `${first!.send_at}-${first!.id}`
    expect((await divya.page({ state: 'scheduled', after })).data.map(({ id }) => id)).toEqual([ids[1], ids[0]])
    expect((await divya.page({ state: 'sent', audience: 'course' })).data).toHaveLength(14)
    expect((await divya.page({ text: 'no 29' })).data).toMatchObject([
      { title: 'No 29', course: { title: 'Prelims' }, counts: { told: 0 }, created_by: divya.name },
    ])
    expect((await divya.page({ text: '%' })).data).toEqual([])
    expect((await divya.page({ course: course_id })).data).toHaveLength(15)
    expect((await divya.page({ course: course_id + 1 })).data).toEqual([])
    const today = indianDay(api.clock.now())
    expect((await divya.page({ text: 'no 29', from: today, until: today })).data).toHaveLength(1)
    expect((await divya.page({ until: moveDay(today, -1) })).data).toEqual([])
    expect((await divya.page({ from: moveDay(today, 2) })).data).toEqual([])
  })

  it('to one learner names them to those who may see learners, and goes with their account', async () => {
    const asha = await api.learner({ name: 'Asha' })
    const [divya, arun] = [await teller('support'), await teller('author')]
    const { id } = (await divya.add({ ...words, audience: 'learner', mobile: asha.user.phone })).body
    const { id: toList } = (await divya.add({ ...words, audience: 'list', csv: asha.user.phone })).body
    expect((await divya.show(id)).body.learner).toEqual({ id: asha.user.id, name: 'Asha' })
    expect((await arun.show(id)).body).toMatchObject({ learner: null, learners: 1, message: words.message })
    const { db } = api.services
    const person = { id: asha.user.id, countryCode: '91', phone: asha.user.phone }
    const part = api.services.personalParts.find(({ tables }) => tables.includes('announcement_learners'))!
    await db.transaction().execute((tx) => part.erase(tx, person, api.clock.now()))
    expect((await divya.show(id)).status).toBe(404)
    expect((await divya.show(toList)).body).toMatchObject({ learners: 0, counts: { told: 1 } })
  })
})
