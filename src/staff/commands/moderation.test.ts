import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logOut } from '#features/auth/auth.contract.ts'
import { makeCalendarFeed } from '#features/live-classes/live-classes.contract.ts'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { announceContent } from '../../../tests/support/scenes/catalogue-fixture.ts'
import { typeCommand } from '../../../tests/support/api/command.ts'
import { discussionFixture } from '../../../tests/support/scenes/discussion-fixture.ts'
import { logInCalls } from '../../../tests/support/scenes/log-in-calls.ts'
import { staff as staffCommand } from '../staff.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  // The command has the real clock.
  api.clock.set(Date.now())
})
afterEach(() => api.close())

const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)
const because = (text: string) => ['--reason', text, '--as', 'Divya']
const { newPanel, member } = discussionFixture(() => api)
const { send, verify } = logInCalls(() => api)
const long = 3650 * DAY

const told = async ({ token }: { token: string }) => (await api.call(listNotifications, {}, { token })).body.data

describe('comments that learners report', () => {
  it('wait in a list, the oldest first, until somebody keeps or hides them', async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, babu, chitra] = [
      await member(courseId, long, 'Asha'),
      await member(courseId, long),
      await member(courseId, long),
    ]
    expect((await staff('reports')).out).toBe('No reports are waiting\n')
    const fair = (await asha.write(panelId, 'A fair question')).body.data.id
    const rude = (await asha.write(panelId, 'Rude <b>words</b>')).body.data.id
    await babu.report(fair)
    api.clock.advance(60_000)
    await babu.report(rude)
    await chitra.report(rude)

    const listed = (await staff('reports')).out
    expect(listed).toMatch(/^COMMENT +REPORTED +TIMES +STATE +COURSE +BY +PHONE +WORDS\n/)
    const [, first, second] = listed.split('\n')
    expect(first).toMatch(
      new RegExp(`^${fair} .* 1 +waiting +Discussed +Asha +\\+91 ${asha.user.phone} +A fair question$`),
    )
    expect(second).toMatch(new RegExp(`^${rude} .* 2 +waiting .*Rude <b>words</b>$`))
    expect(listed).toMatch(/\n2 reported comments\n$/)

    expect((await staff('discussion', 'keep', String(fair), ...because('fine'))).out).toBe(
      `Comment ${fair} stays; 1 report is settled\n`,
    )
    expect((await staff('discussion', 'hide', String(rude), ...because('rude'))).err).toBe('')
    expect((await staff('reports')).out).toBe('No reports are waiting\n')
    expect((await staff('reports', '--all')).out).toMatch(
      new RegExp(`\n${rude} .* 2 +hidden .*\n${fair} .* 1 +shown .*\n\n2 reported comments\n$`),
    )
    expect((await asha.list(panelId)).body.data.map(({ id }) => id)).toEqual([fair])
    // Somebody else may find fault with what was kept.
    await chitra.report(fair)
    expect((await staff('reports')).out).toContain(`\n${fair} `)
    // What its writer takes back needs nobody any more.
    await asha.remove(fair)
    expect((await staff('reports')).out).toBe('No reports are waiting\n')
    expect((await staff('reports', '--all')).out).toMatch(/\n2 reported comments\n$/)
    expect(await staff('discussion', 'keep', String(rude), ...because('x'))).toMatchObject({
      code: 1,
      err: `No report of comment ${rude} is waiting\n`,
    })
  })

  it('that are hidden are gone for all with their replies, their writer is told, and come back whole', async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, babu] = [await member(courseId, long, 'Asha'), await member(courseId, long)]
    const top = (await asha.write(panelId, 'Buy <i>my</i> notes')).body.data.id
    const reply = (await babu.write(panelId, 'How much?', top)).body.data.id
    const other = (await babu.write(panelId, 'Another comment')).body.data.id
    const before = (await babu.list(panelId)).body.data
    expect((await staff('discussion', 'hide', String(top), ...because('advertising'))).out).toBe(
      `Comment ${top} is hidden, its replies with it. Back: npm run staff -- discussion restore ${top}\n`,
    )
    for (const reader of [asha, babu]) {
      expect((await reader.list(panelId)).body.data.map(({ id }) => id)).toEqual([other])
    }
    for (const answer of [await babu.write(panelId, 'x', top), await babu.report(top), await babu.remove(reply)]) {
      expect(answer.status).toBe(404)
    }
    expect((await told(asha))[0]).toMatchObject({
      title: 'Your comment is hidden from others',
      message: expect.stringContaining('<blockquote>Buy &lt;i&gt;my&lt;/i&gt; notes</blockquote>'),
      action: { href: `/my-courses/${courseId}?tab=discussions` },
    })
    expect((await staff('discussions')).out).not.toContain('my notes')
    expect((await staff('discussion', 'show', String(reply))).out).toMatch(/, hidden\n {4}Buy <i>my<\/i> notes\n/)
    expect(await staff('discussion', 'hide', String(top), ...because('again'))).toMatchObject({
      code: 1,
      err: `Comment ${top} is hidden already\n`,
    })

    expect((await staff('discussion', 'restore', String(top), ...because('they asked'))).out).toBe(
      `Comment ${top} is shown again\n`,
    )
    expect((await babu.list(panelId)).body.data).toEqual(before)
    expect((await told(asha)).filter(({ kind }) => kind === 'announcements')).toEqual([])
    expect((await staff('discussion', 'restore', String(top), ...because('x'))).err).toBe(
      `Comment ${top} is shown, not hidden\n`,
    )
  })

  it('that are hidden and restored are seen by browsers that ask for what is new', async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, babu] = [await member(courseId, long), await member(courseId, long)]
    const [one, two] = [
      (await asha.write(panelId, 'One')).body.data.id,
      (await asha.write(panelId, 'Two')).body.data.id,
    ]
    await staff('discussion', 'hide', String(one), ...because('x'))
    const etag = (await babu.list(panelId)).headers.get('etag') ?? ''
    await staff('discussion', 'restore', String(one), ...because('x'))
    // As many are out of sight as before, but not the same.
    await staff('discussion', 'hide', String(two), ...because('x'))
    const asked = await babu.poll(panelId, etag)
    expect(asked.status).toBe(200)
    expect(await asked.text()).toContain('One')
  })

  it('that are deleted lose their words for good, and the log does not keep them', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId, long, 'Asha')
    const named = { 'idempotency-key': 'mine' }
    const { id } = (await asha.write(panelId, 'Call me at qwerty', undefined, named)).body.data
    await staff('discussion', 'hide', String(id), ...because('a phone'))
    expect((await staff('discussion', 'delete', String(id), ...because('a phone number'))).code).toBe(0)
    const rows = await Promise.all(
      (['discussions', 'staff_log', 'notifications', 'creation_replies'] as const).map((table) =>
        api.services.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(rows)).not.toContain('qwerty')
    expect((await told(asha)).map(({ title }) => title)).toEqual(['Your comment was deleted'])
    expect((await staff('discussion', 'restore', String(id), ...because('x'))).err).toBe(
      `Comment ${id} is deleted, not hidden\n`,
    )
    expect((await staff('discussion', 'delete', String(id), ...because('x'))).err).toBe(
      `The words of comment ${id} are gone already\n`,
    )
    expect((await staff('discussion', 'delete', '999999', ...because('x'))).err).toBe('There is no such comment\n')
  })
})

