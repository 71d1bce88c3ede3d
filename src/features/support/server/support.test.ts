import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, isoTime, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { seedCourse, seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { bomb, executable, fileOf, photo, svgWithScript } from '../../../../tests/support/packs/images.ts'
import { loseCommitAfterUpload } from '../../../../tests/support/api/lost-commit.ts'
import { testWork } from '../../../../tests/support/api/staff-work.ts'
import { underWay } from '../../../../tests/support/api/under-way.ts'
import { supportFixture } from '../../../../tests/support/scenes/support-fixture.ts'
import { answerTicket } from '../staff/server/answer-ticket.ts'
import { closeTicket } from '../staff/server/change-ticket.ts'
import { raiseTicket } from './raise-ticket.ts'
import { replyToTicket } from './reply-to-ticket.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { asker } = supportFixture(() => api)

const answer = (id: number, message = 'Here it is') =>
  answerTicket(api.services.db, testWork(api.clock.now()), { id, message, name: 'Divya' })
const close = (id: number) => closeTicket(api.services.db, testWork(api.clock.now()), { id })

/** Files that stand behind signed links. */
const kept = () => {
  try {
    return readdirSync(path.join(api.database.dataDir, 'private'))
  } catch {
    return []
  }
}

describe('a ticket', () => {
  it('is raised by the token’s learner, whoever the body names, and answered, and closed', async () => {
    const [asha, rahul] = [await asker(), await asker()]
    const raised = await asha.raise({ user_id: rahul.user.id, title: ' Receipt ', msg: 'Where?\n<b>Really</b>' })
    expect(raised).toMatchObject({ status: 200, body: { status: true, message: 'New Ticket Raised Successfully' } })
    expect((await rahul.list()).body.tickets).toMatchObject({ data: [], total: 0, next_page_url: null })
    expect((await asha.list()).body.tickets.data).toEqual([
      {
        id: raised.body.ticket_id,
        title: 'Receipt',
        mode: 'open',
        category: 'Payments and invoices',
        course: null,
        created_at: api.clock.now(),
        created_at_iso: isoTime(api.clock.now()),
        created_at_string: expect.stringMatching(/^\d\d-\d\d-\d{4} \d{1,2}:\d\d [AP]M$/),
        answered: false,
      },
    ])
    await answer(raised.body.ticket_id, 'See https://example.org')
    await close(raised.body.ticket_id)
    const { body } = await asha.read(raised.body.ticket_id)
    expect(body.ticketDetails).toMatchObject({ mode: 'closed', answered: true })
    expect(body.ticketMessages.map(({ mode, name, msg, attach }) => [mode, name, msg, attach])).toEqual([
      ['user', null, 'Where?<br>\n&lt;b&gt;Really&lt;/b&gt;', null],
      ['staff', 'Divya', 'See <a href="https://example.org" rel="noopener nofollow ugc">https://example.org</a>', null],
    ])
  })

  it('opens again when its learner answers, once for a message that is sent twice', async () => {
    const asha = await asker()
    const id = (await asha.raise()).body.ticket_id
    await close(id)
    await expect(close(id)).rejects.toMatchObject({ status: 409, message: `Ticket ${id} is already closed` })
    for (let time = 0; time < 2; time += 1) {
      expect((await asha.reply(id, 'Not yet', { request_key: 'one' })).body).toMatchObject({ status: true })
    }
    const { body } = await asha.read(id)
    expect(body.ticketDetails.mode).toBe('open')
    expect(body.ticketMessages.map(({ msg }) => msg)).toEqual(['Where is my receipt?', 'Not yet'])
  })

  it('that is sent twice, or twice at once, is one', async () => {
    const asha = await asker()
    const replies = await Promise.all([1, 2, 3].map(() => asha.raise({ request_key: 'same' })))
    expect(new Set(replies.map(({ body }) => body.ticket_id)).size).toBe(1)
    await asha.raise({ request_key: 'other' })
    expect((await asha.list()).body.tickets.total).toBe(2)
  })

  it('is nobody else’s to read or to answer', async () => {
    const [asha, rahul] = [await asker(), await asker()]
    const id = (await asha.raise()).body.ticket_id
    for (const reply of [await rahul.read(id), await rahul.reply(id, 'Hello'), await asha.read(id + 1)]) {
      expect([reply.status, reply.body.message]).toEqual([404, 'There is no such ticket'])
    }
    expect((await asha.read(id)).body.ticketMessages).toHaveLength(1)
  })

  it('answers 304 until something is new', async () => {
    const asha = await asker()
    const id = (await asha.raise()).body.ticket_id
    const etag = (await asha.messages(id)).headers.get('etag')!
    expect((await asha.messages(id, etag)).status).toBe(304)
    await answer(id)
    const answered = await asha.messages(id, etag)
    expect(answered.status).toBe(200)
    await close(id)
    expect((await asha.messages(id, answered.headers.get('etag')!)).status).toBe(200)
  })
})

describe('the list of tickets', () => {
  it('has 8 a page, the newest first', async () => {
    const asha = await asker()
    for (let number = 1; number <= 10; number += 1) {
      await asha.raise({ title: `Ticket ${number}` })
      api.clock.advance(3 * MINUTE)
    }
    const first = (await asha.list()).body.tickets
    expect(first.data.map(({ title }) => title)).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((number) => `Ticket ${number}`))
    expect(first).toMatchObject({
      total: 10,
      last_page: 2,
      next_page_url: '/api/v1/user/ticket/listuserticket?page=2&per_page=8',
    })
    const second = (await asha.list(2)).body.tickets
    expect([second.data.length, second.next_page_url]).toEqual([2, null])
  })
})

