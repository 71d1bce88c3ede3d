import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { renewContent } from '#core/content/content-facts.ts'
import { writeFact } from '#db/meta.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { PACK_READ, packImporter, smallPack } from '../../../../tests/support/packs/pack.ts'
import { candidateOf, type Candidate } from '../../../../tests/support/scenes/candidate.ts'
import type { SeededExam } from '../../../../tests/support/scenes/exam-fixture.ts'
import { practiserOf } from '../../../../tests/support/scenes/practice.ts'
import { removeOptions } from './remove-options.ts'

let api: TestApi
let token: string
let candidate: Candidate
let question: number
/** Ids of the options of q-one, of which the first is right. */
let options: number[]

beforeEach(async () => {
  api = await testApi()
  api.clock.set(PACK_READ + HOUR)
  await packImporter(api.database)(smallPack())
  const { db } = api.services
  const idOf = (table: 'questions' | 'exams', key: string) =>
    db.selectFrom(table).select('id').where('key', '=', key).executeTakeFirstOrThrow()
  question = (await idOf('questions', 'q-one')).id
  const rows = await db
    .selectFrom('question_options')
    .where('question_id', '=', question)
    .select('id')
    .orderBy('position')
    .execute()
  options = rows.map(({ id }) => id)
  token = (await api.learner()).token
  candidate = candidateOf(api, { id: (await idOf('exams', 'mock')).id } as SeededExam, token)
  await candidate.start()
  await candidate.answer({ qid: question }, options[1]!)
})
afterEach(() => api.close())

/** Leaves the database as an import does that has released changed options and not copied them yet. */
async function releaseChanges(): Promise<void> {
  const { db } = api.services
  const [first, second] = options as [number, number]
  await db
    .insertInto('option_text_changes')
    .values([
      { option_id: first, content_html: 'was right', position: 1, is_answer: 0 },
      { option_id: second, content_html: 'is right', position: 0, is_answer: 1 },
    ])
    .execute()
  await writeFact(db, 'released-texts', '1')
  await db.transaction().execute((tx) => renewContent(tx, api.clock.now()))
  api.clock.advance(MINUTE)
}

it('shows and marks by changed options from the release on, before they are copied', async () => {
  await releaseChanges()
  await candidate.submit()
  const { id } = (await api.services.db.selectFrom('attempts').select('id').executeTakeFirst())!
  const { data } = (await candidate.result(id)).body
  expect([data.user_grade, data.correct_answer_count]).toEqual([1, 1])
  const shown = data.exam_questions[0]!.question.answer_option
  expect(shown.slice(0, 2).map((option) => [option.answer_option, option.isAnswer])).toEqual([
    ['is right', 'Y'],
    ['was right', 'N'],
  ])
  const { data: insights } = (await candidate.insights(id)).body
  expect([insights.questions[0]!.outcome, insights.attempts[0]!.sections[0]!.correct_count]).toEqual(['correct', 1])
  const { data: mistakes } = await practiserOf(api, token).list()
  expect(mistakes.length).toBeGreaterThan(0)
  expect(mistakes.map((mistake) => mistake.question_id)).not.toContain(question)
})

it('refuses to remove an option that an open attempt has chosen since the import began', async () => {
  const remove = (option: number) =>
    api.services.db
      .transaction()
      .execute((tx) => removeOptions(tx, [{ id: option, questionId: question, where: 'all.yaml:1' }], api.clock.now()))
  await expect(remove(options[1]!)).rejects.toThrow('all.yaml:1 learners chose an option that would go')
  await candidate.submit()
  await expect(remove(options[1]!)).rejects.toThrow('all.yaml:1 learners chose an option that would go')
  await remove(options[2]!)
  expect(
    await api.services.db.selectFrom('question_options').where('id', '=', options[2]!).select('id').execute(),
  ).toEqual([])
})
