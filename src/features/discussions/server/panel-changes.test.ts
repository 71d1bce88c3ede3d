import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount, editProfile, sendDeletionCode } from '#features/profile/profile.contract.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { discussionFixture } from '../../../../tests/support/scenes/discussion-fixture.ts'
import { testWork } from '../../../../tests/support/api/staff-work.ts'
import { statementsOf } from '../../../../tests/support/api/statements.ts'
import { answerComment } from '../staff/server/answer-comment.ts'
import { eraseComment, hideComment, restoreComment } from '../staff/server/moderate.ts'
import { countChangesOfWriter } from './panel-changes.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const { newPanel, member } = discussionFixture(() => api)

/** A comment with two replies, and a reader who has the list of it. */
async function talk() {
  const { courseId, panelId } = await newPanel()
  const [asha, babu, reader] = [
    await member(courseId, 30 * DAY, 'Asha'),
    await member(courseId, 30 * DAY, 'Babu'),
    await member(courseId),
  ]
  const top = (await asha.write(panelId, 'Top')).body.data.id
  const first = (await babu.write(panelId, 'First reply', top)).body.data.id
  const second = (await asha.write(panelId, 'Second reply', top)).body.data.id
  return { panelId, asha, babu, reader, top, first, second }
}

type Talk = Awaited<ReturnType<typeof talk>>

const work = () => testWork(api.clock.now())
const db = () => api.services.db

/** What somebody does, and what of it the reader then has. */
const changes: [string, (scene: Talk) => Promise<unknown>, (list: Listed, scene: Talk) => void][] = [
  [
    'a new comment',
    ({ babu, panelId }) => babu.write(panelId, 'Another'),
    (list) => expect(list.map(({ content }) => content)).toEqual(['Another', 'Top']),
  ],
  [
    'a new reply',
    ({ babu, panelId, top }) => babu.write(panelId, 'Third reply', top),
    (list) => expect(list[0]).toMatchObject({ replies_count: 3 }),
  ],
  [
    'a reply that is deleted',
    ({ babu, first }) => babu.remove(first),
    (list, { second }) => expect(list[0]?.replies.map(({ id }) => id)).toEqual([second]),
  ],
  [
    'a comment that is deleted',
    ({ asha, top }) => asha.remove(top),
    (list) => expect(list).toMatchObject([{ deleted: true, replies_count: 2 }]),
  ],
  [
    'a report of the reader',
    ({ reader, first }) => reader.report(first),
    (list) => expect(list[0]?.replies.map(({ reported }) => reported)).toEqual([true, false]),
  ],
  [
    'a reply that staff hide',
    ({ first }) => hideComment(db(), work(), first),
    (list) => expect(list[0]).toMatchObject({ replies_count: 1 }),
  ],
  ['a comment that staff erase', ({ top }) => eraseComment(db(), work(), top), (list) => expect(list).toEqual([])],
  [
    'a reply of a mentor',
    async ({ babu, top }) => {
      await db().updateTable('users').set({ role: 'mentor' }).where('id', '=', babu.user.id).execute()
      return answerComment(db(), testWork(api.clock.now()), {
        commentId: top,
        mentor: { user: babu.user },
        content: 'So',
      })
    },
    (list) => expect(list[0]?.replies.at(-1)).toMatchObject({ content: 'So', role: 'mentor' }),
  ],
  [
    'a writer who becomes a mentor',
    async ({ babu }) => {
      await db().updateTable('users').set({ role: 'mentor' }).where('id', '=', babu.user.id).execute()
      await countChangesOfWriter(db(), babu.user.id)
    },
    (list) => expect(list[0]?.replies[0]).toMatchObject({ role: 'mentor' }),
  ],
  [
    'a writer with another name',
    ({ babu }) => api.call(editProfile, { body: { name: 'Babu Raj' } }, { token: babu.token }),
    (list) => expect(list[0]?.replies[0]?.user).toEqual({ name: 'Babu Raj' }),
  ],
  [
    'a writer whose account ends',
    async ({ asha }) => {
      await api.call(sendDeletionCode, {}, { token: asha.token })
      return api.call(deleteAccount, { body: { otp: api.codes.at(-1)!.code } }, { token: asha.token })
    },
    (list) => {
      expect(list[0]?.content).not.toContain('Top')
      expect(list[0]?.user).not.toEqual({ name: 'Asha' })
    },
  ],
  [
    'a comment that a server of the version before stores',
    ({ panelId, babu }) =>
      db()
        .insertInto('discussions')
        .values({ panel_id: panelId, user_id: babu.user.id, content_html: 'Old', created_at: api.clock.now() })
        .execute(),
    (list) => expect(list[0]).toMatchObject({ content: 'Old' }),
  ],
  [
    'a reply that a server of the version before deletes',
    ({ first }) =>
      db().updateTable('discussions').set({ deleted_at: api.clock.now() }).where('id', '=', first).execute(),
    (list) => expect(list[0]).toMatchObject({ replies_count: 1 }),
  ],
]

