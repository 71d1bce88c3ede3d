import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { changingSessions } from '#features/auth/server/sessions/known-sessions.ts'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, TEST_START, type TestApi } from '../../../../../../tests/support/api/api.ts'
import { sentBy } from '../../../../../../tests/support/api/statements.ts'
import { candidateOf, newCandidate, type Candidate } from '../../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededExam } from '../../../../../../tests/support/scenes/exam-fixture.ts'
import { doneOrWaiting } from '../../../../../../tests/support/waiting.ts'
import { insertAttempt } from './insert-attempt.ts'

let api: TestApi
let exam: SeededExam

beforeEach(async () => {
  api = await testApi()
  exam = await seedExam(api.services.db)
})

afterEach(() => api.close())

async function candidates(count: number, of = exam): Promise<Candidate[]> {
  const made: Candidate[] = []
  while (made.length < count) made.push(await newCandidate(api, of))
  return made
}

const startAll = (hall: Candidate[]) => Promise.all(hall.map(({ start }) => start()))

const attempts = () =>
  api.services.db.selectFrom('attempts').orderBy('user_id').orderBy('exam_id').orderBy('number').selectAll().execute()

test('starts of many candidates at once each have their own outcome', async () => {
  const { db } = api.services
  const [soon, once, other, withdrawn] = [
    await seedExam(db, { opensAt: TEST_START + HOUR }),
    await seedExam(db, { attempts: 1 }),
    await seedExam(db, { minutes: 30, sections: [3] }),
    await seedExam(db, { retired: true }),
  ]
  const [early, late] = [await newCandidate(api, soon), await newCandidate(api, withdrawn)]
  const spent = await newCandidate(api, once)
  await spent.start()
  await spent.submit()
  const resuming = await newCandidate(api, exam)
  const first = (await resuming.start('a-tab-of-a-device')).body.data.open_attempt!.id
  const stranger = candidateOf(api, exam, 'no-such-token')
  const twice = await newCandidate(api, exam)
  const [one, two] = await candidates(2)
  const [three, four] = await candidates(2, other)

  const replies = await Promise.all([
    early.start(),
    late.start(),
    spent.start(),
    resuming.start('a-tab-of-a-device'),
    stranger.start(),
    twice.start(),
    twice.start(),
    one!.start('one-tab-of-a-device'),
    two!.start(),
    three!.start(),
    four!.start(),
  ])
  expect(replies.map(({ status, body }) => (status === 200 ? 'started' : (body.code ?? status)))).toEqual([
    'not_open',
    'not_found',
    'no_attempts_left',
    ...['started', 'unauthorized', ...Array(6).fill('started')],
  ])
  expect(replies[3]!.body).toMatchObject({ resumed: true, data: { open_attempt: { id: first, writer: 'you' } } })
  expect(replies[5]!.body.data.open_attempt!.id).toBe(replies[6]!.body.data.open_attempt!.id)
  expect(replies[7]!.body.data.open_attempt!.writer).toBe('you')
  expect(replies[8]!.body.data.open_attempt!.writer).toBe('nobody')
  expect(replies.slice(9).map(({ body }) => body.data.exam_questions.length)).toEqual([3, 3])
  const stored = await attempts()
  expect(stored).toHaveLength(7)
  for (const { body } of replies.slice(7)) {
    const { id, number, started_at, deadline_at } = body.data.open_attempt!
    const { id: exam_id, time } = body.data
    expect(deadline_at - started_at).toBe(time * 60_000)
    expect(stored.find((row) => row.id === id)).toMatchObject({ exam_id, number, started_at, deadline_at })
  }
})

test('each who starts is given their own attempt, in whatever order they come', async () => {
  const [first, ...hall] = await candidates(9)
  // The first reads the paper.
  await first!.start()
  const replies = await startAll(hall.toReversed())
  const given = replies.toReversed().map(({ body }) => body.data.open_attempt!.id)
  const own = await Promise.all(hall.map(async ({ detail }) => (await detail()).body.data.open_attempt!.id))
  expect(given).toEqual(own)
})

