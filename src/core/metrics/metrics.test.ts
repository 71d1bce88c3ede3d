import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repeat } from '../background/repeat.ts'
import { getExamDetail } from '#features/exams/detail/detail.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { servicePaths } from '#lib/both/calls/endpoint.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { buyerOf } from '../../../tests/support/scenes/buyer.ts'
import { newCandidate } from '../../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededExam } from '../../../tests/support/scenes/exam-fixture.ts'
import { readExposition, valueOf, type Series } from '../../../tests/support/api/exposition.ts'
import { freshDatabase } from '../../../tests/support/api/database.ts'
import { dataGauges } from '#server/metrics/data-gauges.ts'
import { processMetrics } from '#server/metrics/process-metrics.ts'

let api: TestApi
let exam: SeededExam

beforeAll(async () => {
  api = await testApi()
  exam = await seedExam(api.services.db, { attempts: 2 })
})

afterAll(() => api.close())

const counted = async () => readExposition(await processMetrics(api.services).text())

/** By how much a count grows. */
async function growth(during: () => Promise<unknown>, name: string, labels: Record<string, string> = {}) {
  const before = valueOf(await counted(), name, labels) ?? 0
  await during()
  return (valueOf(await counted(), name, labels) ?? 0) - before
}

const requests = 'padavu_http_requests_total'
const saves = 'padavu_answer_saves_total'

describe('a request', () => {
  const route = servicePaths.v1 + getExamDetail.path.replace('{examId}', ':examId')
  const detail = async () => (await newCandidate(api, exam)).detail()

  test('is counted under the pattern of its call and the class of its status', async () => {
    const labels = { method: 'GET', route, status: '2xx' }
    expect(await growth(detail, requests, labels)).toBe(1)
    expect(await growth(detail, 'padavu_http_request_duration_seconds_count', labels)).toBe(1)
    expect(
      await growth(
        () => api.request(servicePaths.v1 + getExamDetail.path.replace('{examId}', String(exam.id))),
        requests,
        { route, status: '4xx' },
      ),
    ).toBe(1)
  })

  test('adds no series for what somebody types: paths, methods, statuses', async () => {
    const strange = (name: string) => [
      api.request(`/api/${name}`),
      api.request(servicePaths.v1 + getExamDetail.path.replace('{examId}', name)),
      api.request(`/media/${name}.png`),
      api.request(`/api/v1/${name}`, { method: 'PROPFIND' }),
      api.request(`/api/v1/${name}`, { method: name.toUpperCase() }),
    ]
    await Promise.all(strange('first'))
    const before = ofRequests(await counted())
    await Promise.all(['second', 'third', 'fourth'].flatMap(strange))
    const after = ofRequests(await counted())
    expect(after.map(({ labels }) => labels)).toEqual(before.map(({ labels }) => labels))
    expect(total(after) - total(before)).toBe(15)
  })

  const ofRequests = (all: Series[]) => all.filter(({ name }) => name === requests)
  const total = (all: Series[]) => all.reduce((sum, { value }) => sum + value, 0)
})

describe('a save of an answer', () => {
  test('is counted by what became of it', async () => {
    const candidate = await newCandidate(api, exam)
    const early = () => candidate.answer(exam.questions[0]!, 1)
    expect(await growth(early, saves, { outcome: 'not_started' })).toBe(1)
    await candidate.start()
    const [question] = exam.questions
    const save = (seq: number) => () => candidate.answer(question!, question!.right, { seq })
    expect(await growth(save(2), saves, { outcome: 'stored' })).toBe(1)
    api.clock.advance(1)
    expect(await growth(save(2), saves, { outcome: 'repeated' })).toBe(1)
    expect(await growth(save(1), saves, { outcome: 'stale' })).toBe(1)
    const elsewhere = () => candidate.answer({ qid: 999_999 }, 1)
    expect(await growth(elsewhere, saves, { outcome: 'invalid' })).toBe(1)
    await candidate.submit()
    expect(await growth(save(3), saves, { outcome: 'finished' })).toBe(1)
  })
})

test('payments are counted step by step, and by what is still open', async () => {
  const buyer = await buyerOf(api)
  const events = 'padavu_payment_events_total'
  expect(await growth(buyer.create, events, { source: 'server', kind: 'order.opened' })).toBe(1)
})

describe('the queues of the database', () => {
  test('tell attempts under way, those that are overdue, and orders', async () => {
    const own = await testApi()
    const read = async (later = 0) => {
      const { registry, refresh } = dataGauges({ ...own.services, now: () => own.clock.now() + later }, MINUTE)
      await refresh()
      return readExposition(await registry.metrics())
    }
    try {
      const candidate = await newCandidate(own, await seedExam(own.services.db))
      await candidate.start()
      await (await buyerOf(own)).create()
      const during = await read()
      expect(valueOf(during, 'padavu_database_up')).toBe(1)
      expect(valueOf(during, 'padavu_open_attempts')).toBe(1)
      expect(valueOf(during, 'padavu_payment_orders', { state: 'open' })).toBe(1)
      const waiting = (all: Series[]) =>
        ['overdue_attempts', 'orders_to_ask', 'refunds', 'pushes'].map((queue) =>
          valueOf(all, 'padavu_queue_length', { queue }),
        )
      expect(waiting(during)).toEqual([0, 0, 0, 0])
      expect(waiting(await read(DAY))).toEqual([1, 1, 0, 0])
    } finally {
      await own.close()
    }
  })

  test('never fail a scrape: without a database they are left out, and it is told', async () => {
    const gone = await freshDatabase()
    await gone.db.selectFrom('meta').selectAll().execute()
    await gone.close()
    const { registry, refresh } = dataGauges({ ...api.services, db: gone.db }, MINUTE)
    await refresh()
    const all = readExposition(await registry.metrics())
    expect(valueOf(all, 'padavu_database_up')).toBe(0)
    expect(valueOf(all, 'padavu_queue_length', { queue: 'pushes' })).toBeUndefined()
  })
})

test('a pass of background work is counted, well or not', async () => {
  const runs = 'padavu_sweep_runs_total'
  const stop = repeat(api.services, 'test of a pass', HOUR, async () => {})
  await stop()
  const fail = repeat(api.services, 'test of a failure', HOUR, () => Promise.reject(new Error('cannot')))
  await fail()
  const all = await counted()
  expect(valueOf(all, runs, { sweep: 'test of a pass', outcome: 'ok' })).toBe(1)
  expect(valueOf(all, 'padavu_sweep_last_run_timestamp_seconds', { sweep: 'test of a pass' })).toBeGreaterThan(0)
  expect(valueOf(all, runs, { sweep: 'test of a failure', outcome: 'failed' })).toBe(1)
  expect(valueOf(all, 'padavu_sweep_last_run_timestamp_seconds', { sweep: 'test of a failure' })).toBeUndefined()
})
