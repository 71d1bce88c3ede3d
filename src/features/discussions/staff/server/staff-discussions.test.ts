import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registerOrLogin } from '#features/auth/auth.contract.ts'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { deleteAccount, sendDeletionCode } from '#features/profile/profile.contract.ts'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { deskFixture } from '../../../../../tests/support/scenes/desk-fixture.ts'
import { discussionFixture } from '../../../../../tests/support/scenes/discussion-fixture.ts'
import { moderatorFixture } from '../../../../../tests/support/scenes/moderator-fixture.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { newPanel, member, seedComments } = discussionFixture(() => api)
const { moderator } = moderatorFixture(() => api)
const { logged } = deskFixture(() => api)

/** A course with a comment of Asha's, and two others who read it. */
async function discussed(words = 'Why is it 7?') {
  const { courseId, panelId } = await newPanel()
  const [asha, babu, chitra] = [
    await member(courseId, 30 * DAY, 'Asha'),
    await member(courseId, 30 * DAY, 'Babu'),
    await member(courseId),
  ]
  const { id } = (await asha.write(panelId, words)).body.data
  return { courseId, panelId, asha, babu, chitra, id }
}
const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)
const told = async ({ token }: { token: string }) =>
  (await api.call(listNotifications, {}, { token })).body.data.map(({ title }) => title)