describe('a learner who is blocked', () => {
  it('is logged out at once, and learns at the log-in why and whom to call', async () => {
    await announceContent(api.services.db, { phone: '0471 2345678' })
    const learner = await api.learner({ name: 'Asha' })
    const status = async () => (await api.call(listNotifications, {}, { token: learner.token })).status
    const { url } = (await api.call(makeCalendarFeed, {}, { token: learner.token })).body
    const address = new URL(url!).pathname
    expect([await status(), (await api.request(address)).status]).toEqual([200, 200])
    expect(await staff('account', 'block', learner.user.phone, ...because('sold answers'))).toEqual({
      code: 0,
      out: `+91 ${learner.user.phone} can no longer log in, and is logged out of 1 device\n`,
      err: '',
    })
    expect([await status(), (await api.request(address)).status]).toEqual([401, 404])
    // Whoever only knows the phone learns nothing.
    const sent = await send(learner.user.phone)
    expect(sent).toMatchObject({ status: 200, body: { user_exsist: true } })
    const refused = await verify(sent.body.user_id, sent.code)
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({
        code: 'blocked',
        message:
          'This account is blocked, so you cannot log in. If you think this is a mistake, please call 0471 2345678.',
      }),
    ])
    expect(refused.headers.getSetCookie()).toEqual([])
    const { db } = api.services
    const { last_logged_on } = await db
      .selectFrom('users')
      .select('last_logged_on')
      .where('id', '=', learner.user.id)
      .executeTakeFirstOrThrow()
    expect(last_logged_on).toBeNull()
    // The code is used up.
    expect((await verify(sent.body.user_id, sent.code)).status).toBe(422)
    expect((await staff('account', 'block', learner.user.phone, ...because('x'))).err).toBe(
      'The learner is already blocked\n',
    )

    expect((await staff('account', 'unblock', learner.user.phone, ...because('a mistake'))).out).toBe(
      `+91 ${learner.user.phone} can log in again\n`,
    )
    const again = await send(learner.user.phone)
    expect((await verify(again.body.user_id, again.code)).status).toBe(200)
    expect((await api.request(address)).status).toBe(200)
  })

  it('from discussions alone reads them and does all else, and writes nothing', async () => {
    const { courseId, panelId } = await newPanel()
    const asha = await member(courseId, long, 'Asha')
    await asha.write(panelId, 'Before')
    await staff('account', 'block', asha.user.phone, '--discussions', ...because('insults'))
    const refused = await asha.write(panelId, 'After')
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You cannot write in discussions any more. If you think this is a mistake, please contact support.',
    ])
    expect((await asha.list(panelId)).body.data).toHaveLength(1)
    expect((await api.call(listNotifications, {}, { token: asha.token })).status).toBe(200)
    expect((await staff('account', 'unblock', asha.user.phone, ...because('x'))).err).toBe(
      'The learner is not blocked\n',
    )
    await staff('account', 'unblock', asha.user.phone, '--discussions', ...because('time served'))
    expect((await asha.write(panelId, 'Again')).status).toBe(201)
  })
})

