import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { groupCommit } from '#db/statements/group-commit.ts'
import { openDatabase } from '#db/open.ts'
import type { Services } from '#core/context.ts'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { noStaffCookies } from '../../../../../tests/support/api/staff-work.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { newCandidate, type Candidate } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type ExamToSeed } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { doneOrWaiting } from '../../../../../tests/support/waiting.ts'
import { authenticate } from '../../../auth/server/sessions.ts'
import { claimAttempt } from './claim-attempt.ts'
import { finalise } from '../../server/finalise.ts'
import { updateAnswer } from './save-answer.ts'
import { startExam } from './start-exam.ts'
import { sweepOverdue } from '../../server/sweep.ts'

let api: TestApi
/** What a second server on the same data works with. */
let elsewhere: Services
let closeElsewhere: () => Promise<void>

beforeEach(async () => {
  api = await testApi()
  const { databaseUrl, dataDir } = api.database
  // SQLite admits one server to a data folder, with one connection: there the race is between calls of that server.
  const second = databaseUrl ? await openDatabase({ databaseUrl, dataDir }) : undefined
  elsewhere = second ? workingIn(second.db) : api.services
  closeElsewhere = second?.close ?? (async () => {})
})

afterEach(async () => {
  await closeElsewhere()
  await api.close()
})

/** Services whose every statement goes through one handle. */
function workingIn(db: Db): Services {
  const handle = db as Services['db']
  return { ...api.services, db: handle, groupCommit: groupCommit(handle, 'postgres') }
}

/** Which attempt candidates sit; saves name it as the exam screen does, but for callers who do not know it. */
const attempts = new WeakMap<Candidate, number>()
let named = true
const ways = [
  ['that names its attempt', true],
  ['that does not', false],
] as const

async function started(given: ExamToSeed = {}) {
  const candidate = await newCandidate(api, await seedExam(api.services.db, given))
  const { body } = await candidate.start()
  const { id } = body.data.open_attempt!
  attempts.set(candidate, id)
  return { candidate, id, questions: candidate.exam.questions }
}

const attempt = (id: number) =>
  api.services.db.selectFrom('attempts').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

/** What the attempt's score would be, counted from what is stored now. */
async function recount(id: number) {
  const rows = await api.services.db
    .selectFrom('responses')
    .innerJoin('question_options', 'question_options.id', 'responses.option_id')
    .where('attempt_id', '=', id)
    .select('is_answer')
    .execute()
  const correct = rows.filter(({ is_answer }) => is_answer === 1).length
  return { correct_count: correct, incorrect_count: rows.length - correct }
}

/** The save as the server runs it, in a database of the test's choice. */
async function saveIn(
  services: Services,
  candidate: Candidate,
  index: number,
  option: 'right' | 'wrong',
  seq: number,
  writer?: string,
) {
  const question = candidate.exam.questions[index]!
  const attempt_id = named ? attempts.get(candidate)! : undefined
  const answer = { qid: question.qid, answer_option_id: question[option], seq, writer }
  return updateAnswer(await contextIn(services, candidate), {
    body: { exam_id: candidate.exam.id, attempt_id, ...answer },
  })
}

/** The claim likewise. */
async function claimIn(services: Services, candidate: Candidate, attemptId: number, writer: string) {
  const body = { exam_id: candidate.exam.id, attempt_id: attemptId, writer }
  return claimAttempt(await contextIn(services, candidate), { body })
}

async function contextIn(services: Services, { token }: Candidate) {
  const user = await authenticate(services, token)
  return {
    ...services,
    user,
    requestId: 'test',
    address: '',
    userAgent: '',
    signal: () => new AbortController().signal,
    device: { cookie: undefined, keep: () => {} },
    staffCookies: noStaffCookies,
  }
}

const settled = <T>(work: Promise<T>) =>
  work.then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error: error as { code?: string } }),
  )