describe('a reply of somebody of the staff', () => {
  it('stands under their name with the badge of mentors, and is told to the learner', async () => {
    const { asha, panelId, id } = await discussed()
    const lekha = await moderator()
    expect((await lekha.threads({ show: 'unanswered' })).data).toMatchObject([{ id, answered: false, replies: 0 }])
    const { body } = await lekha.reply(id, ' See https://example.org <b>now</b> ')
    const [thread] = (await asha.list(panelId)).body.data
    expect(thread?.replies).toMatchObject([
      { id: body.reply_id, role: 'mentor', user: { name: lekha.name }, content: expect.stringContaining('&lt;b&gt;') },
    ])
    expect(await told(asha)).toEqual([`${lekha.name} (mentor) replied to you`])
    expect(await logged()).toMatchObject([
      { action: 'comment answered', subject: `comment ${id}`, after: { reply: body.reply_id, name: lekha.name } },
    ])
    expect(ids(await lekha.threads({ show: 'unanswered' }))).toEqual([])
    expect((await lekha.threads()).data[0]).toMatchObject({ id, answered: true, replies: 1 })
  })

  it('to a reply goes below the same comment, and sent twice is there once', async () => {
    const { asha, babu, panelId, id } = await discussed()
    const lekha = await moderator()
    const reply = (await babu.write(panelId, 'Me too', id)).body.data.id
    const [one, two] = [
      await lekha.reply(reply, 'Both of you', 'a-click'),
      await lekha.reply(reply, 'Both of you', 'a-click'),
    ]
    expect(two.body).toEqual(one.body)
    expect((await asha.list(panelId)).body.data[0]?.replies.map((of) => [of.id, of.parent_id])).toEqual([
      [reply, id],
      [one.body.reply_id, id],
    ])
    // Asha was told of Babu's reply as well.
    expect([(await told(asha)).length, (await told(babu)).length]).toEqual([2, 1])
  })

  it('is under a row of its own that nobody logs in to, and has the name that they have now', async () => {
    const { asha, panelId, id } = await discussed()
    const { db } = api.services
    const lekha = await moderator()
    await lekha.reply(id, 'One')
    const etag = (await asha.list(panelId)).headers.get('etag')!
    await db.updateTable('staff').set({ name: 'Lekha Varma' }).where('id', '=', lekha.id).execute()
    await lekha.reply(id, 'Two')
    expect((await asha.poll(panelId, etag)).status).toBe(200)
    const replies = (await asha.list(panelId)).body.data[0]!.replies
    expect(replies.map(({ user }) => user.name)).toEqual(['Lekha Varma', 'Lekha Varma'])
    const rows = await db.selectFrom('users').selectAll().where('staff_id', '=', lekha.id).execute()
    expect(rows).toMatchObject([{ id: replies[0]!.user_id, role: 'mentor', verified_at: null }])
    // The codes of a log-in go to phones.
    const { country_code, phone } = rows[0]!
    for (const mobile of [phone, phone.replace(/\D/g, '')])
      expect((await api.call(registerOrLogin, { body: { mobile, device: 'web', country_code } })).status).toBe(422)
    expect(api.codes).toEqual([])
  })

  it('of one person twice at once makes one row', async () => {
    const { id } = await discussed()
    const lekha = await moderator()
    const both = await Promise.all([lekha.reply(id, 'One'), lekha.reply(id, 'Two')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const rows = await api.services.db.selectFrom('users').select('id').where('staff_id', 'is not', null).execute()
    expect(rows).toHaveLength(1)
  })

  it('is refused without words, below what is gone, and of whoever only moderates', async () => {
    const { asha, id } = await discussed()
    const [lekha, divya] = [await moderator(), await moderator('support')]
    expect((await lekha.reply(id, ' ')).body.errors).toEqual({ content: 'Please enter a reply' })
    expect((await divya.reply(id, 'x')).body.code).toBe('wrong_role')
    expect((await divya.show(id)).body.may_reply).toBe(false)
    await asha.remove(id)
    expect((await lekha.reply(id, 'x')).status).toBe(404)
    expect(await logged()).toEqual([])
  })

  it('is hidden and restored like any other, and nobody is told', async () => {
    const { asha, panelId, id } = await discussed()
    const lekha = await moderator()
    const { reply_id: own } = (await lekha.reply(id, 'Wrong')).body
    expect((await lekha.hide(own)).status).toBe(200)
    expect((await asha.list(panelId)).body.data[0]?.replies).toEqual([])
    expect(await api.services.db.selectFrom('notifications').select('title').execute()).toEqual([])
    expect((await lekha.restore(own)).status).toBe(200)
    const rows = await api.services.db.selectFrom('audit_learners').select('user_id').distinct().execute()
    expect(rows).toEqual([{ user_id: asha.user.id }])
    const mentor = (await lekha.show(id)).body.comments[1]!.writer
    expect(mentor).toMatchObject({ staff: true, role: 'mentor' })
    expect((await lekha.mute(mentor.id)).status).toBe(404)
  })
})

describe('moderation', () => {
  it('hides a comment and, when that was a slip, has it and its reports back', async () => {
    const { asha, babu, panelId, id } = await discussed()
    const divya = await moderator('support')
    await babu.report(id)
    expect((await divya.hide(id)).status).toBe(200)
    expect((await asha.list(panelId)).body.data).toEqual([])
    expect([(await divya.reports()).waiting, ids(await divya.threads({ show: 'hidden' }))]).toEqual([0, [id]])
    expect((await divya.restore(id, true)).status).toBe(200)
    expect((await asha.list(panelId)).body.data).toHaveLength(1)
    expect(await told(asha)).toEqual([])
    expect((await divya.reports()).data).toMatchObject([{ id, waiting: 1 }])
    expect((await divya.restore(id)).body.code).toBe('conflict')
    expect((await logged()).map(({ action }) => action)).toEqual(['comment hidden', 'comment restored'])
  })

  it('restores what was hidden for a while without its old reports', async () => {
    const { babu, id } = await discussed()
    const divya = await moderator('support')
    await babu.report(id)
    await divya.hide(id)
    await divya.restore(id)
    expect((await divya.reports()).waiting).toBe(0)
  })

  it('keeps a comment, and takes that back', async () => {
    const { babu, chitra, id } = await discussed()
    const divya = await moderator('support')
    await babu.report(id)
    const kept = await divya.keep(id)
    expect(kept.body).toMatchObject({ reports: 1, settled_at: api.clock.now() })
    api.clock.advance(MINUTE)
    await chitra.report(id)
    await divya.keep(id)
    expect((await divya.unkeep(id, kept.body.settled_at)).body.reports).toBe(1)
    expect((await divya.unkeep(id, kept.body.settled_at)).body.code).toBe('conflict')
    expect((await divya.reports()).data).toMatchObject([{ id, reports: 2, waiting: 1 }])
    expect((await logged()).map(({ action }) => action)).toEqual([
      'comment kept',
      'comment kept',
      'comment kept no more',
    ])
  })

  it('deletes with a reason alone, for good', async () => {
    const { id, babu, panelId } = await discussed()
    const divya = await moderator('support')
    expect((await divya.remove(id, ' ')).body.errors).toEqual({ reason: 'A reason is needed' })
    expect((await divya.remove(id)).status).toBe(200)
    expect((await babu.list(panelId)).body.data).toEqual([])
    expect((await divya.restore(id)).body.code).toBe('conflict')
    expect((await divya.show(id)).status).toBe(404)
    expect(ids(await divya.threads())).toEqual([])
  })

  it('keeps replies below an erased comment out of sight when the account of its writer ends', async () => {
    const { id, asha, babu, panelId } = await discussed()
    const reply = (await babu.write(panelId, 'Reply', id)).body.data.id
    const divya = await moderator('support')
    await divya.remove(id)
    await api.call(sendDeletionCode, {}, { token: asha.token })
    const ended = await api.call(deleteAccount, { body: { otp: api.codes.at(-1)!.code } }, { token: asha.token })
    expect(ended.status).toBe(200)
    expect((await babu.list(panelId)).body.data).toEqual([])
    expect((await babu.thread(reply)).status).toBe(404)
    expect((await divya.show(id)).status).toBe(404)
  })

  it('lets a learner write no more, and again', async () => {
    const { asha, panelId, id } = await discussed()
    const lekha = await moderator()
    expect((await lekha.mute(asha.user.id)).status).toBe(200)
    expect((await lekha.mute(asha.user.id)).body.code).toBe('conflict')
    expect((await asha.write(panelId, 'x')).body.code).toBe('muted')
    expect((await lekha.show(id)).body).toMatchObject({
      comments: [{ writer: { muted: true } }],
      learner: { muted_at: api.clock.now() },
    })
    expect((await lekha.unmute(asha.user.id)).status).toBe(200)
    expect((await asha.write(panelId, 'x')).status).toBe(201)
    expect((await lekha.mute(99_999)).status).toBe(404)
  })

  it('of one comment by two people at once is done once', async () => {
    const { id } = await discussed()
    const [lekha, divya] = [await moderator(), await moderator('support')]
    const both = await Promise.all([lekha.hide(id), divya.hide(id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await logged()).toHaveLength(1)
  })
})

describe('the list of discussions', () => {
  it('is cut down by course, panel, state and words, replies included', async () => {
    const one = await discussed('Why <i>100%</i> & not 99?')
    const two = await discussed('When is the exam?')
    const lekha = await moderator()
    const found = async (query: Parameters<typeof lekha.threads>[0]) => ids(await lekha.threads(query))
    const reply = (await two.babu.write(two.panelId, 'In MARCH', two.id)).body.data.id
    expect(await found({})).toEqual([two.id, one.id])
    expect(await found({ course: one.courseId })).toEqual([one.id])
    expect(await found({ panel: two.panelId })).toEqual([two.id])
    expect(await found({ text: 'march' })).toEqual([two.id])
    expect(await found({ text: '<i>100%</I> & n' })).toEqual([one.id])
    expect(await found({ text: '%' })).toEqual([one.id])
    expect((await lekha.threads({ course: one.courseId })).data[0]?.words).toBe('Why <i>100%</i> & not 99?')
    await one.babu.report(one.id)
    await two.asha.report(reply)
    expect(await found({ show: 'reported' })).toEqual([two.id, one.id])
    await lekha.hide(reply)
    expect(await found({ show: 'reported' })).toEqual([one.id])
    expect(await found({ show: 'hidden' })).toEqual([two.id])
    expect((await lekha.threads({ show: 'hidden' })).data[0]).toMatchObject({ sight: 'shown', hidden: 1, replies: 0 })
  })

  it('is read page by page, each thread once', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId)
    const lekha = await moderator()
    const all = await seedComments(
      panelId,
      asha.user.id,
      Array.from({ length: 101 }, () => null),
    )
    // Of three that were written in one moment a page ends with the second.
    for (const [at, id] of all.entries())
      await api.services.db
        .updateTable('discussions')
        .set({ created_at: 1000 - Math.floor(at / 3) })
        .where('id', '=', id)
        .execute()
    const read: number[] = []
    let after: string | undefined
    do {
      const page = await lekha.threads({ after })
      read.push(...ids(page))
      after = page.next ?? undefined
    } while (after)
    const at = (id: number) => Math.floor(all.indexOf(id) / 3)
    expect(read).toEqual(all.toSorted((one, other) => at(one) - at(other) || other - one))
  })
})

describe('a thread as staff see it', () => {
  it('has hidden replies, reports with who made them, and the facts of its learner', async () => {
    const hostile = '<script>alert(1)</script>'
    const { asha, babu, chitra, panelId, courseId, id } = await discussed(hostile)
    const lekha = await moderator()
    const reply = (await babu.write(panelId, 'Rude', id)).body.data.id
    const gone = (await babu.write(panelId, 'Taken back', id)).body.data.id
    await babu.remove(gone)
    await asha.report(reply)
    await chitra.report(reply)
    await lekha.hide(reply)
    const { body } = await lekha.show(reply)
    expect(body).toMatchObject({ id, replies: 0, course: { id: courseId }, may_reply: true })
    expect(body.comments).toMatchObject([
      { id, content: '&lt;script&gt;alert(1)&lt;/script&gt;', sight: 'shown', reports: [] },
      {
        id: reply,
        sight: 'hidden',
        writer: { name: 'Babu', role: 'learner', staff: false },
        reports: [
          { by: 'Asha', at: api.clock.now(), settled_at: api.clock.now() },
          { by: chitra.user.name, settled_at: api.clock.now() },
        ],
      },
    ])
    // Mentors do not telephone.
    expect(body.learner).toMatchObject({ id: asha.user.id, name: 'Asha', phone: null, courses: [{ id: courseId }] })
    const divya = await moderator('support')
    expect((await divya.show(id)).body.learner?.phone).toBe(`+91 ${asha.user.phone}`)
  })

  it('whose writer deleted the comment has the replies, to be moderated and answered', async () => {
    const { asha, babu, chitra, panelId, id } = await discussed('Secret')
    const lekha = await moderator()
    const reply = (await babu.write(panelId, 'Rude', id)).body.data.id
    await chitra.report(reply)
    await asha.remove(id)
    expect((await lekha.threads({ show: 'reported' })).data).toMatchObject([
      { id, words: 'Comment deleted', sight: 'deleted', replies: 1, reports: 1 },
    ])
    const { body } = await lekha.show(reply)
    expect(body.comments).toMatchObject([
      { id, content: 'Comment deleted', sight: 'deleted' },
      { id: reply, sight: 'shown' },
    ])
    expect((await lekha.hide(id)).status).toBe(409)
    await lekha.hide(reply)
    expect(ids(await lekha.threads())).toEqual([])
    expect((await chitra.list(panelId)).body.data).toEqual([])
    await lekha.restore(reply)
    expect(ids(await lekha.threads())).toEqual([id])
    expect((await lekha.reply(reply, 'Please stay polite')).status).toBe(200)
    expect((await chitra.list(panelId)).body.data).toMatchObject([{ id, replies_count: 2 }])
    // What must not be kept goes with its replies, as ever.
    await lekha.remove(id)
    expect((await chitra.list(panelId)).body.data).toEqual([])
    expect((await lekha.show(reply)).status).toBe(404)
  })

  it('whose comment staff hide has its replies out of sight with it', async () => {
    const { babu, chitra, panelId, id } = await discussed()
    const lekha = await moderator()
    const reply = (await babu.write(panelId, 'Because', id)).body.data.id
    await lekha.hide(id)
    expect((await chitra.list(panelId)).body.data).toEqual([])
    expect((await chitra.thread(reply)).status).toBe(404)
    expect((await chitra.write(panelId, 'Why?', reply)).status).toBe(404)
  })

  it('says that the account of its writer has ended', async () => {
    const { asha, babu, panelId, id } = await discussed()
    const lekha = await moderator()
    await babu.write(panelId, 'Because', id)
    await api.services.db.updateTable('users').set({ deleted_at: 5 }).where('id', '=', asha.user.id).execute()
    const divya = await moderator('support')
    expect((await divya.show(id)).body.learner).toMatchObject({ ended_at: 5, phone: null })
    expect((await lekha.mute(asha.user.id)).status).toBe(404)
  })
})

describe('reports', () => {
  it('that wait come first, the oldest of them, and page by page', async () => {
    const { db } = api.services
    const { babu, panelId, asha } = await discussed()
    const divya = await moderator('support')
    const all = await seedComments(
      panelId,
      asha.user.id,
      Array.from({ length: 101 }, () => null),
    )
    await db
      .insertInto('discussion_reports')
      .values(all.map((discussion_id, at) => ({ discussion_id, user_id: babu.user.id, created_at: 100 + (at % 3) })))
      .execute()
    const expected = all
      .map((id, at) => ({ id, at: at % 3 }))
      .sort((one, other) => one.at - other.at || one.id - other.id)
      .map(({ id }) => id)
    const read = async (show: 'waiting' | 'settled') => {
      const found: number[] = []
      let after: string | undefined
      do {
        const page = await divya.reports({ show, after })
        found.push(...ids(page))
        after = page.next ?? undefined
      } while (after)
      return found
    }
    expect([await read('waiting'), (await divya.reports()).waiting]).toEqual([expected, 101])
    await db.updateTable('discussion_reports').set({ settled_at: 5 }).execute()
    expect([await read('waiting'), await read('settled')]).toEqual([[], expected.toReversed()])
  })

  it('of what is gone wait no more', async () => {
    const { asha, babu, id } = await discussed('Rude <b>words</b>')
    const divya = await moderator('support')
    await babu.report(id)
    expect((await divya.reports()).data).toMatchObject([
      {
        id,
        words: 'Rude <b>words</b>',
        reports: 1,
        waiting: 1,
        sight: 'shown',
        writer: { name: 'Asha', muted: false },
      },
    ])
    await asha.remove(id)
    expect((await divya.reports()).data).toEqual([])
    expect((await divya.reports({ show: 'settled' })).data).toMatchObject([{ id, sight: 'deleted' }])
  })
})