test('starts share their statements on PostgreSQL', async () => {
  // The first reads the paper.
  const [first, ...hall] = await candidates(9)
  await first!.start()
  await changingSessions(() => Promise.resolve())
  const sent = await sentBy(api, async () => {
    for (const { status } of await startAll(hall)) expect(status).toBe(200)
  })
  const count = (of: RegExp) => sent.filter(({ sql: text }) => of.test(text)).length
  for (const of of [/from "?sessions/, /from "?exams"? left join/, /insert into "?attempts/]) {
    if (api.services.engine === 'postgres') expect(count(of)).toBeLessThan(hall.length)
    else expect(count(of)).toBe(hall.length)
  }
})

test('starts that waited for an import together are of the paper that the exam has then', async () => {
  const { db, engine } = api.services
  // SQLite has one connection, which the transaction would hold.
  if (engine === 'sqlite') return
  const { paperId } = await seedExam(db)
  const hall = await candidates(8)
  let starting: ReturnType<typeof startAll> | undefined
  await db.transaction().execute(async (tx: Db) => {
    await sql`lock table attempts in share mode`.execute(tx)
    starting = startAll(hall)
    await doneOrWaiting(api.services, starting)
    await tx.updateTable('exams').set({ paper_id: paperId }).where('id', '=', exam.id).execute()
  })
  for (const { status } of await starting!) expect(status).toBe(200)
  expect((await attempts()).map(({ paper_id }) => paper_id)).toEqual(Array(8).fill(paperId))
})

test('somebody whose account is held by something else holds up nobody', async () => {
  const { db, engine } = api.services
  if (engine === 'sqlite') return
  const hall = await candidates(6)
  for (const { detail } of hall) await detail()
  const [held, ...others] = hall
  let waiting: ReturnType<Candidate['start']> | undefined
  await db.transaction().execute(async (tx) => {
    const { user_id } = await tx
      .selectFrom('sessions')
      .orderBy('id', 'desc')
      .offset(5)
      .select('user_id')
      .executeTakeFirstOrThrow()
    await sql`select 1 from users where id = ${user_id} for update`.execute(tx)
    waiting = held!.start()
    for (const { status } of await startAll(others)) expect(status).toBe(200)
    await doneOrWaiting(api.services, waiting)
    expect(await attempts()).toHaveLength(5)
  })
  expect((await waiting)?.status).toBe(200)
})

test('starts that an import holds up for longer than a lock is waited for fail together, and none waits once more', async () => {
  const { db, engine } = api.services
  if (engine === 'sqlite') return
  await candidates(4)
  const learners = await db.selectFrom('users').select('id').orderBy('id', 'desc').limit(4).execute()
  const inserted: string[] = []
  const bounded = await openDatabase({
    ...api.database,
    bounds: { statement: MINUTE, lock: 1, idleInTransaction: MINUTE },
    onQuery: ({ sql: text }) => void (/insert into "?attempts/.test(text) && inserted.push(text)),
  })
  const start = ({ id: userId }: { id: number }) =>
    insertAttempt(bounded.db, 'postgres', {
      ...{ userId, examId: exam.id, place: null, number: 1, writer: null },
      ...{ now: TEST_START, deadline: TEST_START + HOUR },
    })
  try {
    await db.transaction().execute(async (tx) => {
      await sql`lock table attempts in share mode`.execute(tx)
      const outcomes = await Promise.allSettled(learners.map(start))
      const codes = outcomes.map(
        (outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code,
      )
      expect(codes).toEqual(Array(4).fill('55P03'))
    })
    expect(inserted).toHaveLength(1)
    expect((await Promise.all(learners.map(start))).map((started) => started?.number)).toEqual([1, 1, 1, 1])
  } finally {
    await bounded.close()
  }
})
