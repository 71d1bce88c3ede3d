import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestLearner } from '../../../../../tests/support/api/api.ts'
import { announcementFixture } from '../../../../../tests/support/scenes/announcement-fixture.ts'
import { sendDue, sendScheduled } from './send/send-announcement.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { teller, bell, browser, learners, courseOf, logged } = announcementFixture(() => api)
const words = { title: 'Class moved', message: 'To **Monday**.\nSee https://example.org/plan' }
const html =
  '<p>To <strong>Monday</strong>.<br />\nSee <a href="https://example.org/plan" rel="noopener">https://example.org/plan</a></p>'
/** Within the half hour in which a session of staff that is not used goes on. */
const later = () => api.clock.now() + 10 * MINUTE

describe('what staff tell', () => {
  it('at once reaches those it is for and nobody else, and is in the log once', async () => {
    const [asha, babu, chitra] = (await learners(3)) as [TestLearner, TestLearner, TestLearner]
    const divya = await teller('support')
    const course_id = await courseOf(asha)
    const phones = `Phone\n+91 ${asha.user.phone}\n0${chitra.user.phone}`
    const sent = [
      await divya.add({ ...words, audience: 'all' }),
      await divya.add({ ...words, audience: 'course', course_id }),
      await divya.add({ ...words, audience: 'list', csv: phones }),
      await divya.add({ ...words, audience: 'learner', mobile: babu.user.phone }),
    ]
    expect(sent.map(({ body }) => [body.state, body.message])).toEqual([
      ['sent', 'Sent to 3 learners; it is pushed to 0 browsers'],
      ['sent', 'Sent to 1 learner; it is pushed to 0 browsers'],
      ['sent', 'Sent to 2 learners; it is pushed to 0 browsers'],
      ['sent', 'Sent to 1 learner; it is pushed to 0 browsers'],
    ])
    expect([await bell(asha), await bell(babu), await bell(chitra)].map(({ length }) => length)).toEqual([3, 2, 2])
    expect((await bell(babu))[0]).toMatchObject({
      title: words.title,
      message: html,
      action: null,
      kind: 'announcements',
    })
    const entries = (await logged()).slice(-4)
    expect(entries.map(({ action, subject, learners }) => [action, subject, learners])).toEqual([
      ['notification sent', `notification ${sent[0]!.body.id}`, []],
      ['notification sent', `notification ${sent[1]!.body.id}`, []],
      ['notification sent', `notification ${sent[2]!.body.id}`, [asha.user.id, chitra.user.id]],
      ['notification sent', `notification ${sent[3]!.body.id}`, [babu.user.id]],
    ])
    expect(entries[2]).toMatchObject({
      who: divya.name,
      after: { title: words.title, to: 'list', told: 2, learners: 2 },
    })
  })

  it('is refused by field, and nothing is stored', async () => {
    const divya = await teller('owner')
    const errors = async (given: object) =>
      (await divya.add({ ...words, audience: 'all', ...given })).body.errors as Record<string, string>
    expect(await errors({ title: ' ' })).toEqual({ title: 'A title is needed' })
    expect(await errors({ message: ' ' })).toEqual({ message: 'A message is needed' })
    expect(await errors({ message: 'x\n# Big' })).toEqual({ message: expect.stringMatching(/^Line 2: headings/) })
    expect(await errors({ message: '![a](media/a.png)' })).toEqual({ message: expect.stringMatching(/^Line 1: files/) })
    expect(await errors({ image: 'https://example.org/a.png' })).toHaveProperty('image')
    expect(await errors({ action: 'general' })).toEqual({
      target: 'Please enter a page such as /courses, or an address with https://',
    })
    expect(await errors({ action: 'general', target: 'javascript:x' })).toHaveProperty('target')
    expect(await errors({ action: 'course_details' })).toEqual({ target: 'Please choose a course' })
    expect(await errors({ action: 'ca_details', target: '77' })).toHaveProperty('target')
    expect(await errors({ audience: 'course' })).toEqual({ course_id: 'Please choose a course' })
    expect(await errors({ audience: 'list' })).toEqual({ csv: 'Please paste phones, or choose a file' })
    expect(await errors({ audience: 'list', csv: 'phone\n12345\n9999999999' })).toEqual({
      csv: '2 lines cannot be used, the first is line 2. Nothing was done.',
    })
    expect(await errors({ audience: 'learner' })).toEqual({ mobile: 'Please enter a phone' })
    expect(await errors({ audience: 'learner', mobile: 'Asha' })).toEqual({ mobile: 'Invalid phone number' })
    expect(await errors({ audience: 'learner', mobile: '9999999999' })).toEqual({
      mobile: 'No learner has this phone number',
    })
    expect(await errors({ send_at: api.clock.now() - HOUR })).toEqual({ send_at: 'This time has passed' })
    expect(await errors({ send_at: api.clock.now() + 400 * DAY })).toEqual({ send_at: 'At most a year ahead' })
    expect((await divya.add({ ...words, audience: 'course', course_id: 77 })).status).toBe(404)
    expect(await divya.list()).toEqual([])
    expect(await logged()).toEqual([])
  })

  it('leads where its button says; what has one page alone needs no target', async () => {
    const asha = await api.learner()
    const divya = await teller('author')
    const target = String(await courseOf())
    await divya.add({ ...words, audience: 'all', action: 'course_details', target })
    await divya.add({ ...words, audience: 'all', action: 'live_details' })
    await divya.add({ ...words, audience: 'all', action: 'ca_details' })
    expect((await bell(asha)).map(({ action }) => action?.href)).toEqual([
      '/news',
      '/live-classes',
      `/courses/${target}`,
    ])
  })

  it('sent twice by one click is told once', async () => {
    const asha = await api.learner()
    const divya = await teller('owner')
    const [one, two] = [
      await divya.add({ ...words, audience: 'all' }, 'a-click'),
      await divya.add({ ...words, audience: 'all' }, 'a-click'),
    ]
    expect(two.body).toEqual(one.body)
    expect(await bell(asha)).toHaveLength(1)
  })

  it('looks in the preview as it is stored, however it is typed', async () => {
    const asha = await api.learner()
    const divya = await teller('support')
    const hostile = { title: 'A <b>title</b>', message: '<img src=x onerror=alert(1)> [a](/b) **c** $5 https://x.org' }
    const { shown, problem, warnings } = await divya.preview(hostile)
    expect([problem, warnings]).toEqual([null, [expect.stringMatching(/^Line 1: HTML such as <img /)]])
    await divya.add({ ...hostile, audience: 'all' })
    const [told] = await bell(asha)
    expect(shown).toMatchObject({ title: told!.title, message: told!.message, action: null })
    expect(shown.message).not.toContain('<img')
    expect(shown.pushed.body).toBe('<img src=x onerror=alert(1)> a c $5 https://x.org')
    expect(await divya.preview({ title: '', message: '# x', action: 'general' })).toMatchObject({
      problem: expect.stringMatching(/^Line 1/),
      shown: { action: null },
    })
  })

  it('is counted ahead: learners, browsers that want it, lines that name nobody', async () => {
    const [asha, babu] = (await learners(2)) as [TestLearner, TestLearner]
    const course_id = await courseOf(asha)
    await browser(asha)
    await browser(asha)
    await browser(babu, { wants: false })
    const divya = await teller('support')
    expect(await divya.reach({ audience: 'all' })).toEqual({ learners: 2, browsers: 2, more_browsers: false, bad: [] })
    expect(await divya.reach({ audience: 'course', course_id })).toMatchObject({ learners: 1, browsers: 2 })
    expect(await divya.reach({ audience: 'list', csv: `${babu.user.phone}\nx1` })).toMatchObject({
      ...{ learners: 1, browsers: 0 },
      bad: [{ line: 2, phone: 'x1', why: 'not_a_phone' }],
    })
    const { id } = (await divya.add({ ...words, audience: 'learner', mobile: asha.user.phone, send_at: later() })).body
    expect(await divya.reach({ audience: 'learner', id })).toMatchObject({ learners: 1, browsers: 2 })
  })
})

