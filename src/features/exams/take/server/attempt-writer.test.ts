import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { newCandidate } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { statementsOf } from '../../../../../tests/support/api/statements.ts'

/** Names that two tabs give themselves. */
const PHONE = 'phone-0123456789ab'
const LAPTOP = 'laptop-0123456789ab'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

/** A candidate whose phone has started an attempt. */
async function onThePhone(writer: string | undefined = PHONE) {
  api.clock.set(TEST_START)
  const candidate = await newCandidate(api, await seedExam(api.services.db, { attempts: 2 }))
  const { body } = await candidate.start(writer)
  const [first, second] = candidate.exam.questions
  return { candidate, open: body.data.open_attempt!, id: body.data.open_attempt!.id, first: first!, second: second! }
}

const answersOf = async (id: number) =>
  new Map(
    (await api.services.db.selectFrom('responses').where('attempt_id', '=', id).selectAll().execute()).map((row) => [
      row.question_id,
      row.option_id,
    ]),
  )

test('whoever starts an attempt writes to it, also when the start is repeated because its reply was lost', async () => {
  const { candidate, open } = await onThePhone()
  expect(open.writer).toBe('you')
  const again = await candidate.start(PHONE)
  expect([again.body.resumed, again.body.data.open_attempt?.writer]).toEqual([true, 'you'])
})

test('a second device is told that another writes, whether it looks or starts, and takes nothing over by that', async () => {
  const { candidate, id, first } = await onThePhone()
  expect((await candidate.detail(LAPTOP)).body.data.open_attempt?.writer).toBe('another')
  expect((await candidate.start(LAPTOP)).body.data.open_attempt?.writer).toBe('another')
  const refused = await candidate.answer(first, first.right, { attempt_id: id, seq: 1, writer: LAPTOP })
  expect([refused.status, refused.body.code]).toEqual([409, 'other_writer'])
  expect((await candidate.answer(first, first.right, { attempt_id: id, seq: 1, writer: PHONE })).status).toBe(200)
  expect(await answersOf(id)).toEqual(new Map([[first.qid, first.right]]))
})

test('an attempt that a caller without a name started belongs to the first with one', async () => {
  const { candidate, open } = await onThePhone('')
  expect(open.writer).toBe('nobody')
  expect((await candidate.detail(PHONE)).body.data.open_attempt?.writer).toBe('nobody')
  expect((await candidate.start(PHONE)).body.data.open_attempt?.writer).toBe('you')
  expect((await candidate.start(LAPTOP)).body.data.open_attempt?.writer).toBe('another')
})

test('a claim holds at once: it gives the answers so far, and the former writer is refused from then on', async () => {
  const { candidate, id, first, second } = await onThePhone()
  await candidate.answer(first, first.right, { attempt_id: id, seq: 1, writer: PHONE })
  const { status, body } = await candidate.claim(id, LAPTOP)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ id, writer: 'you', deadline_at: TEST_START + 30 * MINUTE })
  expect(body.data.responses).toEqual([{ qid: first.qid, answer_option_id: first.right, marked: false, seq: 1 }])
  for (const late of [
    await candidate.answer(second, second.right, { attempt_id: id, seq: 2, writer: PHONE }),
    await candidate.answer(first, first.wrong, { attempt_id: id, seq: 9, writer: PHONE }),
    await candidate.clear(first, { attempt_id: id, seq: 10, writer: PHONE }),
  ]) {
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'other_writer',
      'The exam continues in another tab or on another device.',
    ])
  }
  expect((await candidate.answer(second, second.wrong, { attempt_id: id, seq: 2, writer: LAPTOP })).status).toBe(200)
  expect(await answersOf(id)).toEqual(
    new Map([
      [first.qid, first.right],
      [second.qid, second.wrong],
    ]),
  )
})

test('a former writer gets the receipt of what it had saved, and is not told that a later answer is', async () => {
  const { candidate, id, first } = await onThePhone()
  await candidate.answer(first, first.right, { attempt_id: id, seq: 4, writer: PHONE })
  await candidate.claim(id, LAPTOP)
  const receipt = await candidate.answer(first, first.right, { attempt_id: id, seq: 4, writer: PHONE })
  expect([receipt.status, receipt.body.stale]).toEqual([200, false])
  const older = await candidate.answer(first, first.wrong, { attempt_id: id, seq: 3, writer: PHONE })
  expect(older.body.code).toBe('other_writer')
})

