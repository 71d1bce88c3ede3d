import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, isoTime } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { candidateOf } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { statementsOf } from '../../../../../tests/support/api/statements.ts'
import { listAuthMockExams, listMockExams } from '../exam-list.contract.ts'

let api: TestApi
let token: string
let closesSoon: SeededExam

beforeAll(async () => {
  api = await testApi()
  const { db } = api.services
  token = (await api.learner()).token
  const add = (title: string, opens: number, closes: number, more = {}) =>
    seedExam(db, { title, opensAt: TEST_START + opens, closesAt: TEST_START + closes, ...more })
  await add('ended long ago', -9 * DAY, -5 * DAY)
  await add('closes late', -DAY, 5 * DAY, { minutes: null, registration: ['dob'] })
  await add('opens tomorrow', DAY, 3 * DAY)
  closesSoon = await add('closes soon', -DAY, HOUR, { attempts: 3 })
  await add('opens soon', MINUTE, 9 * DAY)
  await add('ended just now', -DAY, 0)
  await add('withdrawn', -DAY, DAY, { retired: true })
  await add('of a course', -DAY, DAY, { type: 2 })
})

afterAll(() => api.close())

const titles = async (
  status: 'all' | 'active' | 'expired',
  endpoint: typeof listMockExams | typeof listAuthMockExams,
) => (await api.call(endpoint, { body: { status } }, { token })).body.exams.data.map(({ title }) => title)

describe.each([
  ['listmockexams', listMockExams],
  ['listauthmockexams', listAuthMockExams],
])('user/%s', (_, endpoint) => {
  test('active: open exams, the first to close first', async () => {
    expect(await titles('active', endpoint)).toEqual(['closes soon', 'closes late'])
  })

  test('expired: ended exams, the last to end first', async () => {
    expect(await titles('expired', endpoint)).toEqual(['ended just now', 'ended long ago'])
  })

  test('all: open, then coming, then ended', async () => {
    expect(await titles('all', endpoint)).toEqual([
      'closes soon',
      'closes late',
      'opens soon',
      'opens tomorrow',
      'ended just now',
      'ended long ago',
    ])
  })
})

describe('a list of general exams', () => {
  test('is of open exams, 12 a page, unless asked otherwise', async () => {
    const { status, body } = await api.call(listMockExams, { body: {} }, { token })
    expect(status).toBe(200)
    expect(body.exams).toMatchObject({
      total: 2,
      current_page: 1,
      last_page: 1,
      prev_page_url: null,
      next_page_url: null,
    })
    expect(body.exams.data[1]).toEqual({
      id: expect.any(Number) as number,
      title: 'closes late',
      duration: 30,
      question_count: 4,
      category: 'Degree Level',
      start_date: (TEST_START - DAY) / 1000,
      end_date: (TEST_START + 5 * DAY) / 1000,
      start_date_iso: isoTime(TEST_START - DAY),
      end_date_iso: isoTime(TEST_START + 5 * DAY),
      attempt: 1,
      exams_completed: 0,
      in_progress: false,
      is_reg_needed: 'Y',
    })
  })

  test('comes in pages that lead to each other', async () => {
    const page = (current_page: number) =>
      api.call(listMockExams, { body: { status: 'all', current_page, per_page: 4 } }, { token })
    const first = (await page(1)).body.exams
    expect(first).toMatchObject({ total: 6, last_page: 2, prev_page_url: null })
    expect(first.next_page_url).toContain('current_page=2')
    const second = (await page(2)).body.exams
    expect(second.data.map(({ title }) => title)).toEqual(['ended just now', 'ended long ago'])
    expect(second.next_page_url).toBeNull()
    expect(second.prev_page_url).toContain('current_page=1')
    expect((await page(9)).body.exams.data).toEqual([])
  })

  test("tells the learner's own attempts and nobody else's", async () => {
    const mine = candidateOf(api, closesSoon, token)
    const other = candidateOf(api, closesSoon, (await api.learner()).token)
    const row = async () => {
      const { body } = await api.call(listMockExams, { body: {} }, { token })
      return body.exams.data.find(({ id }) => id === closesSoon.id)!
    }
    await other.start()
    expect(await row()).toMatchObject({ exams_completed: 0, in_progress: false })
    await mine.start()
    expect(await row()).toMatchObject({ exams_completed: 0, in_progress: true, attempt: 3 })
    await mine.submit()
    expect(await row()).toMatchObject({ exams_completed: 1, in_progress: false })
    await mine.start()
    api.clock.advance(30 * MINUTE)
    // Over, though nobody has finished it yet.
    expect(await row()).toMatchObject({ exams_completed: 2, in_progress: false })
    api.clock.set(TEST_START)
  })

  test('takes at most three statements', async () => {
    const list = () => api.call(listMockExams, { body: { status: 'all' } }, { token })
    await list()
    expect(await statementsOf(api, list)).toBeLessThanOrEqual(3)
  })

  test.each([
    [{ status: 'open' }, 'status'],
    [{ current_page: 0 }, 'current_page'],
    [{ per_page: 1000 }, 'per_page'],
  ])('%j is refused by name', async (body, field) => {
    const answer = await api.call(listMockExams, { body: body as object }, { token })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty(field)
  })
})
