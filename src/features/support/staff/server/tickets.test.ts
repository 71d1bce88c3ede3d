import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { up as unassignOfFormerMembers } from '#db/migrations/0098-tickets-of-former-members.ts'
import { changeStaff, endStaff } from '#features/staff/server/change-staff.ts'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { DAY, HOUR, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import { listQueue } from '../tickets.contract.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { executable, fileOf, photo } from '../../../../../tests/support/packs/images.ts'
import { seedCourse, seedEnrolment } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { deskFixture } from '../../../../../tests/support/scenes/desk-fixture.ts'
import { supportFixture } from '../../../../../tests/support/scenes/support-fixture.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { asker } = supportFixture(() => api)
const { supporter, logged } = deskFixture(() => api)

/** A learner's ticket, and the number of its first message. */
async function ticketOf(learner: Awaited<ReturnType<typeof asker>>, given: Parameters<typeof learner.raise>[0] = {}) {
  const id = (await learner.raise(given)).body.ticket_id
  return { id, seen: (await learner.read(id)).body.ticketMessages.at(-1)!.id }
}
const ids = (queue: { data: { id: number }[] }) => queue.data.map(({ id }) => id)

describe('a ticket of a member', () => {
  const end = (id: number) => endStaff(api.services.db, testWork(api.clock.now()), id)
  const assigneeOf = async (id: number) =>
    (await api.services.db.selectFrom('tickets').select('assignee_id').where('id', '=', id).executeTakeFirstOrThrow())
      .assignee_id

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['leaves', end],
    [
      'loses the role',
      (id) => changeStaff(api.services.db, testWork(api.clock.now()), { id, version: 1, name: 'D', roles: ['mentor'] }),
    ],
  ])('is unassigned when the member %s, open or closed, and other tickets stay', async (_, change) => {
    const [asha, divya, binu] = [await asker(), await supporter(), await supporter()]
    const [open, closed, other] = [await ticketOf(asha), await ticketOf(asha), await ticketOf(asha)]
    for (const { id } of [open, closed]) await binu.assign(id, divya.id, null)
    await binu.assign(other.id, binu.id, null)
    await binu.close(closed.id, closed.seen)
    await change(divya.id)
    expect([await assigneeOf(open.id), await assigneeOf(closed.id), await assigneeOf(other.id)]).toEqual([
      ...[null, null, binu.id],
    ])
    expect(ids(await binu.queue({ assignee: 'nobody' }))).toEqual([open.id])
    expect((await logged()).at(-1)).toMatchObject({ after: { tickets_unassigned: 2 } })
  })

  it('stays when the member keeps a role that answers tickets', async () => {
    const [asha, divya] = [await asker(), await supporter()]
    const { id } = await ticketOf(asha)
    await divya.assign(id, divya.id, null)
    const work = testWork(api.clock.now())
    await changeStaff(api.services.db, work, { id: divya.id, version: 1, name: 'D', roles: ['owner'] })
    expect(await assigneeOf(id)).toBe(divya.id)
  })

  it('of an older release is unassigned by the migration when the member has left', async () => {
    const { db } = api.services
    const [asha, divya, binu] = [await asker(), await supporter(), await supporter()]
    const [left, kept] = [await ticketOf(asha), await ticketOf(asha)]
    await binu.assign(left.id, divya.id, null)
    await binu.assign(kept.id, binu.id, null)
    await db.updateTable('staff').set({ left_at: api.clock.now() }).where('id', '=', divya.id).execute()
    await unassignOfFormerMembers(db)
    expect([await assigneeOf(left.id), await assigneeOf(kept.id)]).toEqual([null, binu.id])
  })

  it('is not given to a member who leaves at the same moment', async () => {
    const [asha, divya, binu] = [await asker(), await supporter(), await supporter()]
    for (let round = 0; round < 5; round += 1) {
      const { id } = await ticketOf(asha)
      const member = await supporter()
      await Promise.all([binu.assign(id, member.id, null), divya.assign(id, member.id, null), end(member.id)])
      expect(await assigneeOf(id)).toBeNull()
    }
  })
})

