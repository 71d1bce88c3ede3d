import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { learningPack } from '../../../../tests/support/packs/learning-pack.ts'
import { PACK_READ, contentSnapshot, edited, packImporter, without } from '../../../../tests/support/packs/pack.ts'
import { describeImport } from '../../describe.ts'

const files = learningPack()

let opened: FreshDatabase
let importFiles: ReturnType<typeof packImporter>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
})
afterEach(() => opened.close())

/** Quizzes in their order with their questions in theirs. */
async function quizzes() {
  const rows = await opened.db
    .selectFrom('quizzes')
    .innerJoin('quiz_questions', 'quiz_questions.quiz_id', 'quizzes.id')
    .innerJoin('questions', 'questions.id', 'quiz_questions.question_id')
    .select(['quizzes.title', 'quizzes.category', 'quizzes.minutes', 'questions.key'])
    .where('quizzes.retired', '=', 0)
    .where('quiz_questions.retired', '=', 0)
    .orderBy('quizzes.position')
    .orderBy('quiz_questions.position')
    .execute()
  return [...Map.groupBy(rows, ({ title }) => title).values()].map((list) => [
    list[0]!.title,
    list[0]!.category,
    list[0]!.minutes,
    list.map(({ key }) => key),
  ])
}

describe('importing quizzes', () => {
  it('keeps them in the order of their files, with their questions in the order of the list', async () => {
    const result = await importFiles(files)
    expect(await quizzes()).toEqual([
      ['Primes and boxes', 'Numbers', 5, ['q-four', 'q-two', 'q-one']],
      ['Tickets', null, 2, ['q-three']],
    ])
    expect(describeImport(result)).toContain('; 2 quizzes, 2 new, 0 changed, 0 retired; ')
  })

  it('keeps the questions of a chapter in the order of the list', async () => {
    await importFiles(files)
    const rows = await opened.db
      .selectFrom('chapter_questions')
      .innerJoin('chapters', 'chapters.id', 'chapter_questions.chapter_id')
      .innerJoin('questions', 'questions.id', 'chapter_questions.question_id')
      .select(['chapters.key as chapter', 'questions.key'])
      .orderBy('chapter_questions.position')
      .execute()
    expect(rows).toEqual([
      { chapter: 'chapter-three', key: 'q-two' },
      { chapter: 'chapter-three', key: 'q-four' },
    ])
  })

  it('changes nothing when it is repeated', async () => {
    const first = await importFiles(files)
    const before = await contentSnapshot(opened.db)
    const again = await importFiles(files)
    expect(await contentSnapshot(opened.db)).toEqual(before)
    expect([again.quizzes.changed.size, again.contentVersion]).toEqual([0, first.contentVersion])
  })

  it.each([
    ['its title', 'title: Primes', 'title: More primes'],
    ['its time', 'minutes: 5', 'minutes: 6'],
    ['the order of its questions', '[q-four, q-two, q-one]', '[q-two, q-four, q-one]'],
    ['a question that goes', ', q-one]', ']'],
  ])('counts a quiz as changed by %s, and gives the content a new version', async (_, from, to) => {
    const first = await importFiles(files)
    const result = await importFiles(edited(files, 'quizzes/primes.yaml', from, to))
    expect([...result.quizzes.changed]).toEqual(['primes'])
    expect(result.contentVersion).not.toBe(first.contentVersion)
  })

  it('retires a quiz that left the pack, and what comes back is the same again', async () => {
    await importFiles(files)
    const before = await contentSnapshot(opened.db)
    const left = await importFiles(without(files, 'quizzes/primes'))
    expect([...left.quizzes.retired]).toEqual(['primes'])
    expect((await quizzes()).map(([title]) => title)).toEqual(['Tickets'])
    await importFiles(files)
    const after = await contentSnapshot(opened.db)
    expect([after.quizzes, after.quiz_questions]).toEqual([before.quizzes, before.quiz_questions])
  })

  it.each(['quiz', 'chapter'] as const)('refuses to remove an option that a learner chose in a %s', async (kind) => {
    await importFiles(files, true)
    const { db } = opened
    const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const chosen = await db
      .selectFrom('question_options')
      .innerJoin('questions', 'questions.id', 'question_options.question_id')
      .select(['question_options.question_id', 'question_options.id as option_id'])
      .where('questions.key', '=', 'q-four')
      .where('question_options.position', '=', 3)
      .executeTakeFirstOrThrow()
    const attempt = { user_id: userId, correct_count: 0, incorrect_count: 1, created_at: PACK_READ }
    if (kind === 'quiz') {
      const { id } = await db.selectFrom('quizzes').select('id').executeTakeFirstOrThrow()
      const made = await db
        .insertInto('quiz_attempts')
        .values({ ...attempt, quiz_id: id, question_count: 3, submission: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('quiz_answers')
        .values({ attempt_id: made.id, ...chosen })
        .execute()
    } else {
      const { id } = await db.selectFrom('chapters').select('id').executeTakeFirstOrThrow()
      const made = await db
        .insertInto('chapter_attempts')
        .values({ ...attempt, chapter_id: id })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('chapter_answers')
        .values({ attempt_id: made.id, ...chosen })
        .execute()
    }
    const fewer = edited(files, 'questions/all.yaml', "['4', '6', '7', '8']", "['4', '6', '7']")
    await expect(importFiles(fewer)).rejects.toThrow('learners chose an option that would go')
  })
})