describe('the log of what staff did', () => {
  it('says who did what, when, to what, and why, of all or of one learner', async () => {
    const { courseId, panelId } = await newPanel()
    const [asha, babu] = [await member(courseId, long, 'Asha'), await member(courseId, long, 'Babu')]
    const { id } = (await asha.write(panelId, 'Rude')).body.data
    expect((await staff('log')).out).toBe('No entries\n')
    await staff('discussion', 'hide', String(id), ...because('rude\nand long'))
    await staff('account', 'block', babu.user.phone, '--discussions', '--reason', 'spam')
    const { out } = await staff('log')
    const [newest = '', oldest = ''] = out.split('\n\n')
    expect(newest).toMatch(
      new RegExp(
        `^2  \\d\\d-\\d\\d-\\d{4} \\d+:\\d\\d [AP]M, \\S[^:(]*: writing in discussions blocked, learner ${babu.user.id}, of Babu \\(\\+91 ${babu.user.phone}\\)\n    muted none -> \\d\\d-.*\n    spam$`,
      ),
    )
    expect(oldest).toMatch(
      new RegExp(
        `^1  .*, Divya \\(.+\\): comment hidden, comment ${id}, of Asha .*\n    comment shown -> hidden\n    rude and long$`,
      ),
    )
    expect(out).toMatch(/\n\n2 entries\n$/)
    const ofAsha = (await staff('log', '--learner', asha.user.phone)).out
    expect(ofAsha).toContain('comment hidden')
    expect(ofAsha).not.toContain('Babu')
  })

  it('takes no act without a reason, and none that it cannot keep', async () => {
    const { token, user } = await api.learner()
    const usage = 'npm run staff -- account block PHONE [--discussions] --reason TEXT [--as NAME]\n'
    for (const reason of [[], ['--reason', ' ']]) {
      const { code, err } = await staff('account', 'block', user.phone, ...reason)
      expect([code, err.endsWith(usage)]).toEqual([2, true])
    }
    expect(await staff('account', 'block', user.phone, '--reason', 'x'.repeat(501))).toMatchObject({
      code: 1,
      err: 'A reason has at most 500 characters\n',
    })
    expect((await api.call(logOut, {}, { token })).status).toBe(200)
  })
})

describe('learners, for those who look after them', () => {
  it('are listed while they are there, and shown with courses, devices and what was done', async () => {
    const { courseId } = await newPanel()
    const [asha, babu] = [await member(courseId, long, 'Asha'), await member(courseId, long, 'Babu')]
    const seen = (userId: number, at: number) =>
      api.services.db.updateTable('sessions').set({ last_seen_at: at }).where('user_id', '=', userId).execute()
    await seen(asha.user.id, Date.now() - 5 * 60_000)
    await seen(babu.user.id, Date.now() - 3 * 3_600_000)
    const now = (await staff('learner', 'active')).out
    expect(now).toMatch(new RegExp(`^ID .*\n${asha.user.id} +Asha .* 1\n\n1 learner\n$`))
    expect((await staff('learner', 'active', '--minutes', '600')).out).toMatch(/Asha[^]*Babu[^]*\n\n2 learners\n$/)
    await staff('account', 'block', asha.user.phone, '--discussions', ...because('insults'))
    const shown = (await staff('learner', 'show', asha.user.phone)).out
    expect(shown).toContain(`Learner ${asha.user.id}: Asha (may not write in discussions)\n+91 ${asha.user.phone}`)
    expect(shown).toMatch(new RegExp(`\nCOURSE +TITLE +UNTIL\n${courseId} +Discussed +\\d\\d-\\d\\d-\\d{4}\n`))
    expect(shown).toMatch(/\nLAST SEEN +SINCE +BROWSER\n/)
    expect(shown).toContain(': writing in discussions blocked, ')
  })
})
