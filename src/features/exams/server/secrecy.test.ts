import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { newCandidate } from '../../../../tests/support/scenes/candidate.ts'
import { EXPLANATION, seedExam } from '../../../../tests/support/scenes/exam-fixture.ts'
import { listAuthMockExams, listMockExams } from '../list/exam-list.contract.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

/** Names that would tell an answer right or wrong. What a right answer is worth is public. */
const telling = /answer_?key|is_?answer|correct|solution|explanation|right/i
const harmless = new Set(['correct_score', 'correct_score_text'])

/** Every telling name and text in a reply, with its place. */
function tellTales(value: unknown, place: string): string[] {
  if (typeof value === 'string') return value.includes(EXPLANATION) ? [`${place}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(telling.test(name) && !harmless.has(name) ? [`${place}.${name}`] : []),
    ...tellTales(inner, `${place}.${name}`),
  ])
}

test('no reply before the submission tells a right answer', async () => {
  const exam = await seedExam(api.services.db, { attempts: 3, viewAnswer: true })
  const candidate = await newCandidate(api, exam)
  const [first, second, third] = exam.questions
  const caller = { token: candidate.token }
  const replies: [string, unknown][] = []
  const note = async (name: string, reply: Promise<{ body: unknown }>) => void replies.push([name, (await reply).body])

  await note('detail before the start', candidate.detail())
  const begin = candidate.start()
  await note('start', begin)
  const attemptId = (await begin).body.data.open_attempt!.id
  await note('a right answer', candidate.answer(first!, first!.right, { seq: 1 }))
  await note('a wrong answer', candidate.answer(second!, second!.wrong, { seq: 2 }))
  await note('a stale answer', candidate.answer(first!, first!.wrong, { seq: 1 }))
  await note('an answer that is refused', candidate.answer(first!, second!.right, { seq: 3 }))
  await note('a clear', candidate.clear(third!, { seq: 4, marked: true }))
  await note('detail', candidate.detail())
  await note('a resumed start', candidate.start())
  await note('the result', candidate.result(attemptId))
  await note('the subsections', candidate.sections(attemptId))
  await note('the insights', candidate.insights(attemptId))
  await note('the response sheet', candidate.sheet(attemptId))
  for (const status of ['all', 'active', 'expired'] as const) {
    await note(`list ${status}`, api.call(listMockExams, { body: { status } }, caller))
    await note(`list ${status}`, api.call(listAuthMockExams, { body: { status } }, caller))
  }
  api.clock.advance(30 * MINUTE + 1000)
  await note('detail after the deadline', candidate.detail())
  await note('a late answer', candidate.answer(second!, second!.right, { seq: 9 }))
  await note('the result after the deadline', candidate.result(attemptId))
  await note('submit', candidate.submit())

  expect(replies.flatMap(([name, body]) => tellTales(body, name))).toEqual([])
  // What a right and what a wrong answer are told differs in nothing but ids, numbers and times.
  const told = (name: string) => Object.keys(replies.find(([given]) => given === name)![1] as object)
  expect(told('a right answer')).toEqual(told('a wrong answer'))
  // The look finds what it looks for.
  expect(tellTales((await candidate.result(attemptId)).body, 'result').length).toBeGreaterThan(0)
})
