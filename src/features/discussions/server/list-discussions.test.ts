import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api.ts'
import { discussionFixture } from '../../../../tests/support/discussion-fixture.ts'
import { statementsOf } from '../../../../tests/support/statements.ts'
import { SHOWN_COMMENTS } from '../discussions.rules.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const { newPanel, member, seedComments } = discussionFixture(() => api)

describe('asking again and again', () => {
  test('is answered with 304 and no body until something changes', async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, babu] = [await member(courseId), await member(courseId)]
    const first = (await asha.write(panelId, 'First')).body.data
    let etag = ''
    const expectChange = async () => {
      const changed = await babu.list(panelId, etag)
      expect(changed.status).toBe(200)
      expect(changed.headers.get('cache-control')).toBe('no-store')
      etag = changed.headers.get('etag') ?? ''
      const same = await babu.poll(panelId, `W/"other", ${etag}`)
      expect(same.status).toBe(304)
      expect(same.headers.get('etag')).toBe(etag)
      expect(await same.text()).toBe('')
    }
    await expectChange()
    const reply = (await asha.write(panelId, 'Reply', first.id)).body.data
    await expectChange()
    await asha.remove(reply.id)
    await expectChange()
    const second = (await asha.write(panelId, 'Second')).body.data
    await asha.remove(first.id)
    await expectChange()
    await babu.report(second.id)
    await expectChange()
    // Another learner sees other things: a version is theirs alone.
    expect((await asha.poll(panelId, etag)).status).toBe(200)
  })

  test('asks for the token and the course before it says 304', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId, 20 * DAY)
    const etag = (await asha.list(panelId)).headers.get('etag') ?? ''
    await api.services.db
      .updateTable('enrolments')
      .set({ valid_until: api.clock.now() - 1 })
      .where('user_id', '=', asha.user.id)
      .execute()
    expect((await asha.poll(panelId, etag)).status).toBe(403)
  })
})

describe('a large panel', () => {
  test('shows its newest comments with all their replies, and takes three statements', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    const tops = await seedComments(
      panelId,
      asha.user.id,
      Array.from({ length: SHOWN_COMMENTS + 5 }, () => null),
    )
    const last = tops.at(-1)!
    await seedComments(panelId, asha.user.id, [tops[0]!, ...Array.from({ length: 40 }, () => last)])
    let answer: Awaited<ReturnType<typeof asha.list>> | undefined
    const statements = await statementsOf(api, async () => {
      answer = await asha.list(panelId)
    })
    expect(statements).toBeLessThanOrEqual(3)
    const { data } = answer!.body
    expect(data).toHaveLength(SHOWN_COMMENTS)
    expect(data[0]).toMatchObject({ id: last })
    expect(data[0]?.replies).toHaveLength(40)
    expect(data.at(-1)?.id).toBe(tops[5])
    const etag = answer!.headers.get('etag') ?? ''
    expect(await statementsOf(api, () => asha.poll(panelId, etag))).toBeLessThanOrEqual(2)
  })
})
