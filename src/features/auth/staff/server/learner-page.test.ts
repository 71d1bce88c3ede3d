import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWork } from '#core/staff/staff-log.ts'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, TEST_START, type TestApi } from '../../../../../tests/support/api/api.ts'
import { seedCourse, seedEnrolment } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { logInCalls, newPhone } from '../../../../../tests/support/scenes/log-in-calls.ts'
import * as learners from '../learners.contract.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const { logIn } = logInCalls(() => api)
const lookedAt = async (userId: number) =>
  (await listWork(api.services.db, { userId, page: 1 })).entries.filter(({ action }) => action === 'learner looked at')

describe('the page of a learner', () => {
  test('has profile, devices and counts, and for whom it has them is told by the role', async () => {
    const { db } = api.services
    const { userId: id } = await logIn(newPhone())
    await db.updateTable('users').set({ name: 'Asha', city: 'Kollam' }).where('id', '=', id).execute()
    const courseId = (await seedCourse(db, { title: 'Polity' })).id
    await seedEnrolment(db, { userId: id, courseId, validFor: -DAY })
    const page = async (role: 'support' | 'mentor' | 'accountant') =>
      (await api.call(learners.getLearner, { params: { id } }, { staff: await api.staff(role) })).body
    expect(await page('support')).toMatchObject({
      id,
      name: 'Asha',
      city: 'Kollam',
      registration_completed: false,
      deleted_at: null,
      last_seen_at: TEST_START,
      devices: [{ user_agent: '', created_at: TEST_START, last_seen_at: TEST_START }],
      known_devices: [{ known_since: TEST_START, seen_at: TEST_START }],
      codes: { sent: 0, tried: 0 },
      counts: { courses: 1, open_courses: 0, purchases: 0, attempts: 0, tickets: 0, comments: 0, notes: 0 },
    })
    const { phone } = await page('accountant')
    expect(phone).toMatch(/^\d{10}$/)
    const masked = { id, phone: `••••••${phone.slice(-4)}`, email: null }
    expect(await page('mentor')).toMatchObject(masked)
    const mentor = { staff: await api.staff('mentor') }
    const found = await api.call(learners.findLearners, { query: { words: phone.slice(-4) } }, mentor)
    const listed = await api.call(learners.listLearners, { query: {} }, mentor)
    expect([found.body.data[0], listed.body.data.find((one) => one.id === id)]).toMatchObject([masked, masked])
    expect((await page('mentor')).counts).toMatchObject({ courses: 1, purchases: null, tickets: null, comments: 0 })
    expect((await page('accountant')).counts).toMatchObject({ purchases: 0, comments: null, attempts: null })
  })

  test('that is looked at stands in the log, once for a look of ten minutes of each who looks', async () => {
    const { id } = (await api.learner()).user
    const [anu, lekha] = [await api.staff('support'), await api.staff('mentor')]
    const look = (staff: typeof anu) => api.call(learners.getLearner, { params: { id } }, { staff })
    await look(anu)
    await look(anu)
    await look(lekha)
    expect((await lookedAt(id)).map(({ staff_id }) => staff_id)).toEqual([lekha.id, anu.id])
    api.clock.advance(10 * MINUTE)
    await look(anu)
    expect(await lookedAt(id)).toHaveLength(3)
  })

  test('of an account that has ended says so and nothing personal, and there is none of nobody', async () => {
    const { id } = (await api.learner({ name: 'Asha' })).user
    const { erase } = api.services.personalParts.find(({ tables }) => tables.includes('users'))!
    await api.services.db.updateTable('users').set({ deleted_at: 5 }).where('id', '=', id).execute()
    await erase(api.services.db, { id, countryCode: '91', phone: '0' }, 5)
    const staff = await api.staff('support')
    const { body } = await api.call(learners.getLearner, { params: { id } }, { staff })
    expect(body).toMatchObject({ deleted_at: 5, name: 'Deleted account', email: null, devices: [] })
    expect((await api.call(learners.getLearner, { params: { id: 2_000_000_000 } }, { staff })).status).toBe(404)
  })
})

describe('lists of learners', () => {
  test('are found by words and by course, and go on after a page', async () => {
    const { db } = api.services
    const courseId = (await seedCourse(db, { title: 'History' })).id
    const names = Array.from({ length: 21 }, (_, at) => `Listed ${String.fromCharCode(97 + at)}`)
    for (const name of names) {
      const { id: userId } = (await api.learner({ name })).user
      await seedEnrolment(db, { userId, courseId, validFor: 30 * DAY })
    }
    const staff = await api.staff('accountant')
    const { body: found } = await api.call(learners.findLearners, { query: { words: 'listed' } }, { staff })
    expect([found.data.length, found.total, found.more, found.cut]).toEqual([20, 21, true, false])
    expect(found.data[0]).toMatchObject({ name: 'Listed a', found_by: 'name' })
    const list = (after?: string) =>
      api.call(learners.listLearners, { query: { course_id: courseId, sort: 'name', after } }, { staff })
    const { body: first } = await list()
    const { body: rest } = await list(first.next!)
    expect([...first.data, ...rest.data].map(({ name }) => name)).toEqual(names)
    expect(rest.next).toBeNull()
    expect((await list('nonsense')).status).toBe(422)
    const none = { course_id: courseId, status: 'expired' as const }
    expect((await api.call(learners.listLearners, { query: none }, { staff })).body.data).toEqual([])
    const wrong = await api.call(learners.listLearners, { query: { seen_from: '2026-02-30' } }, { staff })
    expect(wrong.body.errors).toHaveProperty('seen_from')
  })

  test('come as CSV, and the log says who took which', async () => {
    const { user } = await api.learner({ name: '=Formula, "the"' })
    await api.services.db.updateTable('users').set({ muted_at: 1 }).where('id', '=', user.id).execute()
    const staff = await api.staff('support')
    const query = { status: 'muted' as const, seen_until: '2030-01-01' }
    const { csv, next } = (await api.call(learners.exportLearners, { query }, { staff })).body
    const [heading, row] = csv.split('\r\n')
    expect(heading).toBe('\ufeffNumber,Name,Phone,Email,Joined,Last logged in,State')
    expect(row).toContain(`${user.id},"'=Formula, ""the""",'+91 ${user.phone},`)
    expect(row).toMatch(/,may not write in discussions$/)
    expect(next).toBeNull()
    const { entries } = await listWork(api.services.db, { staffId: staff.id, page: 1 })
    expect(entries).toMatchObject([
      { action: 'learners exported', after: { status: 'muted', seen_until: '2030-01-01' } },
    ])
  })
})