describe('an answer', () => {
  it('reaches the learner under the name of whoever wrote it, and is one entry of the log', async () => {
    const [asha, divya] = [await asker('Asha Menon'), await supporter()]
    const { id, seen } = await ticketOf(asha)
    const answered = await divya.answer({ id, seen, message: ' It is under <My purchases>.\nSee https://example.org ' })
    expect([answered.status, answered.body.state]).toEqual([200, 'answered'])
    expect((await asha.read(id)).body.ticketMessages.at(-1)).toMatchObject({
      mode: 'staff',
      name: divya.name,
      msg: expect.stringContaining('It is under &lt;My purchases&gt;.<br>\nSee <a href="https://example.org"'),
    })
    const { body } = await api.call(listNotifications, {}, { token: asha.token })
    expect(body.data[0]).toMatchObject({ title: 'Your ticket has been answered' })
    expect(await logged()).toEqual([
      {
        action: 'ticket answered',
        subject: `ticket ${id}`,
        who: divya.name,
        before: { state: 'waiting' },
        after: { state: 'answered', message: answered.body.message_id, name: divya.name },
      },
    ])
  })

  it('can close the ticket with it, which can be undone and then is as it was', async () => {
    const [asha, divya] = [await asker(), await supporter()]
    const { id, seen } = await ticketOf(asha)
    expect((await divya.answer({ id, seen, message: 'Done', close: '1' })).body.state).toBe('closed')
    expect((await asha.read(id)).body.ticketDetails.mode).toBe('closed')
    expect((await divya.reopen(id)).body.state).toBe('answered')
    expect((await divya.reopen(id)).status).toBe(409)
    expect((await logged()).map(({ action, after }) => [action, (after as { state: string }).state])).toEqual([
      ['ticket answered', 'closed'],
      ['ticket reopened', 'answered'],
    ])
  })

  it('is not sent where something was written that it knows nothing of, and says what', async () => {
    const [asha, divya, manu] = [await asker(), await supporter(), await supporter()]
    const { id, seen } = await ticketOf(asha)
    const first = (await divya.answer({ id, seen, message: 'One' })).body.message_id
    await asha.reply(id, 'And another thing')
    const refused = await manu.answer({ id, seen, message: 'Two' })
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      409,
      'edited',
      { last_message: String(first + 1), new_messages: '2', from: 'the learner' },
    ])
    expect((await asha.read(id)).body.ticketMessages).toHaveLength(3)
    expect((await manu.answer({ id, seen: first + 1, message: 'Two' })).status).toBe(200)
  })

  it('of two people at once is sent once, and the other is told of it', async () => {
    const [asha, divya, manu] = [await asker(), await supporter(), await supporter()]
    const { id, seen } = await ticketOf(asha)
    const answers = await Promise.all([
      divya.answer({ id, seen, message: 'Mine' }),
      manu.answer({ id, seen, message: 'No, mine' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await asha.read(id)).body.ticketMessages).toHaveLength(2)
    expect(await logged()).toHaveLength(1)
  })

  it('that is sent twice by one click is there once, with its picture', async () => {
    const [asha, divya] = [await asker(), await supporter()]
    const { id, seen } = await ticketOf(asha)
    const send = async () =>
      divya.answer({ id, seen, message: 'See here', attachment: fileOf(await photo()) }, 'a-click')
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    const { messages } = (await divya.show(id)).body
    expect(messages).toHaveLength(2)
    for (const { attach } of [messages[1]!, (await asha.read(id)).body.ticketMessages[1]!])
      expect((await api.request(attach!)).status).toBe(200)
  })

  it('is refused without words, and with a file that is no picture', async () => {
    const [asha, divya] = [await asker(), await supporter()]
    const { id, seen } = await ticketOf(asha)
    expect((await divya.answer({ id, seen, message: '  ' })).body.errors).toEqual({ message: 'Message is required' })
    expect((await divya.answer({ id, seen, message: 'x'.repeat(1001) })).status).toBe(422)
    const bad = await divya.answer({ id, seen, message: 'x', attachment: fileOf(executable) })
    expect(Object.keys(bad.body.errors ?? {})).toEqual(['attachment'])
    expect((await divya.answer({ id: 999, seen, message: 'x' })).status).toBe(404)
    expect(await logged()).toEqual([])
  })
})

