import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, isoTime, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { seedCourse, seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { statementsOf } from '../../../../tests/support/api/statements.ts'
import * as contract from '../notifications.contract.ts'
import { sendNotification, withdrawNotifications, type NewNotification } from './send-notification.ts'
import { tidyNotifications } from './deliver.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function tell(given: Partial<NewNotification> & Pick<NewNotification, 'to'>) {
  return sendNotification(api.services, { kind: 'announcements', title: 'Hello', message: '<p>Hi</p>', ...given })
}

async function learner() {
  const { user, token } = await api.learner()
  const list = async () => (await api.call(contract.listNotifications, {}, { token })).body
  return {
    user,
    token,
    list,
    ids: async () => (await list()).data.map(({ id }) => id),
    unread: async () => (await api.call(contract.countUnread, {}, { token })).body.unread,
    read: (id: number) => api.call(contract.readNotification, { params: { id } }, { token }),
    readAll: (last_id: number) => api.call(contract.readAllNotifications, { body: { last_id } }, { token }),
    readSoFar: async () => {
      // What the other tests told everybody.
      const everything = await list()
      const last = everything.data[0]?.id
      if (last) await api.call(contract.readAllNotifications, { body: { last_id: last } }, { token })
    },
  }
}

describe('who sees a notification', () => {
  test('one learner, everybody, or those who had the course when it was written', async () => {
    const [asha, babu] = [await learner(), await learner()]
    const course = await seedCourse(api.services.db, { title: 'Prelims' })
    await seedEnrolment(api.services.db, {
      userId: asha.user.id,
      courseId: course.id,
      validFor: DAY,
      boughtAt: api.clock.now() - DAY,
    })
    const own = await tell({ to: { userId: asha.user.id } })
    const everybody = await tell({ to: 'all' })
    const members = await tell({ to: { courseId: course.id } })
    expect((await asha.ids()).slice(0, 3)).toEqual([members, everybody, own])
    expect((await babu.ids())[0]).toBe(everybody)
    expect(await babu.ids()).not.toContain(members)
    expect(await babu.ids()).not.toContain(own)
    await seedEnrolment(api.services.db, {
      userId: babu.user.id,
      courseId: course.id,
      validFor: DAY,
      boughtAt: api.clock.now() + 1,
    })
    expect(await babu.ids(), 'bought after it was written').not.toContain(members)
  })

  test('until it ends, ninety days at the most, and then it is deleted with who read it', async () => {
    const asha = await learner()
    await api.services.db
      .updateTable('sessions')
      .set({ expires_at: api.clock.now() + 100 * DAY })
      .where('user_id', '=', asha.user.id)
      .execute()
    const short = await tell({ to: { userId: asha.user.id }, expiresAt: api.clock.now() + HOUR })
    const long = await tell({ to: { userId: asha.user.id } })
    await asha.read(long!)
    await asha.read(short!)
    api.clock.advance(HOUR)
    expect(await asha.ids()).not.toContain(short)
    api.clock.advance(90 * DAY - HOUR - 1)
    expect(await asha.ids()).toContain(long)
    api.clock.advance(1)
    expect(await asha.ids()).not.toContain(long)
    await tidyNotifications(api.services)
    const reads = await api.services.db
      .selectFrom('notification_reads')
      .select('notification_id')
      .where('user_id', '=', asha.user.id)
      .execute()
    expect(reads).toEqual([])
  })

  test('the list has the newest fifty, in one round of two statements', async () => {
    const asha = await learner()
    for (let count = 0; count < 55; count += 1) await tell({ to: { userId: asha.user.id }, title: `No ${count}` })
    const { data, unread } = await asha.list()
    expect(data).toHaveLength(50)
    expect(data[0]?.title).toBe('No 54')
    expect(unread).toBeGreaterThanOrEqual(55)
    expect(await statementsOf(api, asha.list)).toBeLessThanOrEqual(3)
  })
})

