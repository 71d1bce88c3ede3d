import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { seedExam } from '../../../../tests/support/scenes/exam-fixture.ts'
import { practiserOf, type Practiser } from '../../../../tests/support/scenes/practice.ts'
import { statementsOf } from '../../../../tests/support/api/statements.ts'
import { newMemory } from '../schedule.rules.ts'

/** A learner with ten thousand mistakes from thirty-seven exams. */
const CARDS = 10_000
const EXAMS = 37

let api: TestApi
let practice: Practiser
let userId: number

beforeAll(async () => {
  api = await testApi()
  const { db } = api.services
  const { token, user } = await api.learner()
  userId = user.id
  practice = practiserOf(api, token)
  const exams: number[] = []
  for (let count = 0; count < EXAMS; count += 1) exams.push((await seedExam(db, { sections: [1] })).id)
  const { last } = await db
    .selectFrom('questions')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let from = 1; from <= CARDS; from += 500) {
    const ids = Array.from({ length: 500 }, (_, index) => last + from + index)
    const html = `<p>${'A long question about the rivers of Kerala. '.repeat(8)}</p>`
    await db
      .insertInto('questions')
      .values(ids.map((id) => ({ id, key: `many-${id}`, content_html: html, explanation_html: '' })))
      .execute()
    const cards = ids.map((id) => ({
      ...newMemory(TEST_START + ((id % 60) - 30) * DAY),
      user_id: user.id,
      question_id: id,
      source_kind: 'exam' as const,
      source_id: exams[id % EXAMS]!,
      source_title: `Exam ${id % EXAMS}`,
      added_at: TEST_START,
      left_at: id % 10 === 0 ? TEST_START : null,
      left_reason: id % 10 === 0 ? ('known' as const) : null,
    }))
    await db.insertInto('practice_cards').values(cards).execute()
  }
  if (api.services.engine === 'postgres') await sql`analyze practice_cards`.execute(db)
})

afterAll(() => api.close())

test('the summary and a session of a large notebook take a handful of statements', async () => {
  const { due, learning, known, sources } = await practice.summary()
  expect({ learning, known, sources: sources.length }).toEqual({ learning: 9000, known: 1000, sources: EXAMS })
  expect(due).toBeGreaterThan(4000)
  expect(await statementsOf(api, () => practice.summary())).toBeLessThanOrEqual(7)
  expect(await statementsOf(api, () => practice.session())).toBeLessThanOrEqual(6)
  expect(await practice.session()).toHaveLength(20)
})

test('what is due is found along an index, not by reading the notebook', async () => {
  const { db, engine } = api.services
  const due = db
    .selectFrom('practice_cards')
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .where('due_at', '<', TEST_START)
    .select('question_id')
    .orderBy('due_at')
    .orderBy('question_id')
    .limit(20)
  const { rows } = await db.executeQuery<Record<string, unknown>>({
    ...due.compile(),
    sql: `${engine === 'sqlite' ? 'explain query plan' : 'explain'} ${due.compile().sql}`,
  })
  const plan = rows.map((row) => Object.values(row).join(' ')).join('\n')
  expect(plan).toContain('practice_cards_due')
  expect(plan).not.toMatch(/temp b-tree|\bsort\b|seq scan/i)
})