describe.each(ways)('a submit and a save at the same time %s', (_, way) => {
  beforeEach(() => void (named = way))

  test('a save that was under way before the submit is counted', async () => {
    const { candidate, id } = await started()
    const { db } = api.services
    let submitting: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      // As if the save's connection were slow: it has stored, but not committed, when the submit comes.
      await saveIn(workingIn(tx), candidate, 0, 'right', 1)
      submitting = finalise(elsewhere, id, TEST_START + 1)
      await doneOrWaiting(api.services, submitting)
    })
    expect(await submitting).toBe(true)
    expect(await attempt(id)).toMatchObject({
      status: 'completed',
      correct_count: 1,
      incorrect_count: 0,
      score_units: 3,
    })
  })

  test('a save that comes while the attempt is being finished waits and is refused', async () => {
    const { candidate, id } = await started()
    let saving: ReturnType<typeof settled> | undefined
    await elsewhere.db.transaction().execute(async (tx) => {
      await tx.updateTable('attempts').set({ status: 'completed' }).where('id', '=', id).execute()
      saving = settled(saveIn(api.services, candidate, 0, 'right', 1))
      await doneOrWaiting(api.services, saving)
    })
    expect((await saving)?.error?.code).toBe('finished')
    expect(await api.services.db.selectFrom('responses').where('attempt_id', '=', id).selectAll().execute()).toEqual([])
  })

  test('whatever the order, the score is that of what is stored, and a receipt means it counts', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { candidate, id, questions } = await started({ sections: [6] })
      const saves = questions.map((_, index) =>
        settled(saveIn(index % 2 ? elsewhere : api.services, candidate, index, index % 3 ? 'right' : 'wrong', 1)),
      )
      const finishing = [finalise(elsewhere, id, TEST_START), finalise(api.services, id, TEST_START)]
      const more = questions.map((_, index) => settled(saveIn(elsewhere, candidate, index, 'right', 2)))
      const results = await Promise.all([...saves, ...more])
      expect((await Promise.all(finishing)).filter(Boolean)).toHaveLength(1)
      const { correct_count, incorrect_count } = await attempt(id)
      expect({ correct_count, incorrect_count }).toEqual(await recount(id))
      for (const { error } of results) if (error) expect(error.code).toBe('finished')
      const receipted = new Set(results.flatMap(({ value }) => (value ? [value.qid] : [])))
      expect((correct_count ?? 0) + (incorrect_count ?? 0)).toBe(receipted.size)
    }
  })
})

describe('a start and an import that gives the exam another paper', () => {
  const scene = async () => {
    const { db } = api.services
    const [exam, { paperId }] = [await seedExam(db), await seedExam(db)]
    const candidate = await newCandidate(api, exam)
    const another = (tx: Db) => tx.updateTable('exams').set({ paper_id: paperId }).where('id', '=', exam.id).execute()
    return { candidate, another, paperId, body: { exam_id: exam.id, status: 'start' as const } }
  }

  test('a start that waited for it is of the paper that the exam has then', async () => {
    const { candidate, another, paperId } = await scene()
    let starting: ReturnType<Candidate['start']> | undefined
    await elsewhere.db.transaction().execute(async (tx) => {
      if (api.services.engine === 'postgres') await sql`lock table attempts in share mode`.execute(tx)
      starting = candidate.start()
      await doneOrWaiting(api.services, starting)
      await another(tx)
    })
    const { status, body } = await starting!
    expect([status, (await attempt(body.data.open_attempt!.id)).paper_id]).toEqual([200, paperId])
  })

  test('so is one that had looked at the exam before it, and it shows that paper', async () => {
    const { candidate, another, paperId, body } = await scene()
    const ctx = await contextIn(api.services, candidate)
    const meanwhile: typeof ctx.groupCommit = async (write, statements) => {
      await another(ctx.db)
      return ctx.groupCommit(write, statements)
    }
    const first = await startExam({ ...ctx, groupCommit: meanwhile }, { body })
    const again = await startExam(ctx, { body })
    const started = ctx.db.selectFrom('attempts').where('exam_id', '=', body.exam_id).select('paper_id')
    expect(await started.execute()).toEqual([{ paper_id: paperId }])
    expect(first.kept.exam_questions).toBe(again.kept.exam_questions)
  })
})