describe('a new ticket is refused with every field that is wrong', () => {
  it.each([
    [
      'nothing in it',
      { title: ' ', ticket_category_id: '', msg: '' },
      { title: 'Title is required', ticket_category_id: 'Category is required', msg: 'Description is required' },
    ],
    ['a course missing', { ticket_category_id: 3, content_id: '' }, { content_id: 'Course is required' }],
    [
      'a course that was not bought',
      { ticket_category_id: 3, content_id: 999 },
      { content_id: 'Please choose one of your courses' },
    ],
    [
      'an unknown category',
      { ticket_category_id: 99 },
      { ticket_category_id: 'Please choose a category from the list' },
    ],
    [
      'too much in it',
      { title: 'x'.repeat(501), msg: 'x'.repeat(1001) },
      { title: 'Title can have at most 500 characters', msg: 'Description can have at most 1000 characters' },
    ],
  ] as const)('with %s', async (_, body, errors) => {
    const asha = await asker()
    const reply = await asha.raise(body)
    expect([reply.status, reply.body.errors]).toEqual([422, errors])
    expect((await asha.list()).body.tickets.total).toBe(0)
  })

  it('and taken with as many characters as may be', async () => {
    const asha = await asker()
    expect((await asha.raise({ title: 'x'.repeat(500), msg: 'x'.repeat(1000) })).status).toBe(200)
  })

  it('and counts a line break as one character, as the form does, though forms send it as two', async () => {
    const asha = await asker()
    const lines = 'one line\r\n'.repeat(110)
    const { body } = await asha.raise({ msg: `${lines}end` })
    expect((await asha.read(body.ticket_id)).body.ticketMessages[0]?.msg).toBe(`${'one line<br>\n'.repeat(110)}end`)
    expect((await asha.reply(body.ticket_id, `${lines}2`)).status).toBe(200)
  })

  it('and not from an account that ended while it was on its way', async () => {
    const asha = await asker()
    const { db } = api.services
    const ctx = await underWay(api, asha)
    const ticket_id = (await asha.raise()).body.ticket_id
    await db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', asha.user.id).execute()
    const attachment = fileOf(await photo())
    const body = { title: 'Late', ticket_category_id: 2, content_id: '' as const, msg: 'Late' }
    await expect(raiseTicket(ctx, { body: { ...body, attachment } })).rejects.toMatchObject({ status: 401 })
    await expect(replyToTicket(ctx, { body: { ticket_id, msg: 'Late', attachment } })).rejects.toMatchObject({
      status: 401,
    })
    expect(await db.selectFrom('ticket_messages').select('body').execute()).toEqual([{ body: 'Where is my receipt?' }])
    expect(kept()).toEqual([])
  })

  it('a message must say something and be no longer than 1000 characters', async () => {
    const asha = await asker()
    const id = (await asha.raise()).body.ticket_id
    expect((await asha.reply(id, ' \n ')).body.errors).toEqual({ msg: 'Message is required' })
    expect((await asha.reply(id, 'x'.repeat(1001))).body.errors).toEqual({
      msg: 'Message can have at most 1000 characters',
    })
  })
})

