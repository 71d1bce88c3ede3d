import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { discussionFixture } from '../../../../tests/support/scenes/discussion-fixture.ts'
import { statementsOf } from '../../../../tests/support/api/statements.ts'
import { COMMENTS_PAGE, REPLIES_PAGE, SHOWN_REPLIES } from '../discussions.rules.ts'

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
  const LARGE = 10_000
  const THREAD = 1000
  let panelId: number
  let asha: Awaited<ReturnType<typeof member>>
  /** Top-level comments, oldest first, and replies to the last but one. */
  let tops: number[]
  let talk: number
  let replies: number[]

  beforeAll(async () => {
    const panel = await newPanel()
    panelId = panel.panelId
    asha = await member(panel.courseId)
    const seed = async (parents: (number | null)[]) => {
      const ids: number[] = []
      for (let at = 0; at < parents.length; at += 1000)
        ids.push(...(await seedComments(panelId, asha.user.id, parents.slice(at, at + 1000))))
      return ids
    }
    tops = await seed(Array.from({ length: LARGE }, () => null))
    talk = tops.at(-2)!
    replies = await seed(Array.from({ length: THREAD }, () => talk))
  })

  test('is read by a page at a time, in three statements and some kilobytes', async () => {
    let answer: Awaited<ReturnType<typeof asha.list>> | undefined
    const statements = await statementsOf(api, async () => {
      answer = await asha.list(panelId)
    })
    expect(statements).toBeLessThanOrEqual(3)
    const { data, more } = answer!.body
    expect(more).toBe(true)
    expect(data.map(({ id }) => id)).toEqual(tops.slice(-COMMENTS_PAGE).reverse())
    expect(data[1]).toMatchObject({ id: talk, replies_count: THREAD })
    expect(data[1]?.replies.map(({ id }) => id)).toEqual(replies.slice(-SHOWN_REPLIES))
    expect(JSON.stringify(answer!.body).length).toBeLessThan(20_000)
    const etag = answer!.headers.get('etag') ?? ''
    expect(await statementsOf(api, () => asha.poll(panelId, etag))).toBeLessThanOrEqual(2)
    expect((await asha.list(panelId, etag, { per_page: 21 })).status).toBe(200)
  })

  test('is read to its first comment, each once, while others are written and deleted', async () => {
    const seen: number[] = []
    let before: number | undefined
    let more = true
    for (let page = 0; more; page += 1) {
      const { body } = await asha.list(panelId, undefined, { per_page: 100, ...(before && { before }) })
      more = body.more
      seen.push(...body.data.map(({ id }) => id))
      before = seen.at(-1)!
      if (page === 3) await seedComments(panelId, asha.user.id, [null, null])
      // The reader's place itself.
      if (page === 5) await asha.remove(before)
    }
    expect(seen).toEqual([...tops].reverse())
  })

  test('has every reply to a comment, before and after any of them', async () => {
    const [last] = (await asha.list(panelId)).body.data.find(({ id }) => id === talk)?.replies ?? []
    const seen = [last!.id]
    for (let more = true; more;) {
      const { body } = await asha.replies(talk, { before: seen[0]!, per_page: 100 })
      more = body.more
      seen.unshift(...body.data.map(({ id }) => id))
    }
    expect(seen).toEqual(replies.slice(0, 1 - SHOWN_REPLIES))
    const after = (await asha.replies(talk, { after: replies[9]!, per_page: 3 })).body
    expect(after).toMatchObject({ more: true })
    expect(after.data.map(({ id }) => id)).toEqual(replies.slice(10, 13))
    expect((await asha.replies(talk, { after: replies.at(-2)! })).body).toMatchObject({ more: false })
    expect((await asha.replies(talk, { per_page: 2 })).body.data.map(({ id }) => id)).toEqual(replies.slice(-2))
  })

  test('shows the comment that is named, and a reply among those after it', async () => {
    const top = await asha.thread(tops[3]!)
    expect(top.body).toMatchObject({ data: { id: tops[3], replies: [], replies_count: 0 }, later: false })
    const newest = (await asha.thread(replies.at(-2)!)).body
    expect(newest.later).toBe(false)
    expect(newest.data.replies.map(({ id }) => id)).toEqual(replies.slice(-SHOWN_REPLIES))
    const old = (await asha.thread(replies[7]!)).body
    expect(old).toMatchObject({ data: { id: talk, replies_count: THREAD }, later: true })
    expect(old.data.replies.map(({ id }) => id)).toEqual(replies.slice(7, 7 + REPLIES_PAGE))
    const late = (await asha.thread(replies.at(-10)!)).body
    expect(late.later).toBe(false)
    expect(late.data.replies.map(({ id }) => id)).toEqual(replies.slice(-10))
    expect((await asha.thread(2_000_000_000)).status).toBe(404)
  })

  test('has no page before what is none of its comments', async () => {
    for (const answer of [
      await asha.list(panelId, undefined, { before: 2_000_000_000 }),
      await asha.list(panelId, undefined, { before: replies[0]! }),
      await asha.replies(talk, { before: tops[0]! }),
    ])
      expect(answer.status).toBe(404)
    expect((await asha.list(panelId, undefined, { per_page: 101 })).body.errors).toHaveProperty('per_page')
  })
})