type Listed = Awaited<ReturnType<Talk['reader']['list']>>['body']['data']

describe('a reader who asks again', () => {
  test.each(changes)('is told of %s', async (_, change, expected) => {
    const scene = await talk()
    const { reader, panelId } = scene
    const etag = (await reader.list(panelId)).headers.get('etag') ?? ''
    expect((await reader.poll(panelId, etag)).status).toBe(304)
    await change(scene)
    const changed = await reader.list(panelId, etag)
    expect(changed.status).toBe(200)
    expected(changed.body.data, scene)
    expect((await reader.poll(panelId, changed.headers.get('etag') ?? '')).status).toBe(304)
  })

  test('is told of a reply that staff hide and of its coming back, each time', async () => {
    const { reader, panelId, first } = await talk()
    const seen = new Set<string | null>()
    const look = async () => {
      const { headers, body } = await reader.list(panelId)
      seen.add(headers.get('etag'))
      return body.data[0]?.replies.length
    }
    expect(await look()).toBe(2)
    for (let time = 0; time < 2; time += 1) {
      await hideComment(db(), work(), first)
      expect(await look()).toBe(1)
      await restoreComment(db(), work(), first)
      expect(await look()).toBe(2)
    }
    expect(seen.size).toBe(5)
  })

  test('is told of what was stored last and began first', async () => {
    const { reader, panelId, babu } = await talk()
    // Its id is taken before the other's, as by a call that is held up.
    const { id: held } = await db()
      .insertInto('discussions')
      .values({ panel_id: panelId, user_id: babu.user.id, content_html: 'Held up', created_at: api.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = await db().selectFrom('discussions').selectAll().where('id', '=', held).executeTakeFirstOrThrow()
    await db().deleteFrom('discussions').where('id', '=', held).execute()
    await babu.write(panelId, 'Quick')
    const etag = (await reader.list(panelId)).headers.get('etag') ?? ''
    await db().insertInto('discussions').values(row).execute()
    await countChangesOfWriter(db(), babu.user.id)
    expect((await reader.list(panelId, etag)).body.data.map(({ content }) => content)).toContain('Held up')
  })
})

describe('a page of comments', () => {
  test('is read once for all who read the panel, and anew after a change', async () => {
    const { asha, babu, reader, panelId } = await talk()
    const list = (await asha.list(panelId)).body
    const ofOthers = await statementsOf(api, async () => {
      expect((await babu.list(panelId)).body).toEqual(list)
      expect((await reader.list(panelId)).body).toEqual(list)
    })
    // Who calls, and the panel.
    expect(ofOthers).toBeLessThanOrEqual(4)
    await babu.write(panelId, 'Another')
    expect((await reader.list(panelId)).body.data).toHaveLength(2)
  })

  test('shows what a reader has reported to that reader alone', async () => {
    const { asha, babu, reader, panelId, first } = await talk()
    await asha.list(panelId)
    await reader.report(first)
    const reported = async ({ list }: typeof reader) =>
      (await list(panelId)).body.data[0]?.replies.map((reply) => reply.reported)
    expect(await reported(reader)).toEqual([true, false])
    expect(await reported(asha)).toEqual([false, false])
    expect(await reported(babu)).toEqual([false, false])
  })

  test('that cannot be read is tried again', async () => {
    const { reader, panelId } = await talk()
    expect((await reader.list(panelId, undefined, { before: 2_000_000_000 })).status).toBe(404)
    expect((await reader.list(panelId, undefined, { before: 2_000_000_000 })).status).toBe(404)
    expect((await reader.list(panelId)).status).toBe(200)
  })
})