describe.each(ways)('a claim and the former writer’s save at the same time, one %s', (_, way) => {
  beforeEach(() => void (named = way))

  const [phone, laptop, tablet] = ['phone-0123456789ab', 'laptop-0123456789ab', 'tablet-0123456789ab'] as const

  test('a save that was under way before the claim is stored, and the new writer has it', async () => {
    const { candidate, id, questions } = await started()
    await candidate.claim(id, phone)
    let claiming: ReturnType<typeof claimIn> | undefined
    await api.services.db.transaction().execute(async (tx) => {
      await saveIn(workingIn(tx), candidate, 0, 'right', 1, phone)
      claiming = claimIn(elsewhere, candidate, id, laptop)
      await doneOrWaiting(api.services, claiming)
    })
    const { data } = await claiming!
    expect(data.responses).toMatchObject([{ qid: questions[0]!.qid, answer_option_id: questions[0]!.right }])
  })

  test('a save that comes while the attempt is being claimed waits and is refused', async () => {
    const { candidate, id } = await started()
    await candidate.claim(id, phone)
    let saving: ReturnType<typeof settled> | undefined
    await elsewhere.db.transaction().execute(async (tx) => {
      await claimIn(workingIn(tx), candidate, id, laptop)
      saving = settled(saveIn(api.services, candidate, 0, 'right', 1, phone))
      await doneOrWaiting(api.services, saving)
    })
    expect((await saving)?.error?.code).toBe('other_writer')
    expect(await api.services.db.selectFrom('responses').where('attempt_id', '=', id).selectAll().execute()).toEqual([])
  })

  test('of two devices that claim at once one writes, and a receipt means that the answer is in what the next one got', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { candidate, id, questions } = await started({ sections: [6] })
      await candidate.claim(id, phone)
      const saves = questions.map((_, index) =>
        settled(saveIn(index % 2 ? elsewhere : api.services, candidate, index, 'right', 1, phone)),
      )
      const claims = [claimIn(elsewhere, candidate, id, laptop), claimIn(api.services, candidate, id, tablet)]
      const more = questions.map((_, index) => settled(saveIn(elsewhere, candidate, index, 'wrong', 2, phone)))
      const claimed = await Promise.all(claims)
      const results = await Promise.all([...saves, ...more])
      for (const { error } of results) if (error) expect(error.code).toBe('other_writer')
      const { writer } = await attempt(id)
      expect([laptop, tablet]).toContain(writer)
      const kept = new Set(results.flatMap(({ value }) => (value ? [value.qid] : [])))
      const handed = claimed[writer === laptop ? 0 : 1]!.data.responses.map(({ qid }) => qid)
      expect(new Set(handed)).toEqual(kept)
      const other = writer === laptop ? tablet : laptop
      expect((await settled(saveIn(api.services, candidate, 0, 'right', 9, other))).error?.code).toBe('other_writer')
      expect((await saveIn(elsewhere, candidate, 0, 'right', 9, writer!)).seq).toBe(9)
    }
  })
})

describe('the sweep', () => {
  test('of two servers finishes each attempt once', async () => {
    const all = []
    for (let count = 0; count < 8; count += 1) all.push(await started())
    for (const { candidate, questions } of all) await candidate.answer(questions[0]!, questions[0]!.right)
    api.clock.advance(HOUR)
    const [one, two] = await Promise.all([sweepOverdue(api.services), sweepOverdue(elsewhere)])
    expect(one + two).toBe(8)
    for (const { id } of all) expect(await attempt(id)).toMatchObject({ finished_by: 'deadline', correct_count: 1 })
  })

  test('and a submit give one result', async () => {
    for (let round = 0; round < 6; round += 1) {
      api.clock.set(TEST_START)
      const { candidate, id, questions } = await started()
      await candidate.answer(questions[0]!, questions[0]!.right)
      api.clock.advance(30 * MINUTE + 6 * SECOND)
      const [{ status, body }] = await Promise.all([candidate.submit(), sweepOverdue(elsewhere), candidate.submit()])
      expect([status, body.result_id]).toEqual([200, id])
      expect(await attempt(id)).toMatchObject({
        submitted_at: TEST_START + 30 * MINUTE,
        finished_by: 'deadline',
        correct_count: 1,
        score_units: 3,
      })
    }
  })
})
