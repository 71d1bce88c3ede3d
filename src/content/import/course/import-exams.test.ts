import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { PACK_READ, contentSnapshot, edited, packImporter, smallPack } from '../../../../tests/support/packs/pack.ts'

const files = smallPack()

let opened: FreshDatabase
let importFiles: ReturnType<typeof packImporter>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
})
afterEach(() => opened.close())

const exam = (key: string) => opened.db.selectFrom('exams').selectAll().where('key', '=', key).executeTakeFirstOrThrow()

const options = async (key: string) =>
  opened.db
    .selectFrom('question_options')
    .innerJoin('questions', 'questions.id', 'question_options.question_id')
    .select(['question_options.id', 'question_options.content_html', 'question_options.is_answer'])
    .where('questions.key', '=', key)
    .orderBy('question_options.position')
    .execute()

/** A learner under way with the mock test, who chose an option of a question. */
async function attempt(questionKey: string, position: number) {
  const { db } = opened
  const user = await db
    .insertInto('users')
    .values({ country_code: '91', phone: '9999900000', created_at: PACK_READ })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: examId, paper_id: paperId } = await exam('mock')
  const question = await db
    .selectFrom('questions')
    .select('id')
    .where('key', '=', questionKey)
    .executeTakeFirstOrThrow()
  const option = (await options(questionKey))[position]!
  const made = await db
    .insertInto('attempts')
    .values({
      user_id: user.id,
      exam_id: examId,
      paper_id: paperId!,
      number: 1,
      status: 'open',
      started_at: PACK_READ,
      deadline_at: PACK_READ + DAY,
    })
    .returning(['id', 'paper_id'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('responses')
    .values({ attempt_id: made.id, question_id: question.id, option_id: option.id, seq: 1, saved_at: PACK_READ })
    .execute()
  return { ...made, optionId: option.id }
}

describe('importing exams and questions', () => {
  it('gives a changed exam a new paper, and an attempt keeps the one it began with', async () => {
    await importFiles(files)
    const { paper_id: first } = await exam('mock')
    const under = await attempt('q-one', 0)
    const reordered = edited(files, 'exams/mock.yaml', '[q-one, q-two]', '[q-two, q-four]')
    const result = await importFiles(reordered)
    expect([...result.exams.changed]).toEqual(['mock'])
    const { paper_id: second } = await exam('mock')
    expect(second).not.toBe(first)
    const kept = await opened.db.selectFrom('attempts').select('paper_id').where('id', '=', under.id).executeTakeFirst()
    expect(kept?.paper_id).toBe(first)
    const count = await opened.db
      .selectFrom('paper_questions')
      .select('question_id')
      .where('paper_id', '=', first!)
      .execute()
    expect(count).toHaveLength(3)

    await importFiles(edited(reordered, 'exams/mock.yaml', 'wrong: 1/3', 'wrong: 1/4'))
    expect([first, second]).not.toContain((await exam('mock')).paper_id)
    await importFiles(files)
    expect((await exam('mock')).paper_id).toBe(first)
  })

  it('mends a title of an exam or a section without a new paper', async () => {
    await importFiles(files)
    const { paper_id: paper } = await exam('mock')
    const result = await importFiles(edited(files, 'exams/mock.yaml', 'title: Part B', 'title: Part Two'))
    expect([...result.exams.changed]).toEqual(['mock'])
    expect((await exam('mock')).paper_id).toBe(paper)
    const sections = opened.db.selectFrom('paper_sections').select('title').where('paper_id', '=', paper!)
    expect(await sections.orderBy('position').execute()).toEqual([{ title: 'Part A' }, { title: 'Part Two' }])
  })

  it('edits questions in place, and what a learner chose follows an option that moves', async () => {
    await importFiles(files)
    const before = await options('q-four')
    const result = await importFiles(
      edited(
        files,
        'questions/all.yaml',
        "options: ['4', '6', '7', '8']\n  answer: C",
        "options: ['7', 'nine', '4', '8']\n  answer: A",
      ),
    )
    expect([...result.questions.changed]).toEqual(['q-four'])
    const after = await options('q-four')
    expect(after.map(({ content_html: html, is_answer: right }) => [html, right])).toEqual([
      ['7', 1],
      ['nine', 0],
      ['4', 0],
      ['8', 0],
    ])
    expect(after.map(({ id }) => id)).toEqual([before[2]!.id, before[1]!.id, before[0]!.id, before[3]!.id])
  })

  it('removes an option that nobody chose, and refuses as a whole when somebody did', async () => {
    await importFiles(files)
    await attempt('q-one', 2)
    const fewer = edited(files, 'questions/all.yaml', "['4', '6', '7', '8']", "['4', '6', '7']")
    await importFiles(fewer)
    expect(await options('q-four')).toHaveLength(3)

    const before = await contentSnapshot(opened.db)
    const refused = edited(
      edited(fewer, 'questions/all.yaml', ", '$\\frac{1}{4}$'", ''),
      'pack.yaml',
      'Small pack',
      'Other',
    )
    await expect(importFiles(refused)).rejects.toThrow(
      'questions/all.yaml:1 learners chose an option that would go: give the changed question a new key',
    )
    expect(await contentSnapshot(opened.db)).toEqual(before)
  })
})
