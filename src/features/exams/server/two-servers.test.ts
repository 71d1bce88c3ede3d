import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { candidateOf, type Candidate } from '../../../../tests/support/scenes/candidate.ts'
import { seedExam, type ExamToSeed } from '../../../../tests/support/scenes/exam-fixture.ts'
import { secondServer, type SecondServer } from '../../../../tests/support/api/second-server.ts'

/** What one process decides by the order of its calls, two decide only by the database. */

let api: TestApi
let servers: SecondServer[]
const clock = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))

beforeAll(async () => {
  api = await testApi()
  servers = await Promise.all([secondServer(api.database, clock), secondServer(api.database, clock)])
})

beforeEach(() => setClock(TEST_START))

afterAll(async () => {
  for (const server of servers) await server.close()
  await api.close()
})

function setClock(instant: number): void {
  clock[0] = instant
  api.clock.set(instant)
}

/** A learner at an exam with a browser at either server. */
async function atBoth(given: ExamToSeed = {}): Promise<[Candidate, Candidate]> {
  const exam = await seedExam(api.services.db, given)
  const { token } = await api.learner()
  return servers.map((server) => candidateOf(server, exam, token)) as [Candidate, Candidate]
}

const ROUNDS = 8
const rounds = Array.from({ length: ROUNDS }, (_, round) => round)

async function stored(attemptId: number) {
  const { db } = api.services
  const rows = await db
    .selectFrom('responses')
    .innerJoin('question_options', 'question_options.id', 'responses.option_id')
    .where('attempt_id', '=', attemptId)
    .select(['responses.question_id', 'option_id', 'seq', 'is_answer'])
    .execute()
  const attempt = await db.selectFrom('attempts').where('id', '=', attemptId).selectAll().executeTakeFirstOrThrow()
  return { rows, attempt }
}

describe('with two servers on the same data', () => {
  test('a submit and saves at the same time: a receipt means that the answer counts, a refusal that it does not', async () => {
    for (const round of rounds) {
      const [here, there] = await atBoth({ sections: [8] })
      const { questions } = here.exam
      const { id } = (await here.start()).body.data.open_attempt!
      const saves = questions.map((question, index) =>
        (index % 2 ? here : there).answer(question, index % 3 ? question.right : question.wrong, { seq: 1 }),
      )
      const submits = [(round % 2 ? here : there).submit(id), there.submit(id)]
      const late = questions.map((question) => here.answer(question, question.right, { seq: 2 }))
      for (const { status, body } of await Promise.all(submits)) expect([status, body.result_id]).toEqual([200, id])
      const answers = await Promise.all([...saves, ...late])
      for (const { status, body } of answers) if (status !== 200) expect([status, body.code]).toEqual([409, 'finished'])
      const kept = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.qid] : [])))
      const { rows, attempt } = await stored(id)
      expect(new Set(rows.map(({ question_id }) => question_id))).toEqual(kept)
      const right = rows.filter(({ is_answer }) => is_answer === 1).length
      expect(attempt).toMatchObject({
        status: 'completed',
        correct_count: right,
        incorrect_count: rows.length - right,
        score_units: 3 * right - (rows.length - right),
      })
    }
  })

  test('starts at the same time open one attempt, and never more than are allowed', async () => {
    for (const allowed of [1, 2, 1, 2, 1, 2]) {
      const both = await atBoth({ attempts: allowed })
      const ids: number[] = []
      for (let number = 1; number <= allowed; number += 1) {
        const starts = await Promise.all([0, 1, 0, 1, 0, 1].map((which) => both[which]!.start()))
        expect(starts.map(({ status }) => status)).toEqual(Array(6).fill(200))
        const opened = new Set(starts.map(({ body }) => body.data.open_attempt!.id))
        expect(opened.size).toBe(1)
        expect(starts.filter(({ body }) => !body.resumed)).toHaveLength(1)
        ids.push(...opened)
        await both[1].submit()
      }
      expect(new Set(ids).size).toBe(allowed)
      const more = await Promise.all(both.map((candidate) => candidate.start()))
      expect(more.map(({ body }) => body.code)).toEqual(['no_attempts_left', 'no_attempts_left'])
    }
  })

  test('the last attempt is started once, even while the one before is being handed in', async () => {
    for (const _ of rounds) {
      const [here, there] = await atBoth({ attempts: 2 })
      const { id } = (await here.start()).body.data.open_attempt!
      const [, ...starts] = await Promise.all([here.submit(id), there.start(), here.start(), there.start()])
      for (const { status } of starts) expect(status).toBe(200)
      const rows = await api.services.db
        .selectFrom('attempts')
        .where('exam_id', '=', here.exam.id)
        .select(['number', 'status'])
        .orderBy('number')
        .execute()
      expect(rows.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1)
      expect([[1], [1, 2]]).toContainEqual(rows.map(({ number }) => number))
    }
  })

  test('sweeps, submits and late saves finish an overdue attempt once, at its deadline', async () => {
    // What other tests have left open.
    setClock(TEST_START + HOUR)
    await servers[0]!.sweep()
    for (const round of rounds) {
      setClock(TEST_START)
      const [here, there] = await atBoth()
      const [first, second] = here.exam.questions
      const { id } = (await here.start()).body.data.open_attempt!
      await there.answer(first!, first!.right, { seq: 1 })
      setClock(TEST_START + 30 * MINUTE + (round % 2 ? 6 : 5) * SECOND + 1)
      const late = here.answer(second!, second!.right, { seq: 2 })
      const [one, two, submitted] = await Promise.all([
        servers[0]!.sweep(),
        servers[1]!.sweep(),
        (round % 3 ? here : there).submit(id),
      ])
      expect(one + two).toBeLessThanOrEqual(1)
      expect(submitted.body.result_id).toBe(id)
      expect(['too_late', 'finished']).toContain((await late).body.code)
      expect((await stored(id)).attempt).toMatchObject({
        submitted_at: TEST_START + 30 * MINUTE,
        finished_by: 'deadline',
        correct_count: 1,
        incorrect_count: 0,
        score_units: 3,
      })
    }
  })

  test('of two devices that save the same question the higher number stays, and one receipt says so', async () => {
    for (const round of rounds) {
      const [here, there] = await atBoth({ sections: [1] })
      const question = here.exam.questions[0]!
      const { id } = (await here.start()).body.data.open_attempt!
      const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
      if (round % 2) numbers.reverse()
      const answers = await Promise.all(
        // Both count to the same numbers, with different answers.
        numbers.flatMap((seq) => [
          here.answer(question, question.options[0]!, { seq }),
          there.answer(question, question.options[1]!, { seq }),
        ]),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
      const [row] = (await stored(id)).rows
      expect(row!.seq).toBe(8)
      const last = answers.filter(({ body }) => body.seq === 8 && !body.stale)
      expect(last).toHaveLength(1)
      const winner = answers.indexOf(last[0]!) % 2
      expect(row!.option_id).toBe(question.options[winner])
      for (const { body } of answers) expect(body.seq).toBeLessThanOrEqual(8)
    }
  })
})
