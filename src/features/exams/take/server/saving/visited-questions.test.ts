import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TEST_START, testApi, type TestApi } from '../../../../../../tests/support/api/api.ts'
import { newCandidate } from '../../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededExam } from '../../../../../../tests/support/scenes/exam-fixture.ts'
import { sittingScene } from '../../../../../../tests/support/sitting/sitting-scene.ts'
import { examsPart } from '../../../server/personal-data.ts'
import { questionState } from '../../answers/attempt.rules.ts'

const scene = sittingScene()

let api: TestApi
let exam: SeededExam

beforeAll(async () => {
  api = await testApi()
  exam = await seedExam(api.services.db, { attempts: 2 })
})

beforeEach(() => api.clock.set(TEST_START))

afterAll(() => api.close())

const NAME = 'a-tab-of-the-learner'

async function started() {
  const candidate = await newCandidate(api, exam)
  const { body } = await candidate.start(NAME)
  const { id } = body.data.open_attempt!
  const [first, second, third, fourth] = exam.questions
  return { candidate, id, first: first!, second: second!, third: third!, fourth: fourth! }
}

const seen = (qid: number) => ({ qid, answer_option_id: null, marked: false, seq: 0 })

test.each([
  ['with a number, together with others', { seq: 1 }],
  ['without a number, by itself', {}],
])('a save %s tells other devices which questions were only seen', async (_, numbered) => {
  const { candidate, id, first, second, third } = await started()
  const more = { ...numbered, attempt_id: id, writer: NAME, visited: [third.qid, second.qid, third.qid] }
  const { status } = await candidate.answer(first, first.right, more)
  expect(status).toBe(200)
  const saved = { qid: first.qid, answer_option_id: first.right, marked: false, seq: 1 }
  const all = [saved, seen(second.qid), seen(third.qid)]
  expect((await candidate.detail()).body.data.open_attempt!.responses).toEqual(all)
  expect((await candidate.start()).body.data.open_attempt!.responses).toEqual(all)
  expect((await candidate.claim(id, 'another-of-the-learner')).body.data.responses).toEqual(all)
})

test('a question with an action is told by its action alone, and a save that says nothing takes nothing back', async () => {
  const { candidate, id, first, second, third, fourth } = await started()
  const responses = async () => (await candidate.detail()).body.data.open_attempt!.responses
  await candidate.clear(first, { attempt_id: id, seq: 1, visited: [second.qid, third.qid] })
  await candidate.answer(second, second.right, { attempt_id: id, seq: 2, visited: [third.qid, fourth.qid] })
  expect((await responses()).map(({ qid, seq }) => [qid, seq])).toEqual([
    [first.qid, 1],
    [second.qid, 2],
    [third.qid, 0],
    [fourth.qid, 0],
  ])
  await candidate.clear(second, { attempt_id: id, seq: 3 })
  expect((await responses()).filter(({ seq }) => seq === 0)).toEqual([seen(third.qid), seen(fourth.qid)])
})

test('a question of another paper is not told', async () => {
  const { candidate, first } = await started()
  const other = await seedExam(api.services.db, { title: 'Another' })
  await candidate.answer(first, first.right, { visited: [other.questions[0]!.qid, 999_999] })
  expect((await candidate.detail()).body.data.open_attempt!.responses).toHaveLength(1)
})

test('the download of personal data counts the questions that were only seen', async () => {
  const { candidate, id, first, second, third, fourth } = await started()
  await candidate.answer(first, first.right, { visited: [second.qid, third.qid] })
  await candidate.clear(second, { visited: [] })
  await candidate.clear(fourth, {})
  const { rows } = examsPart.lists.find(({ key }) => key === 'exam_answers')!
  const { db } = api.services
  const { user_id } = await db.selectFrom('attempts').where('id', '=', id).select('user_id').executeTakeFirstOrThrow()
  const found = await rows(db, user_id).limit(10).offset(0).execute()
  expect(found.map(({ others_seen }) => others_seen)).toEqual([2, 0, null])
})

test.each([
  ['no list', 'all'],
  ['no ids', ['one']],
  ['more than 1000', Array.from({ length: 1001 }, (_, index) => index + 1)],
])('%s of them is refused by the field', async (_, visited) => {
  const { candidate, first } = await started()
  const { status, body } = await candidate.answer(first, first.right, { visited: visited as number[] })
  expect(status).toBe(422)
  expect(Object.keys(body.errors ?? {})).toEqual([expect.stringMatching(/^visited/)])
})

test('a second device shows as visited what the first one has passed by the time of its last save', async () => {
  const { begin, device, settled } = await scene()
  const { tab } = await begin()
  await tab.next()
  await tab.next()
  const there = device().open()
  await settled()
  const { questions, attempt } = there.running()
  expect(questionState(attempt.$work.get(), questions[1]!.qid)).toBe('not_visited')
  await tab.markAndNext()
  await settled()
  await there.continueHere()
  expect(questions.map(({ qid }) => questionState(there.running().attempt.$work.get(), qid))).toEqual([
    'not_answered',
    'not_answered',
    'marked',
    'not_visited',
  ])
})