describe('what is scheduled', () => {
  it('is told when its time comes, also when no server ran then, and once', async () => {
    const [asha, babu] = (await learners(2)) as [TestLearner, TestLearner]
    const divya = await teller('owner')
    const { id } = (await divya.add({ ...words, audience: 'list', csv: asha.user.phone, send_at: later() })).body
    expect(await sendDue(api.services)).toBe(0)
    expect(await bell(asha)).toEqual([])
    api.clock.advance(25 * MINUTE)
    expect(await Promise.all([sendDue(api.services), sendDue(api.services)])).toContain(1)
    expect(await sendDue(api.services)).toBe(0)
    expect([(await bell(asha)).length, (await bell(babu)).length]).toEqual([1, 0])
    expect((await divya.show(id)).body).toMatchObject({ state: 'sent', sent_at: api.clock.now(), counts: { told: 1 } })
  })

  it('is told whole or not at all: what was cut off is scheduled still', async () => {
    const [asha, babu] = (await learners(2)) as [TestLearner, TestLearner]
    const divya = await teller('owner')
    const csv = `${asha.user.phone}\n${babu.user.phone}`
    const { id } = (await divya.add({ ...words, audience: 'list', csv, send_at: later() })).body
    const other = (await divya.add({ ...words, title: 'Other', audience: 'all', send_at: later() })).body
    // Something in its place: the sending fails in the middle.
    const taken = `announcement:${id}:${babu.user.id}`
    const { db } = api.services
    const row = { kind: 'tickets', title: 'x', message_html: 'x', click_action: 'general', created_at: 1 } as const
    await db
      .insertInto('notifications')
      .values({ ...row, key: taken, user_id: null, course_id: null, image: null, target_id: null, expires_at: 2 })
      .execute()
    api.clock.advance(10 * MINUTE)
    expect(await sendDue(api.services), 'the other').toBe(1)
    expect((await bell(asha)).map(({ title }) => title)).toEqual(['Other'])
    expect((await divya.show(id)).body).toMatchObject({ state: 'scheduled', counts: null })
    await db.deleteFrom('notifications').where('key', '=', taken).execute()
    expect(await sendDue(api.services)).toBe(1)
    expect([(await bell(asha)).length, (await bell(babu)).length]).toEqual([2, 2])
    expect((await divya.show(other.id)).body.state).toBe('sent')
  })

  it('can be changed, cancelled and scheduled again until it is sent; each knows what it was made from', async () => {
    const [asha, babu] = (await learners(2)) as [TestLearner, TestLearner]
    const [divya, manu] = [await teller('owner'), await teller('support')]
    const at = later()
    const first = (await divya.add({ ...words, audience: 'list', csv: asha.user.phone, send_at: at })).body
    const { id } = first
    const changed = await manu.change({
      id,
      version: first.version,
      ...words,
      title: 'Mine',
      audience: 'list',
      send_at: at,
    })
    expect((await divya.show(id)).body, 'the list stays').toMatchObject({ title: 'Mine', learners: 1 })
    const second = await divya.change({ id, version: first.version, ...words, audience: 'all', send_at: at })
    expect(second.body).toMatchObject({
      code: 'edited',
      errors: {
        title: 'Mine',
        audience: 'list',
        send_at: String(at),
        version: String(changed.body.version),
        changed_by: manu.name,
      },
    })
    expect((await divya.cancel(id, first.version)).body.code).toBe('edited')
    const cancelled = await divya.cancel(id, changed.body.version)
    api.clock.advance(MINUTE)
    expect(cancelled.body.state).toBe('cancelled')
    expect((await divya.send(id, cancelled.body.version)).body.code).toBe('conflict')
    const again = await divya.restore(id, cancelled.body.version)
    expect(again.body.state).toBe('scheduled')
    const csv = babu.user.phone
    const other = await divya.change({ id, version: again.body.version, ...words, audience: 'list', csv, send_at: at })
    expect((await divya.send(id, other.body.version)).body.message).toBe(
      'Sent to 1 learner; it is pushed to 0 browsers',
    )
    expect([(await bell(asha)).length, (await bell(babu)).length]).toEqual([0, 1])
    expect((await divya.cancel(id, other.body.version)).body).toMatchObject({
      code: 'conflict',
      message: 'It has been sent meanwhile',
    })
    expect((await divya.cancel(999, 1)).status).toBe(404)
    expect((await logged()).map(({ action }) => action)).toEqual(
      ['scheduled', 'changed', 'cancelled', 'restored', 'changed', 'sent'].map((did) => `notification ${did}`),
    )
    expect(await sendDue(api.services)).toBe(0)
  })

  it('and cancelled is not scheduled again once its time has passed', async () => {
    const divya = await teller('owner')
    const { id, version } = (await divya.add({ ...words, audience: 'all', send_at: later() })).body
    const cancelled = (await divya.cancel(id, version)).body
    api.clock.advance(10 * MINUTE)
    expect((await divya.restore(id, cancelled.version)).body.code).toBe('conflict')
    expect(await sendDue(api.services)).toBe(0)
    // Nor by a server that found it scheduled a moment ago.
    const { db } = api.services
    const sent = db.transaction().execute((tx) => sendScheduled(tx, { id, now: api.clock.now() }))
    expect(await sent).toBeUndefined()
  })
})