describe('closing', () => {
  it('waits for a message that the learner is sending, and is then refused', async () => {
    const [asha, divya] = [await asker(), await supporter()]
    const { id, seen } = await ticketOf(asha)
    const both = await Promise.all([asha.reply(id, 'Still there?'), divya.close(id, seen)])
    const { mode } = (await asha.read(id)).body.ticketDetails
    expect([both[0].status, mode]).toEqual([200, 'open'])
    expect([200, 409]).toContain(both[1].status)
    expect((await divya.queue()).data[0]).toMatchObject({ id, state: 'waiting' })
  })

  it('of what waits is undone as waiting, since when it did', async () => {
    const [asha, divya] = [await asker(), await supporter()]
    const { id, seen } = await ticketOf(asha)
    const since = api.clock.now()
    api.clock.advance(MINUTE)
    expect((await divya.close(id, seen)).status).toBe(200)
    expect((await divya.close(id, seen)).body.code).toBe('closed')
    expect((await divya.queue({ state: 'closed' })).data[0]).toMatchObject({ id, closed_at: api.clock.now() })
    expect((await divya.reopen(id)).body.state).toBe('waiting')
    expect((await divya.queue()).data[0]).toMatchObject({ id, waiting_since: since, closed_at: null })
  })

  it('ends with the next message of the learner', async () => {
    const [asha, divya] = [await asker(), await supporter()]
    const { id, seen } = await ticketOf(asha)
    await divya.answer({ id, seen, message: 'Done', close: '1' })
    api.clock.advance(MINUTE)
    await asha.reply(id, 'Not quite')
    expect((await divya.queue()).data[0]).toMatchObject({ id, state: 'waiting', waiting_since: api.clock.now() })
  })
})

describe('whom a ticket is assigned to', () => {
  it('is said, taken back, and told to whoever believed something else', async () => {
    const [asha, divya, manu] = [await asker(), await supporter(), await supporter()]
    const { id } = await ticketOf(asha)
    expect((await divya.assign(id, divya.id, null)).body.assignee).toEqual({ id: divya.id, name: divya.name })
    const late = await manu.assign(id, manu.id, null)
    expect([late.status, late.body.code, late.body.errors]).toEqual([
      409,
      'edited',
      { assignee: divya.name, assignee_id: String(divya.id) },
    ])
    expect((await manu.assign(id, divya.id, divya.id)).body.code).toBe('conflict')
    expect((await manu.assign(id, null, divya.id)).body.assignee).toBeNull()
    expect(await logged()).toMatchObject([
      { action: 'ticket assigned', before: { assignee: null }, after: { assignee: divya.name } },
      { action: 'ticket assigned', before: { assignee: divya.name }, after: { assignee: null } },
    ])
  })

  it('is one of two who take it at once', async () => {
    const [asha, divya, manu] = [await asker(), await supporter(), await supporter()]
    const { id } = await ticketOf(asha)
    const taken = await Promise.all([divya.assign(id, divya.id, null), manu.assign(id, manu.id, null)])
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is somebody who answers tickets, and is there', async () => {
    const [asha, divya, manu] = [await asker(), await supporter(), await supporter()]
    const { id } = await ticketOf(asha)
    const mentor = await api.staff('mentor')
    await api.services.db.updateTable('staff').set({ left_at: 1 }).where('id', '=', manu.id).execute()
    for (const nobody of [mentor.id, manu.id, 9999])
      expect((await divya.assign(id, nobody, null)).body.errors).toHaveProperty('to')
    expect((await divya.choices()).team).toEqual([{ id: divya.id, name: divya.name }])
  })
})