describe('what has been read', () => {
  test('is kept for each learner, one by one or all up to the newest that was seen', async () => {
    const [asha, babu] = [await learner(), await learner()]
    await asha.readSoFar()
    await babu.readSoFar()
    const [first, second, third] = [await tell({ to: 'all' }), await tell({ to: 'all' }), await tell({ to: 'all' })]
    expect(await asha.unread()).toBe(3)
    expect((await asha.read(second!)).status).toBe(200)
    expect((await asha.read(second!)).status).toBe(200)
    const { data, unread } = await asha.list()
    expect(unread).toBe(2)
    expect(data.slice(0, 3).map(({ id, read }) => [id, read])).toEqual([
      [third, false],
      [second, true],
      [first, false],
    ])
    expect(await babu.unread()).toBe(3)
    await asha.readAll(second!)
    expect(await asha.unread(), 'the third came after the list was fetched').toBe(1)
    await asha.readAll(third!)
    expect(await asha.unread()).toBe(0)
    expect(await babu.unread()).toBe(3)
  })

  test("another learner's notification is not found", async () => {
    const [asha, babu] = [await learner(), await learner()]
    const own = await tell({ to: { userId: asha.user.id } })
    expect((await babu.read(own!)).status).toBe(404)
    expect((await asha.list()).data.find(({ id }) => id === own)?.read).toBe(false)
    expect((await asha.read(2_000_000_000)).status).toBe(404)
  })
})

describe('what is sent', () => {
  test('comes with the fields of the specification, sanitised, and with its button', async () => {
    const asha = await learner()
    const id = await tell({
      to: { userId: asha.user.id },
      title: '  A <b>title</b> ',
      message:
        '<p onclick="x">Hi <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">a</a></p>',
      image: '/media/notices.svg',
      action: 'course_details',
      target: 7,
    })
    expect((await asha.list()).data[0]).toEqual({
      id,
      kind: 'announcements',
      title: 'A <b>title</b>',
      message: '<p>Hi <a rel="noopener">a</a></p>',
      image: '/media/notices.svg',
      click_action: 'course_details',
      target_id: '7',
      created_at: api.clock.now(),
      created_at_iso: isoTime(api.clock.now()),
      read: false,
      action: { label: 'Goto Course', href: '/courses/7', newTab: false },
    })
  })

  test('is refused with the fields that are wrong', async () => {
    const wrong: [Partial<NewNotification>, string][] = [
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(121) }, 'title'],
      [{ title: 'two\nlines' }, 'title'],
      [{ message: '<script>x</script>' }, 'message'],
      [{ message: 'x'.repeat(10_001) }, 'message'],
      [{ image: 'https://example.org/x.png' }, 'image'],
      [{ image: '/media/../api/x' }, 'image'],
      [{ target: 'javascript:alert(1)' }, 'target'],
      [{ target: '//example.org' }, 'target'],
      [{ target: '/\\example.org' }, 'target'],
      [{ target: 'https://user:word@example.org/' }, 'target'],
      [{ target: '' }, 'target'],
      [{ action: 'course_details', target: 'psc' }, 'target'],
    ]
    for (const [given, field] of wrong) {
      await expect(tell({ to: 'all', ...given }), JSON.stringify(given).slice(0, 80)).rejects.toMatchObject({
        status: 422,
        errors: { [field]: expect.any(String) as string },
      })
    }
  })

  test('is told once where it has a key, also when several tell it at the same time', async () => {
    const asha = await learner()
    const told = await Promise.all([1, 2, 3].map(() => tell({ to: { userId: asha.user.id }, key: 'once:1' })))
    expect(told.filter((id) => id !== undefined)).toHaveLength(1)
    expect((await asha.list()).data.filter(({ title }) => title === 'Hello').length).toBeGreaterThan(0)
    await withdrawNotifications(api.services.db, 'once:')
    expect(await asha.ids()).not.toContain(told.find(Boolean))
  })

  test('is taken back by the beginning of its key, whatever order the database gives to letters and signs', async () => {
    const { db, engine } = api.services
    // Not the order of bytes, which databases made for a language do not have.
    if (engine === 'postgres') await sql`alter table notifications alter key type text collate "und-x-icu"`.execute(db)
    const asha = await learner()
    const to = { userId: asha.user.id }
    const [mine, , other] = [
      await tell({ to, key: 'reply:12:7' }),
      await tell({ to, key: 'reply:12:8' }),
      await tell({ to, key: 'reply:123:7' }),
    ]
    await withdrawNotifications(db, 'reply:12:')
    expect(await asha.ids()).not.toContain(mine)
    expect((await asha.ids()).slice(0, 1)).toEqual([other])
  })

  test('follows the transaction it is sent in', async () => {
    const asha = await learner()
    const before = await asha.ids()
    await api.services.db
      .transaction()
      .execute(async (tx) => {
        await sendNotification(
          { db: tx, now: api.clock.now },
          { to: { userId: asha.user.id }, kind: 'tickets', title: 'x', message: 'y' },
        )
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await asha.ids()).toEqual(before)
    api.clock.advance(MINUTE)
  })
})
