import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { discussionFixture } from '../../../../../tests/support/scenes/discussion-fixture.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const { newPanel, member } = discussionFixture(() => api)

describe('a flood is held back', () => {
  test('after five in a minute with 429, the seconds to wait and words that say so', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    for (let count = 0; count < 5; count += 1) {
      expect((await asha.write(panelId, `Comment ${count}`)).status).toBe(201)
      api.clock.advance(SECOND)
    }
    const refused = await asha.write(panelId, 'One more')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('55')
    expect(refused.body.message).toBe('You are writing too fast. Please try again in 55 seconds.')
    expect((await (await member(courseId)).write(panelId, 'Another learner')).status).toBe(201)
    api.clock.advance(55 * SECOND)
    expect((await asha.write(panelId, 'One more')).status).toBe(201)
  })

  test('deleting makes no room, and replies count', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    const { id } = (await asha.write(panelId, 'Top')).body.data
    for (let count = 0; count < 4; count += 1) await asha.write(panelId, 'Reply', id)
    await asha.remove(id)
    expect((await asha.write(panelId, 'One more')).status).toBe(429)
  })

  test('also when twelve come at once: five are stored', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => asha.write(panelId, `Comment ${at}`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    expect((await asha.list(panelId)).body.data).toHaveLength(5)
  })
})

describe('reports', () => {
  test('are kept once a learner and comment, and shown to the one who reported', async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, babu, chitra] = [await member(courseId), await member(courseId), await member(courseId)]
    const { id } = (await asha.write(panelId, 'Rude')).body.data
    const answers = await Promise.all([babu.report(id), babu.report(id), chitra.report(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const kept = await api.services.db
      .selectFrom('discussion_reports')
      .select('user_id')
      .where('discussion_id', '=', id)
      .execute()
    expect(kept.map((row) => row.user_id).sort()).toEqual([babu.user.id, chitra.user.id].sort())
    expect((await babu.list(panelId)).body.data[0]?.reported).toBe(true)
    expect((await asha.list(panelId)).body.data[0]?.reported).toBe(false)
  })

  test("of one's own comment are refused", async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    const { id } = (await asha.write(panelId, 'Mine')).body.data
    expect((await asha.report(id)).status).toBe(403)
  })
})