describe('the queue', () => {
  it('has what waits longest first, whatever was asked first, and counts each state', async () => {
    const [asha, divya] = [await asker(), await supporter()]
    const tickets: { id: number; seen: number }[] = []
    for (let number = 0; number < 4; number += 1) {
      tickets.push(await ticketOf(asha))
      api.clock.advance(MINUTE)
    }
    const [one, two, three, four] = tickets as [(typeof tickets)[0], ...typeof tickets]
    await divya.answer({ ...one, message: 'Done' })
    await divya.answer({ ...two!, message: 'Done', close: '1' })
    await asha.reply(one.id, 'Again')
    const queue = await divya.queue()
    expect(ids(queue)).toEqual([three!.id, four!.id, one.id])
    expect(queue.counts).toEqual({ waiting: 3, answered: 0, closed: 1 })
    // What waits goes on waiting from its first word, however often the learner writes.
    await asha.reply(three!.id, 'Hello?')
    expect(ids(await divya.queue())).toEqual([three!.id, four!.id, one.id])
    expect(ids(await divya.queue({ sort: 'newest' }))).toEqual([one.id, four!.id, three!.id])
    expect(ids(await divya.queue({ state: 'closed' }))).toEqual([two!.id])
    expect(ids(await divya.queue({ state: 'all' }))).toEqual(tickets.map(({ id }) => id))
  })

  it('is cut down by the days in India on which tickets were raised, also in its counts', async () => {
    api.clock.set(indianTime(2026, 11, 20) + 23 * HOUR + 59 * MINUTE)
    const before = (await (await asker()).raise()).body.ticket_id
    api.clock.advance(MINUTE)
    const after = (await (await asker()).raise()).body.ticket_id
    const divya = await supporter()
    const on = async (from?: string, until?: string) => {
      const { data, counts } = await divya.queue({ state: 'all', ...(from && { from }), ...(until && { until }) })
      expect(counts.waiting).toBe(data.length)
      return data.map(({ id }) => id)
    }
    expect(await on('2026-11-20', '2026-11-20')).toEqual([before])
    expect(await on('2026-11-21')).toEqual([after])
    expect(await on(undefined, '2026-11-21')).toEqual([before, after])
    expect(await on('2026-11-22')).toEqual([])
    const wrong = await api.call(listQueue, { query: { from: '2026-11-31' } }, { staff: divya })
    expect(wrong.body.errors).toHaveProperty('from')
  })

  it('is cut down by category, course, learner, assignee, and words', async () => {
    const { db } = api.services
    const [asha, babu, divya, manu] = [await asker('Asha'), await asker(), await supporter(), await supporter()]
    const { id: courseId } = await seedCourse(db, { title: 'Kerala history' })
    await seedEnrolment(db, { userId: asha.user.id, courseId, validFor: DAY })
    const about = (await ticketOf(asha, { title: 'Video 50% missing', ticket_category_id: 3, content_id: courseId })).id
    const receipt = (await ticketOf(asha, { title: 'RECEIPT' })).id
    const other = (await ticketOf(babu, { title: 'Log-in' })).id
    await divya.assign(receipt, divya.id, null)
    await divya.assign(other, manu.id, null)
    const found = async (query: Parameters<typeof divya.queue>[0]) => ids(await divya.queue(query))
    expect(await found({ category: 3 })).toEqual([about])
    expect(await found({ course: courseId })).toEqual([about])
    expect(await found({ learner: babu.user.id })).toEqual([other])
    expect(await found({ assignee: 'me' })).toEqual([receipt])
    expect(await found({ assignee: manu.id })).toEqual([other])
    expect(await found({ assignee: 'nobody' })).toEqual([about])
    expect(await found({ assignee: 'somebody' })).toEqual([receipt, other])
    expect(await found({ text: 'receipt' })).toEqual([receipt])
    expect(await found({ text: '0% m' })).toEqual([about])
    expect(await found({ text: '%' })).toEqual([about])
    expect(await found({ text: `#${other}` })).toEqual([other])
    expect(await found({ text: '9999999999' })).toEqual([])
    expect((await divya.queue({ assignee: 'me' })).counts).toEqual({ waiting: 1, answered: 0, closed: 0 })
    expect((await divya.choices()).courses).toEqual([{ id: courseId, title: 'Kerala history' }])
  })

  it.each(['waiting', 'answered', 'closed', 'all'] as const)(
    'of what is %s is read page by page, in both orders, each once',
    async (state) => {
      const { db } = api.services
      const [asha, divya] = [await asker(), await supporter()]
      // Of three that wait since one moment a page ends with the second.
      const rows = await db
        .insertInto('tickets')
        .values(
          Array.from({ length: 121 }, (_, at) => ({
            user_id: asha.user.id,
            category_id: 1,
            course_id: null,
            title: `Ticket ${at}`,
            mode: state === 'closed' ? ('closed' as const) : ('open' as const),
            request_key: null,
            created_at: 1000,
            closed_at: null,
            waiting_since: state === 'waiting' ? 2000 - Math.floor(at / 3) : null,
          })),
        )
        .returning(['id', 'waiting_since'])
        .execute()
      const expected = rows
        .sort((one, other) => (one.waiting_since ?? 0) - (other.waiting_since ?? 0) || one.id - other.id)
        .map(({ id }) => id)
      for (const sort of ['oldest', 'newest'] as const) {
        const read: number[][] = []
        let after: string | undefined
        do {
          const page = await divya.queue({ state, sort, after })
          read.push(ids(page))
          after = page.next ?? undefined
        } while (after)
        expect(read.map(({ length }) => length)).toEqual([50, 50, 21])
        expect(read.flat()).toEqual(sort === 'oldest' ? expected : expected.toReversed())
      }
    },
  )
})

