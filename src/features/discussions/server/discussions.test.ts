import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, isoTime } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { discussionFixture } from '../../../../tests/support/scenes/discussion-fixture.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const { newPanel, member, seedComments, withCalls } = discussionFixture(() => api)

describe('who may discuss', () => {
  test('a learner whose course is active reads, writes, reports and deletes their own', async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, babu] = [await member(courseId, 30 * DAY, 'Asha'), await member(courseId)]
    const written = await asha.write(panelId, 'Hello')
    expect(written.status).toBe(201)
    expect(written.body).toMatchObject({ status: 201, success: true, message: 'New Comment added' })
    const list = await babu.list(panelId)
    expect(list.status).toBe(200)
    expect(list.body).toEqual({
      status: true,
      data: [
        {
          id: written.body.data.id,
          user_id: asha.user.id,
          user: { name: 'Asha' },
          role: 'learner',
          content: 'Hello',
          deleted: false,
          created_at: api.clock.now(),
          created_at_iso: isoTime(api.clock.now()),
          created_at_string: '02-03-2026 10:00 AM',
          discussion_panel_id: panelId,
          parent_id: null,
          reported: false,
          replies: [],
          replies_count: 0,
        },
      ],
      more: false,
    })
    expect((await babu.report(written.body.data.id)).status).toBe(200)
    expect((await asha.remove(written.body.data.id)).status).toBe(200)
    expect((await babu.list(panelId)).body.data).toEqual([])
  })

  test.each([
    ['has not bought the course', undefined],
    ['had it until a moment ago', -1],
  ])('a learner who %s gets 403 from every call', async (_, validFor) => {
    const { courseId, panelId } = await newPanel()
    const owner = await member(courseId)
    const { id } = (await owner.write(panelId, 'Mine')).body.data
    const stranger = validFor === undefined ? withCalls(await api.learner()) : await member(courseId, validFor)
    // Written while the course was active.
    const [own = 0] = await seedComments(panelId, stranger.user.id, [null])
    const answers = await Promise.all([
      stranger.list(panelId),
      stranger.replies(id),
      stranger.thread(id),
      stranger.write(panelId, 'Let me in'),
      stranger.remove(id),
      stranger.remove(own),
      stranger.report(id),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(403)
      expect(answer.body.message).toBe('This feature is available for purchased course')
    }
  })

  test('a course counts as active up to its last instant', async () => {
    const { courseId, panelId } = await newPanel()
    expect((await (await member(courseId, 0)).list(panelId)).status).toBe(200)
  })

  test('panels that do not exist or were retired are not found', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    expect((await asha.list(2_000_000_000)).status).toBe(404)
    expect((await asha.write(2_000_000_000, 'Hello')).status).toBe(404)
    const { id } = (await asha.write(panelId, 'Hello')).body.data
    await api.services.db.updateTable('discussion_panels').set({ retired: 1 }).where('id', '=', panelId).execute()
    for (const { status } of [await asha.list(panelId), await asha.write(panelId, 'x'), await asha.remove(id)]) {
      expect(status).toBe(404)
    }
  })

  test("nobody deletes another's comment, not even a mentor", async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, mentor] = [await member(courseId), await member(courseId)]
    await api.services.db.updateTable('users').set({ role: 'mentor' }).where('id', '=', mentor.user.id).execute()
    const { id } = (await asha.write(panelId, 'Mine')).body.data
    expect((await mentor.remove(id)).status).toBe(403)
    expect((await asha.list(panelId)).body.data).toHaveLength(1)
  })

  test('what a mentor writes says so', async () => {
    const { courseId, panelId } = await newPanel()
    const mentor = await member(courseId)
    await api.services.db.updateTable('users').set({ role: 'mentor' }).where('id', '=', mentor.user.id).execute()
    const written = await mentor.write(panelId, 'Read chapter two')
    expect(written.body.data.role).toBe('mentor')
    expect((await mentor.list(panelId)).body.data[0]?.role).toBe('mentor')
  })
})

