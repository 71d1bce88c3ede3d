import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { seedCourse, seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { remindOfClasses } from './reminders.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const told = async (token: string) => (await api.call(listNotifications, {}, { token })).body.data

test('a class is announced to the learners of its course a quarter of an hour before, once, until it has ended', async () => {
  const { db } = api.services
  const [course, asha, babu] = [
    await seedCourse(db, { title: 'Prelims <2026>' }),
    await api.learner(),
    await api.learner(),
  ]
  await seedEnrolment(db, { userId: asha.user.id, courseId: course.id, validFor: 30 * DAY })
  const starts = api.clock.now() + 20 * MINUTE
  const { id } = await db
    .insertInto('live_classes')
    .values({
      course_id: course.id,
      key: 'polity',
      title: 'Polity & law',
      tutor_name: 'Lekha Varma',
      join_url: 'https://example.org/join',
      starts_at: starts,
      ends_at: starts + HOUR,
      starts_rule: null,
      ends_rule: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await remindOfClasses(api.services)).toBe(0)
  api.clock.set(starts - 15 * MINUTE)
  await Promise.all([1, 2, 3].map(() => remindOfClasses(api.services)))
  const [first, ...more] = await told(asha.token)
  expect(more).toEqual([])
  expect(first).toMatchObject({
    kind: 'live_classes',
    title: 'Live class at 10:20 AM IST',
    message:
      '<p><strong>Polity &amp; law</strong> with Lekha Varma starts at 10:20 AM IST.</p><p>Prelims &lt;2026&gt;</p>',
    click_action: 'live_details',
    target_id: String(id),
    action: { label: 'Join Live', href: '/live-classes', newTab: false },
  })
  expect(await told(babu.token)).toEqual([])
  api.clock.advance(MINUTE)
  expect(await remindOfClasses(api.services)).toBe(0)
  await db
    .updateTable('live_classes')
    .set({ starts_at: starts + 5 * MINUTE })
    .where('id', '=', id)
    .execute()
  api.clock.advance(5 * MINUTE)
  expect(await remindOfClasses(api.services), 'a class that was moved').toBe(1)
  api.clock.set(starts + HOUR)
  expect(await told(asha.token)).toEqual([])
})