describe('a ticket as staff see it', () => {
  it('has the conversation, the facts of its learner, and what was done with it', async () => {
    const { db } = api.services
    const [asha, divya] = [await asker('Asha <b>Menon</b>'), await supporter()]
    const { id: courseId } = await seedCourse(db, { title: 'Kerala history' })
    await seedEnrolment(db, { userId: asha.user.id, courseId, validFor: DAY })
    const hostile = '<img src=x onerror=alert(1)>{{7*7}}'
    const { id, seen } = await ticketOf(asha, { title: hostile, msg: hostile })
    const other = await ticketOf(asha, { title: 'Another' })
    await divya.assign(id, divya.id, null)
    await divya.answer({ id, seen, message: 'Hello' })
    const { body } = await divya.show(id)
    expect(body.ticket).toMatchObject({ id, title: hostile, state: 'answered', assignee: { id: divya.id } })
    expect(body.messages.map(({ by, name, msg }) => [by, name, msg])).toEqual([
      ['learner', null, '&lt;img src=x onerror=alert(1)&gt;{{7*7}}'],
      ['staff', divya.name, 'Hello'],
    ])
    expect(body.last_message).toBe(body.messages[1]!.id)
    expect(body.learner).toMatchObject({
      id: asha.user.id,
      name: 'Asha <b>Menon</b>',
      phone: `+91 ${asha.user.phone}`,
      courses: [{ id: courseId, title: 'Kerala history', valid_until: api.clock.now() + DAY, active: true }],
      open_tickets: [
        { id: other.id, title: 'Another', waiting: true },
        { id, title: hostile, waiting: false },
      ],
    })
    expect(body.history.map(({ action, who, assignee }) => [action, who, assignee])).toEqual([
      ['ticket answered', divya.name, null],
      ['ticket assigned', divya.name, divya.name],
    ])
    expect((await divya.show(999)).status).toBe(404)
  })

  it('waits where a server of the release before, or an import, has written the message', async () => {
    const { db } = api.services
    const [asha, divya] = [await asker(), await supporter()]
    const { id, seen } = await ticketOf(asha)
    await divya.answer({ id, seen, message: 'Done' })
    const message = { ticket_id: id, staff_name: null, attachment: null, request_key: null, body: 'x' }
    await db
      .insertInto('ticket_messages')
      .values({ ...message, mode: 'user', created_at: 77 })
      .execute()
    expect((await divya.queue()).data[0]).toMatchObject({ id, waiting_since: 77 })
    await db
      .insertInto('ticket_messages')
      .values({ ...message, mode: 'staff', created_at: 78 })
      .execute()
    expect((await divya.queue({ state: 'answered' })).data[0]).toMatchObject({ id, waiting_since: null })
  })
})