test('the former writer may claim the attempt back', async () => {
  const { candidate, id, first } = await onThePhone()
  await candidate.claim(id, LAPTOP)
  await candidate.claim(id, PHONE)
  expect((await candidate.answer(first, first.right, { attempt_id: id, seq: 1, writer: PHONE })).status).toBe(200)
  const laptop = await candidate.answer(first, first.wrong, { attempt_id: id, seq: 2, writer: LAPTOP })
  expect(laptop.body.code).toBe('other_writer')
})

test('callers that send no name keep working, before and after a claim', async () => {
  const { candidate, id, first, second } = await onThePhone()
  expect((await candidate.answer(first, first.right)).status).toBe(200)
  await candidate.claim(id, LAPTOP)
  expect((await candidate.answer(second, second.right, { attempt_id: id })).status).toBe(200)
  expect((await candidate.clear(second)).status).toBe(200)
  expect(await answersOf(id)).toEqual(
    new Map([
      [first.qid, first.right],
      [second.qid, null],
    ]),
  )
  expect((await candidate.submit()).body.result_id).toBe(id)
})

test('only the writer submits before the deadline; after it, and once submitted, everybody gets the result', async () => {
  const { candidate, id } = await onThePhone()
  await candidate.claim(id, LAPTOP)
  const refused = await candidate.submit(id, PHONE)
  expect([refused.status, refused.body.code]).toEqual([409, 'other_writer'])
  expect((await candidate.detail()).body.data.open_attempt?.id).toBe(id)
  expect((await candidate.submit(id, LAPTOP)).status).toBe(200)
  expect((await candidate.submit(id, PHONE)).body.result_id).toBe(id)

  const { body } = await candidate.start(PHONE)
  const next = body.data.open_attempt!
  await candidate.claim(next.id, LAPTOP)
  api.clock.set(next.deadline_at)
  expect((await candidate.submit(next.id, PHONE)).body.result_id).toBe(next.id)
})

test('an attempt that is over, or not the caller’s, cannot be claimed', async () => {
  const { candidate, id } = await onThePhone()
  const stranger = await newCandidate(api, candidate.exam)
  expect((await stranger.claim(id, LAPTOP)).status).toBe(404)
  api.clock.advance(30 * MINUTE)
  const over = await candidate.claim(id, LAPTOP)
  expect([over.status, over.body.code]).toEqual([409, 'finished'])
  expect((await candidate.submit(id, PHONE)).status).toBe(200)
  expect((await candidate.claim(id, LAPTOP)).body.code).toBe('finished')
})

test('late and finished are said before anything of writers', async () => {
  const { candidate, id, first } = await onThePhone()
  await candidate.claim(id, LAPTOP)
  api.clock.advance(30 * MINUTE + 6 * SECOND)
  const late = await candidate.answer(first, first.right, { attempt_id: id, seq: 1, writer: PHONE })
  expect(late.body.code).toBe('too_late')
  await candidate.submit(id, LAPTOP)
  const finished = await candidate.answer(first, first.right, { attempt_id: id, seq: 1, writer: PHONE })
  expect(finished.body.code).toBe('finished')
})

test.each(['short', 'has spaces in its name', 'x'.repeat(65)])(
  'the name %j is refused by its field',
  async (writer) => {
    const { candidate, id, first } = await onThePhone()
    for (const { status, body } of [
      await candidate.claim(id, writer),
      await candidate.detail(writer),
      await candidate.answer(first, first.right, { writer }),
    ]) {
      expect(status).toBe(422)
      expect(body.errors).toHaveProperty('writer')
    }
  },
)

test('a save with a name costs one statement besides the check of the token, as one without', async () => {
  const { candidate, id, first } = await onThePhone()
  const save = (seq: number) => candidate.answer(first, first.right, { attempt_id: id, seq, writer: PHONE })
  await save(1)
  expect(await statementsOf(api, () => save(2))).toBe(2)
})