describe('replies', () => {
  test('stand below their comment, oldest first; comments newest first', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    const first = (await asha.write(panelId, 'First')).body.data
    const second = (await asha.write(panelId, 'Second')).body.data
    const reply = await asha.write(panelId, 'Reply one', first.id)
    expect(reply.body).toMatchObject({ status: 201, message: 'Reply posted', data: { parent_id: first.id } })
    await asha.write(panelId, 'Reply two', first.id)
    const { data } = (await asha.list(panelId)).body
    expect(data.map(({ id, replies }) => [id, replies.map(({ content }) => content)])).toEqual([
      [second.id, []],
      [first.id, ['Reply one', 'Reply two']],
    ])
  })

  test('to a reply stand below the comment that both belong to', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    const top = (await asha.write(panelId, 'Top')).body.data
    const reply = (await asha.write(panelId, 'Reply', top.id)).body.data
    expect((await asha.write(panelId, 'Deeper', reply.id)).body.data.parent_id).toBe(top.id)
  })

  test('to a comment of another panel, to a deleted one or to none are not found', async () => {
    const [here, there] = [await newPanel(), await newPanel()]
    const asha = await member(here.courseId)
    await seedEnrolment(api.services.db, { userId: asha.user.id, courseId: there.courseId, validFor: DAY })
    const foreign = (await asha.write(there.panelId, 'There')).body.data
    const gone = (await asha.write(here.panelId, 'Gone')).body.data
    const below = (await asha.write(here.panelId, 'Below', gone.id)).body.data
    await asha.remove(below.id)
    await asha.remove(gone.id)
    for (const parent of [foreign.id, gone.id, below.id, 2_000_000_000]) {
      expect((await asha.write(here.panelId, 'Reply', parent)).status).toBe(404)
    }
  })

  test('stay below a comment that its writer deletes, until the last of them goes', async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, babu, reader] = [await member(courseId), await member(courseId), await member(courseId)]
    const top = (await asha.write(panelId, 'Secret')).body.data
    const first = (await babu.write(panelId, 'First', top.id)).body.data
    const own = (await asha.write(panelId, 'Second', top.id)).body.data
    expect((await reader.report(top.id)).status).toBe(200)
    expect((await asha.remove(top.id)).status).toBe(200)
    for (const someone of [asha, babu, reader]) {
      const { data } = (await someone.list(panelId)).body
      expect(data).toMatchObject([
        {
          ...{ id: top.id, content: 'Comment deleted', deleted: true, user_id: null, user: { name: '' } },
          ...{ role: 'learner', reported: false, replies_count: 2 },
        },
      ])
      expect(data[0]?.replies.map(({ id }) => id)).toEqual([first.id, own.id])
      expect(JSON.stringify(data)).not.toContain('Secret')
      expect((await someone.thread(first.id)).body.data).toMatchObject({ id: top.id, deleted: true })
      expect((await someone.replies(top.id)).body.data.map(({ id }) => id)).toEqual([first.id, own.id])
    }
    // The comment itself is gone: it can be neither deleted nor reported again. The talk goes on.
    for (const { status } of [await asha.remove(top.id), await reader.report(top.id)]) expect(status).toBe(404)
    expect((await reader.report(first.id)).status).toBe(200)
    const later = (await reader.write(panelId, 'Third', first.id)).body.data
    expect(later.parent_id).toBe(top.id)
    await reader.remove(later.id)
    await asha.remove(own.id)
    expect((await reader.list(panelId)).body.data).toMatchObject([{ id: top.id, replies_count: 1 }])
    await babu.remove(first.id)
    expect((await reader.list(panelId)).body.data).toEqual([])
    expect((await reader.thread(first.id)).status).toBe(404)
    expect((await reader.replies(top.id)).status).toBe(404)
    expect((await reader.write(panelId, 'Late', top.id)).status).toBe(404)
  })

  test('stand in their place among others, page by page, below a deleted comment', async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, babu] = [await member(courseId), await member(courseId)]
    const tops: number[] = []
    for (let index = 0; index < 6; index += 1) {
      api.clock.advance(DAY / 24)
      const { id } = (await asha.write(panelId, `Comment ${index}`)).body.data
      tops.unshift(id)
      if (index % 2 === 0) await babu.write(panelId, `Reply ${index}`, id)
      await asha.remove(id)
    }
    const kept = tops.filter((_, index) => index % 2 === 1)
    const page = (await babu.list(panelId, undefined, { per_page: 2 })).body
    expect([page.data.map(({ id }) => id), page.more]).toEqual([kept.slice(0, 2), true])
    const rest = (await babu.list(panelId, undefined, { per_page: 2, before: kept[1]! })).body
    expect([rest.data.map(({ id }) => id), rest.more]).toEqual([kept.slice(2), false])
  })
})

describe('what is written', () => {
  test.each([
    [undefined, 'Please enter your discussion text'],
    [1, 'Please enter a reply'],
  ])('must not be blank (parent %s)', async (parent, message) => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    for (const blank of ['', ' \n ', '\u200b']) {
      const answer = await asha.write(panelId, blank, parent)
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ content: message })
    }
  })

  test('may have 5000 characters and not one more', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    expect((await asha.write(panelId, 'x'.repeat(5000))).status).toBe(201)
    const long = await asha.write(panelId, 'x'.repeat(5001))
    expect(long.status).toBe(422)
    expect(long.body.errors).toHaveProperty('content')
  })

  test('is stored as text: nothing of it runs, lines break, addresses are links', async () => {
    const { courseId, panelId } = await newPanel()
    const corpus = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<svg/onload=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '<iframe srcdoc="<script>alert(1)</script>">',
      '"><body onload=alert(1)>',
      '<math><mtext><mglyph><style><img src=x onerror=alert(1)>',
      'javascript:alert(1)',
      '[x](javascript:alert(1))',
      'https://example.org/"onmouseover="alert(1)',
      '&lt;script&gt;',
      '</p></div><h1>Admin</h1>',
    ]
    for (const text of corpus) {
      const writer = await member(courseId)
      const { content } = (await writer.write(panelId, text)).body.data
      expect(content.replace(/<a href="https:\/\/[^"<>]*" rel="noopener nofollow ugc">|<\/a>|<br>/g, '')).not.toMatch(
        /[<>]/,
      )
    }
    const asha = await member(courseId)
    expect((await asha.write(panelId, 'See https://example.org/a?b=1\nthen ask')).body.data.content).toBe(
      'See <a href="https://example.org/a?b=1" rel="noopener nofollow ugc">https://example.org/a?b=1</a><br>\nthen ask',
    )
  })
})
