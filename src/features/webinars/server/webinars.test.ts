import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { doneOrWaiting } from '../../../../tests/support/waiting.ts'
import { getWebinarRegistration, leaveWebinar, registerForWebinar } from '../webinars.contract.ts'
import { remindOfWebinars } from './reminders.ts'
import { listWebinars, nextWebinars, webinarIds } from './webinars.ts'

let api: TestApi
let asha: TestLearner
let made = 0
const STARTS = TEST_START + 3 * HOUR

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  api.clock.set(TEST_START)
  await api.services.db.deleteFrom('webinar_registrations').execute()
  await api.services.db.deleteFrom('webinars').execute()
  asha = await api.learner()
})

async function seedWebinar(given: { seats?: number; recording_url?: string } = {}): Promise<number> {
  made += 1
  const { id } = await api.services.db
    .insertInto('webinars')
    .values({
      ...{ key: `webinar-${made}`, title: 'Plan & <method>', summary: 'Short', about_html: '<p>Long</p>' },
      ...{ presenter: 'Lekha Varma', image: '/media/a.svg', alt: 'A desk', join_url: 'https://meet.example.org/plan' },
      ...{ starts_at: STARTS, ends_at: STARTS + HOUR, starts_rule: null, ends_rule: null },
      ...{ seats: null, recording_url: null, ...given },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const asked = (id: number, { token }: TestLearner = asha) =>
  api.call(getWebinarRegistration, { params: { id } }, { token })
const register = (id: number, { token }: TestLearner = asha) =>
  api.call(registerForWebinar, { params: { id } }, { token })
const leave = (id: number, { token }: TestLearner = asha) => api.call(leaveWebinar, { params: { id } }, { token })
const told = async ({ token }: TestLearner = asha) => (await api.call(listNotifications, {}, { token })).body.data
const learners = (count: number) => Promise.all(Array.from({ length: count }, () => api.learner()))

describe('a registration', () => {
  test('is made once however often it is asked for, and can be taken back', async () => {
    const id = await seedWebinar()
    expect((await asked(id)).body.data).toMatchObject({ registered: false, phase: 'coming', places_left: null })
    const replies = await Promise.all([1, 2, 3].map(() => register(id)))
    expect(replies.map(({ status, body }) => [status, body.data.registered])).toEqual(Array(3).fill([200, true]))
    expect(
      await api.services.db
        .selectFrom('webinar_registrations')
        .select('user_id')
        .where('webinar_id', '=', id)
        .execute(),
    ).toEqual([{ user_id: asha.user.id }])
    for (let time = 0; time < 2; time += 1) {
      expect((await leave(id)).body).toMatchObject({
        message: 'You are no longer registered.',
        data: { registered: false },
      })
    }
    expect((await asked(id)).body.data.registered).toBe(false)
  })

  test.each([null, 9])('is one of two clicks, the second before the first is stored, with %s places', async (seats) => {
    const id = await seedWebinar(seats === null ? {} : { seats })
    let second: ReturnType<typeof register> | undefined
    await api.services.db.transaction().execute(async (tx) => {
      const first = { webinar_id: id, user_id: asha.user.id, created_at: TEST_START, reminded_of: null }
      await tx.insertInto('webinar_registrations').values(first).execute()
      second = register(id)
      await doneOrWaiting(api.services, second)
    })
    expect([(await second)?.status, (await second)?.body.data.registered]).toEqual([200, true])
  })

  test('waits for nobody where places are not counted', async () => {
    const { db, engine } = api.services
    // SQLite has one writer at a time, whatever they write.
    if (engine === 'sqlite') return
    const id = await seedWebinar()
    let registering: ReturnType<typeof register> | undefined
    const stored = await db.transaction().execute(async (tx) => {
      await tx.updateTable('webinars').set({ title: 'Held' }).where('id', '=', id).execute()
      registering = register(id)
      await doneOrWaiting(api.services, registering)
      return db.selectFrom('webinar_registrations').select('user_id').where('webinar_id', '=', id).execute()
    })
    await registering
    expect(stored).toEqual([{ user_id: asha.user.id }])
  })

  test('tells how to join to those who have it, from a quarter of an hour before the start until the end', async () => {
    const id = await seedWebinar({ recording_url: 'https://video.example.org/plan' })
    const babu = await api.learner()
    await register(id)
    const link = async (at: number, learner?: TestLearner) => {
      api.clock.set(at)
      const { join_url, recording_url, phase } = (await asked(id, learner)).body.data
      return [phase, join_url, recording_url]
    }
    expect(await link(STARTS - 15 * MINUTE - 1)).toEqual(['coming', null, null])
    expect(await link(STARTS - 15 * MINUTE)).toEqual(['coming', 'https://meet.example.org/plan', null])
    expect(await link(STARTS + MINUTE)).toEqual(['running', 'https://meet.example.org/plan', null])
    expect(await link(STARTS + MINUTE, babu)).toEqual(['running', null, null])
    expect(await link(STARTS + HOUR)).toEqual(['over', null, 'https://video.example.org/plan'])
  })

  test('can be made while the webinar runs, and neither made nor taken back once it is over', async () => {
    const id = await seedWebinar()
    api.clock.set(STARTS + MINUTE)
    expect((await register(id)).body.data.join_url).toBe('https://meet.example.org/plan')
    api.clock.set(STARTS + HOUR)
    const late = await register(id, await api.learner())
    expect([late.status, late.body]).toMatchObject([409, { code: 'ended', message: 'The webinar is over.' }])
    expect([(await leave(id)).status, (await register(id)).status]).toEqual([409, 200])
  })

  test('is had by no more learners than there are places, also when all come at once', async () => {
    const id = await seedWebinar({ seats: 3 })
    const comers = await learners(8)
    const replies = await Promise.all(comers.map((learner) => register(id, learner)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)!
    expect(refused.body).toMatchObject({ code: 'full', message: 'All places of this webinar are taken.' })
    const inside = comers[replies.findIndex(({ status }) => status === 200)]!
    expect((await register(id, inside)).status, 'who is in stays in').toBe(200)
    expect((await asked(id)).body.data.places_left).toBe(0)
    await leave(id, inside)
    expect((await register(id)).body.data).toMatchObject({ registered: true, places_left: 0 })
  })

  test('is for webinars that there are', async () => {
    const id = await seedWebinar()
    await api.services.db.updateTable('webinars').set({ retired: 1 }).where('id', '=', id).execute()
    for (const gone of [id, 999_999])
      expect([(await asked(gone)).status, (await register(gone)).status, (await leave(gone)).status]).toEqual([
        404, 404, 404,
      ])
  })
})

describe('lists', () => {
  test('have what is to come, the next first, then what is over, the latest first, a page at a time', async () => {
    const ids: number[] = []
    for (let count = 0; count < 3; count += 1) ids.push(await seedWebinar())
    api.clock.set(STARTS + HOUR)
    const over = async (page: number) => {
      const found = await listWebinars(api.services, page, 2)
      return [found.past.map(({ id }) => id), found.page, found.last]
    }
    expect(await over(1)).toEqual([[ids[2], ids[1]], 1, 2])
    expect(await over(2)).toEqual([[ids[0]], 2, 2])
    expect(await over(9), 'beyond the last page').toEqual([[ids[0]], 2, 2])
    expect(await webinarIds(api.services)).toEqual(ids)
    api.clock.set(TEST_START)
    const before = await listWebinars(api.services, 1, 2)
    expect([before.coming.map(({ id }) => id), before.past, before.last]).toEqual([ids.slice(0, 2), [], 2])
    const rest = await listWebinars(api.services, 2, 2)
    expect([rest.coming.map(({ id }) => id), rest.past, rest.page]).toEqual([ids.slice(2), [], 2])
    expect([before.moments, rest.moments]).toEqual(Array(2).fill([STARTS, STARTS + HOUR]))
    expect((await nextWebinars(api.services, 2)).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  })

  test('turn from what comes to what is over in the middle of a page, and lack nothing there', async () => {
    const past = [await seedWebinar(), await seedWebinar()]
    api.clock.set(STARTS + HOUR)
    const [next, later, last] = [await seedWebinar(), await seedWebinar(), await seedWebinar()]
    for (const [index, id] of [next, later, last].entries())
      await api.services.db
        .updateTable('webinars')
        .set({ starts_at: STARTS + (2 + index) * HOUR, ends_at: STARTS + (3 + index) * HOUR })
        .where('id', '=', id)
        .execute()
    const pages = await Promise.all([1, 2, 3].map((page) => listWebinars(api.services, page, 2)))
    expect(pages.map(({ coming, past }) => [coming, past].map((part) => part.map(({ id }) => id)))).toEqual([
      [[next, later], []],
      [[last], [past[1]]],
      [[], [past[0]]],
    ])
    expect(pages.map(({ last }) => last)).toEqual([3, 3, 3])
    api.clock.set(STARTS + 2 * HOUR)
    expect((await listWebinars(api.services, 3, 2)).moments, 'one runs').toEqual([STARTS + 3 * HOUR, STARTS + 3 * HOUR])
    api.clock.set(STARTS + 9 * HOUR)
    expect(await listWebinars(api.services, 1, 9)).toMatchObject({ coming: [], moments: [] })
  })
})

describe('a reminder', () => {
  test('comes to those who registered a quarter of an hour before, once, and goes when the webinar is over', async () => {
    const id = await seedWebinar()
    const [babu, chitra] = await learners(2)
    await Promise.all([register(id), register(id, babu)])
    expect(await remindOfWebinars(api.services)).toBe(0)
    api.clock.set(STARTS - 15 * MINUTE)
    const sweeps = await Promise.all([1, 2, 3].map(() => remindOfWebinars(api.services)))
    expect(sweeps.reduce((sum, count) => sum + count)).toBe(2)
    const [first, ...more] = await told()
    expect(more).toEqual([])
    expect(first).toMatchObject({
      kind: 'live_classes',
      title: 'Webinar at 1:00 PM IST',
      message: '<p><strong>Plan &amp; &lt;method&gt;</strong> with Lekha Varma starts at 1:00 PM IST.</p>',
      action: { label: 'Know More', href: `/webinars/${id}`, newTab: false },
    })
    expect([(await told(babu)).length, (await told(chitra)).length]).toEqual([1, 0])
    expect(await remindOfWebinars(api.services)).toBe(0)
    api.clock.set(STARTS + HOUR)
    expect(await told()).toEqual([])
  })

  test('comes to who registers late, and to nobody after the start', async () => {
    const id = await seedWebinar()
    api.clock.set(STARTS - MINUTE)
    await register(id)
    expect(await remindOfWebinars(api.services)).toBe(1)
    const late = await api.learner()
    await register(id, late)
    api.clock.set(STARTS)
    expect(await remindOfWebinars(api.services)).toBe(0)
    expect(await told(late)).toEqual([])
  })

  test('comes again for a webinar that was moved, in place of the one before, and goes with the registration', async () => {
    const id = await seedWebinar()
    await register(id)
    api.clock.set(STARTS - 10 * MINUTE)
    expect(await remindOfWebinars(api.services)).toBe(1)
    await api.services.db
      .updateTable('webinars')
      .set({ starts_at: STARTS + 2 * MINUTE })
      .where('id', '=', id)
      .execute()
    expect(await remindOfWebinars(api.services)).toBe(1)
    expect((await told()).map(({ title }) => title)).toEqual(['Webinar at 1:02 PM IST'])
    await leave(id)
    expect(await told()).toEqual([])
    expect(await remindOfWebinars(api.services)).toBe(0)
  })

  /** Does something in place of the next transaction, or before it. */
  const before = (work: () => Promise<unknown>) => {
    const { db } = api.services
    const transaction = db.transaction.bind(db)
    vi.spyOn(db, 'transaction').mockImplementationOnce(
      () => ({ execute: async (of: never) => (await work(), transaction().execute(of)) }) as never,
    )
  }

  test.each([
    ['retired', { retired: 1 }],
    ['moved', { starts_at: STARTS + HOUR }],
  ])('is not sent of a webinar that is %s while others are told', async (_, change) => {
    const id = await seedWebinar()
    const [babu] = await learners(1)
    await register(id)
    await register(id, babu)
    api.clock.set(STARTS - 10 * MINUTE)
    before(() => api.services.db.updateTable('webinars').set(change).where('id', '=', id).execute())
    expect(await remindOfWebinars(api.services)).toBe(0)
    expect([await told(), await told(babu)]).toEqual([[], []])
  })

  test('comes to all others where one cannot be told, and to that one with the next pass', async () => {
    const id = await seedWebinar()
    const [babu] = await learners(1)
    await register(id)
    await register(id, babu)
    api.clock.set(STARTS - 10 * MINUTE)
    before(() => Promise.reject(new Error('no words')))
    const error = vi.spyOn(api.services.log, 'error')
    expect(await remindOfWebinars(api.services)).toBe(1)
    expect([(await told()).length, (await told(babu)).length]).toEqual([0, 1])
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ webinar: id, user: asha.user.id }),
      'learner could not be reminded of a webinar',
    )
    expect(await remindOfWebinars(api.services)).toBe(1)
    expect((await told()).length).toBe(1)
  })
})
