import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../../tests/support/api/api.ts'
import { newCandidate } from '../../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededExam } from '../../../../../../tests/support/scenes/exam-fixture.ts'
import { sentBy } from '../../../../../../tests/support/api/statements.ts'
import { doneOrWaiting } from '../../../../../../tests/support/waiting.ts'

let api: TestApi
let exam: SeededExam

beforeAll(async () => {
  api = await testApi()
  exam = await seedExam(api.services.db)
})

afterAll(() => api.close())

const writer = 'a-tab-of-a-device'

async function started() {
  const candidate = await newCandidate(api, exam)
  const { body } = await candidate.start(writer)
  const attempt_id = body.data.open_attempt!.id
  const extras = { attempt_id, writer }
  return {
    candidate,
    attempt_id,
    save: (index: number, seq: number, more: object = {}, option = exam.questions[index]!.right) =>
      candidate.answer(exam.questions[index]!, option, { ...extras, seq, ...more }),
    clear: (index: number, seq: number) => candidate.clear(exam.questions[index]!, { ...extras, seq, marked: true }),
    stored: () =>
      api.services.db
        .selectFrom('responses')
        .where('attempt_id', '=', attempt_id)
        .orderBy('question_id')
        .select(['question_id', 'option_id', 'marked', 'seq'])
        .execute(),
  }
}

describe('saves of many candidates at once', () => {
  test('each have their own outcome', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, started))
    const [one, two, three, four, five, six, seven, eight, nine, ten, ...rest] = all
    const [first, second] = exam.questions
    await six!.save(0, 5)
    await seven!.candidate.submit(seven!.attempt_id, writer)
    await api.services.db
      .updateTable('attempts')
      .set({ deadline_at: TEST_START - MINUTE })
      .where('id', '=', eight!.attempt_id)
      .execute()
    const replies = await Promise.all([
      one!.save(0, 1),
      two!.clear(0, 1),
      three!.save(0, 1, { writer: 'another-tab-of-theirs' }),
      four!.save(0, 1, {}, second!.right),
      five!.candidate.answer({ qid: 2_000_000_000 }, first!.right, { attempt_id: five!.attempt_id, seq: 1 }),
      six!.save(0, 4),
      six!.save(0, 5),
      seven!.save(0, 1),
      eight!.save(0, 1),
      nine!.candidate.answer(first!, first!.right, { attempt_id: one!.attempt_id, seq: 9 }),
      ten!.save(0, 1, { time_from: Number.MAX_SAFE_INTEGER, time_to: null }),
      ...rest.flatMap((each) => [each.save(0, 1), each.save(1, 2)]),
    ])
    const told = replies.map(({ status, body }) => [status, status === 200 ? [body.seq, body.stale] : body.code])
    expect(told).toEqual([
      [200, [1, false]],
      [200, [1, false]],
      [409, 'other_writer'],
      [422, 'invalid_input'],
      [422, 'invalid_input'],
      [200, [5, true]],
      [200, [5, false]],
      [409, 'finished'],
      [409, 'too_late'],
      [404, 'not_found'],
      [200, [1, false]],
      ...rest.flatMap(() => [
        [200, [1, false]],
        [200, [2, false]],
      ]),
    ])
    expect(await one!.stored()).toEqual([{ question_id: first!.qid, option_id: first!.right, marked: 0, seq: 1 }])
    expect(await two!.stored()).toEqual([{ question_id: first!.qid, option_id: null, marked: 1, seq: 1 }])
    for (const each of [three, four, five, seven, eight, nine]) expect(await each!.stored()).toEqual([])
    for (const each of rest) expect(await each.stored()).toHaveLength(2)
  })

  test('of one question keep the highest, whatever the order in which they come', async () => {
    const { save, stored } = await started()
    const [first] = exam.questions
    const receipts = await Promise.all(
      [2, 7, 3, 5].map((seq) => save(0, seq, {}, seq === 7 ? first!.wrong : first!.right)),
    )
    expect(receipts.map(({ status, body }) => [status, body.seq, body.stale])).toEqual([
      [200, 2, false],
      [200, 7, false],
      [200, 7, true],
      [200, 7, true],
    ])
    expect(await stored()).toEqual([{ question_id: first!.qid, option_id: first!.wrong, marked: 0, seq: 7 }])
  })

  test('share a statement on PostgreSQL', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, started))
    const sent = await sentBy(api, () => Promise.all(all.map(({ save }) => save(0, 1))))
    const stores = sent.filter(({ sql: text }) => /^\s*insert into "?responses/.test(text))
    if (api.services.engine === 'postgres') expect(stores.length).toBeLessThan(all.length)
    else expect(stores).toHaveLength(all.length)
  })
})

test('somebody whose attempt is held by something else holds up nobody', async () => {
  const { db, engine } = api.services
  // SQLite has one connection, which the transaction would hold.
  if (engine === 'sqlite') return
  const all = await Promise.all(Array.from({ length: 4 }, started))
  const [held, ...others] = all
  let waiting: ReturnType<(typeof all)[number]['save']> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from attempts where id = ${held!.attempt_id} for update`.execute(tx)
    waiting = held!.save(0, 1)
    const replies = await Promise.all(others.map(({ save }) => save(0, 1)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    await doneOrWaiting(api.services, waiting)
    expect(await held!.stored()).toEqual([])
  })
  expect((await waiting)?.status).toBe(200)
  expect(await held!.stored()).toHaveLength(1)
})
