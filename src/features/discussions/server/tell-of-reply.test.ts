import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { discussionFixture } from '../../../../tests/support/scenes/discussion-fixture.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const { newPanel, member } = discussionFixture(() => api)

const told = async ({ token }: Pick<TestLearner, 'token'>) =>
  (await api.call(listNotifications, {}, { token })).body.data

test('a reply is told to the writer of the comment, and to whom it answers, not to who wrote it', async () => {
  const { courseId, panelId } = await newPanel()
  const [asha, babu, chitra] = [
    await member(courseId),
    await member(courseId, 30 * DAY, 'Babu'),
    await member(courseId),
  ]
  const top = (await asha.write(panelId, 'Is <b>Article 21</b> in the syllabus?')).body.data
  const answer = (await babu.write(panelId, 'Yes & it is <i>asked</i> often', top.id)).body.data
  const [first, ...more] = await told(asha)
  expect(more).toEqual([])
  expect(first).toMatchObject({
    kind: 'replies',
    title: 'Babu replied to you',
    click_action: 'general',
    read: false,
    action: { label: 'Know More', href: `/my-courses/${courseId}?tab=discussions&comment=${answer.id}`, newTab: false },
  })
  expect(first?.message).toContain('<blockquote>Yes &amp; it is &lt;i&gt;asked&lt;/i&gt; often</blockquote>')
  expect(await told(babu)).toEqual([])
  await chitra.write(panelId, 'Thank you', answer.id)
  expect(await told(asha)).toHaveLength(2)
  expect(await told(babu)).toHaveLength(1)
  await asha.write(panelId, 'Thanks from me', top.id)
  expect(await told(asha), 'a reply to oneself').toHaveLength(2)
})

test('a reply is not told to who deleted the comment above it', async () => {
  const { courseId, panelId } = await newPanel()
  const [asha, babu, chitra] = [await member(courseId), await member(courseId), await member(courseId)]
  const top = (await asha.write(panelId, 'Never mind')).body.data
  const reply = (await babu.write(panelId, 'I do', top.id)).body.data
  expect(await told(asha)).toHaveLength(1)
  await asha.remove(top.id)
  await chitra.write(panelId, 'So do I', reply.id)
  expect(await told(asha)).toHaveLength(1)
  expect(await told(babu)).toHaveLength(1)
})

test("a mentor's reply says so, however long it is; one that is deleted is told no more", async () => {
  const { courseId, panelId } = await newPanel()
  const [asha, mentor] = [await member(courseId), await member(courseId, 30 * DAY, 'Lekha Varma')]
  await api.services.db.updateTable('users').set({ role: 'mentor' }).where('id', '=', mentor.user.id).execute()
  const top = (await asha.write(panelId, 'Why?')).body.data
  const reply = await mentor.write(panelId, '<&"'.repeat(1600), top.id)
  expect(reply.status).toBe(201)
  expect((await told(asha))[0]?.title).toBe('Lekha Varma (mentor) replied to you')
  await mentor.remove(reply.body.data.id)
  expect(await told(asha)).toEqual([])
})

test('nobody is told of a course that is theirs no more', async () => {
  const { courseId, panelId } = await newPanel()
  const [asha, babu] = [await member(courseId), await member(courseId)]
  const top = (await asha.write(panelId, 'Hello')).body.data
  await api.services.db
    .updateTable('enrolments')
    .set({ valid_until: api.clock.now() - 1 })
    .where('user_id', '=', asha.user.id)
    .execute()
  expect((await babu.write(panelId, 'Hello', top.id)).status).toBe(201)
  expect(await told(asha)).toEqual([])
})