describe('what a ticket can be about', () => {
  it('has the course category under id 3, for courses the learner has bought', async () => {
    const asha = await asker()
    const { db } = api.services
    const [active, expired, other] = [
      await seedCourse(db, { title: 'Bank PO' }),
      await seedCourse(db, { title: 'Arithmetic' }),
      await seedCourse(db, { title: 'Other' }),
    ]
    await seedEnrolment(db, { userId: asha.user.id, courseId: active.id, validFor: DAY })
    await seedEnrolment(db, { userId: asha.user.id, courseId: expired.id, validFor: -DAY })
    expect((await asha.courses()).body.course).toEqual([
      { id: expired.id, title: 'Arithmetic' },
      { id: active.id, title: 'Bank PO' },
    ])
    expect((await asha.categories()).body.category.find(({ id }) => id === 3)).toEqual({ id: 3, title: 'Course' })
    expect((await asha.raise({ ticket_category_id: 3, content_id: other.id })).status).toBe(422)
    expect((await asha.raise({ ticket_category_id: 3, content_id: active.id })).status).toBe(200)
    // Of another category the course does not matter.
    expect((await asha.raise({ ticket_category_id: 2, content_id: other.id })).status).toBe(200)
    expect((await asha.list()).body.tickets.data.map(({ course }) => course)).toEqual([null, 'Bank PO'])
  })
})

describe('a picture', () => {
  it('stays where its message was stored though the database was gone before it could say so', async () => {
    const asha = await asker()
    loseCommitAfterUpload(api)
    expect((await asha.raise({ attachment: fileOf(await photo()) })).status).toBe(503)
    const [ticket] = (await asha.list()).body.tickets.data
    const [message] = (await asha.read(ticket!.id)).body.ticketMessages
    expect((await api.request(message!.attach!)).status).toBe(200)
  })

  it('is drawn anew and opens for ten minutes, through the address its learner gets', async () => {
    const asha = await asker()
    const id = (await asha.raise({ attachment: fileOf(await photo(), '../../screen.exe') })).body.ticket_id
    await asha.reply(id, 'One more', { attachment: fileOf(await photo()) })
    const addresses = (await asha.read(id)).body.ticketMessages.map(({ attach }) => attach!)
    expect(new Set(addresses.map((address) => address.split('?')[0])).size).toBe(2)
    for (const address of addresses) {
      expect(address).toMatch(/^\/files\/[0-9a-f]{64}\.webp\?expires=\d+&filename=Ticket%20/)
      const picture = await api.request(address)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(Buffer.from(await picture.arrayBuffer()).includes('Camera of a phone')).toBe(false)
      expect((await api.request(address.replace(/\?.*/, ''))).status).toBe(403)
    }
    // Before the address ends a new one is given, though no message is new.
    const etag = (await asha.messages(id)).headers.get('etag')!
    api.clock.advance(6 * MINUTE)
    expect((await asha.messages(id, etag)).status).toBe(200)
    api.clock.advance(5 * MINUTE)
    expect((await api.request(addresses[0]!)).status).toBe(403)
  })

  it.each([
    ['an empty file', async () => Buffer.alloc(0)],
    ['a program', async () => executable],
    ['a drawing with a script', async () => svgWithScript],
    ['40 megapixels', bomb],
  ])('is refused by its field when it is %s, and nothing is kept', async (_, make) => {
    const asha = await asker()
    const refused = await asha.raise({ attachment: fileOf(await make()) })
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['attachment']])
    expect((await asha.list()).body.tickets.total).toBe(0)
    expect(kept()).toEqual([])
  })

  it('is not kept of a message that was there already', async () => {
    const asha = await asker()
    const attachment = fileOf(await photo())
    await Promise.all([1, 2].map(() => asha.raise({ attachment, request_key: 'same' })))
    expect(kept()).toHaveLength(1)
  })
})

describe('limits', () => {
  it('let a learner raise 5 tickets in ten minutes, and say when there can be more', async () => {
    const [asha, rahul] = [await asker(), await asker()]
    const replies = []
    for (let number = 1; number <= 6; number += 1) replies.push(await asha.raise())
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(replies[5]!.headers.get('retry-after')).toBe('600')
    expect(replies[5]!.body.message).toBe(
      'You have raised many tickets in a short time. Please try again in 10 minutes.',
    )
    expect((await rahul.raise()).status).toBe(200)
    api.clock.advance(10 * MINUTE)
    expect((await asha.raise()).status).toBe(200)
  })

  it('let a learner write 10 messages a minute, also when they come at once', async () => {
    const asha = await asker()
    const id = (await asha.raise()).body.ticket_id
    const replies = await Promise.all(Array.from({ length: 12 }, (_, at) => asha.reply(id, `Message ${at}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(9)
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.body.message).toBe('You are writing too fast. Please try again in 60 seconds.')
    expect((await asha.read(id)).body.ticketMessages).toHaveLength(10)
    api.clock.advance(61 * SECOND)
    expect((await asha.reply(id, 'Later')).status).toBe(200)
  })
})
