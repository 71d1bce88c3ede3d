import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE, startOfIndianDay } from '#lib/both/time/clock.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { learningPack } from '../../../../tests/support/packs/learning-pack.ts'
import { edited, PACK_READ, packImporter, packProblems, without } from '../../../../tests/support/packs/pack.ts'
import { refreshSchedules } from '../../schedules.ts'

const files = {
  ...learningPack(),
  'news.yaml': `- key: dates
  category: Exam dates
  text: The dates are out.
  link: https://news.example.org/dates
  image: media/thumb.svg
  alt: A desk
  published: today-1d 09:00
- key: affairs
  category: Current affairs
  text: Read this.
  link: http://news.example.org/affairs
  image: media/thumb.svg
  alt: A desk
  published: 2026-02-01 09:00
`,
  'splashes.yaml': `- { key: mock, image: media/thumb.svg, alt: Come to the mock, success: See you there }
`,
}

let opened: FreshDatabase
let importFiles: ReturnType<typeof packImporter>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
})
afterEach(() => opened.close())

describe('news and splashes of a pack', () => {
  it('are imported once, follow the pack and are retired when they leave it', async () => {
    const first = await importFiles(files)
    expect([first.news.added.size, first.splashes.added.size]).toEqual([2, 1])
    const again = await importFiles(files)
    expect(again.contentVersion).toBe(first.contentVersion)
    const changed = await importFiles(edited(files, 'news.yaml', 'The dates are out.', 'New dates are out.'))
    expect([changed.news.changed.size, changed.contentVersion === first.contentVersion]).toEqual([1, false])
    const left = await importFiles(without(without(files, 'news.yaml'), 'splashes.yaml'))
    expect([left.news.retired.size, left.splashes.retired.size]).toEqual([2, 1])
  })

  it('have each its own picture', async () => {
    const wide = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><path d="M0 0h9"/></svg>\n'
    const two = edited(
      { ...files, 'media/wide.svg': wide },
      'news.yaml',
      'affairs\n  image: media/thumb.svg',
      'affairs\n  image: media/wide.svg',
    )
    await importFiles(two)
    const images = await opened.db.selectFrom('news').select('image').execute()
    expect(new Set(images.map(({ image }) => image)).size).toBe(2)
  })

  it('move with the day where their times are relative', async () => {
    await importFiles(files)
    await refreshSchedules(opened.db, PACK_READ + 3 * DAY)
    const rows = await opened.db.selectFrom('news').select(['key', 'published_at']).orderBy('id').execute()
    expect(rows[0]!.published_at).toBe(startOfIndianDay(PACK_READ + 2 * DAY) + 9 * 60 * MINUTE)
  })

  it.each([
    [
      'a link that runs a script',
      'news.yaml',
      'https://news.example.org/dates',
      'javascript:alert(1)',
      'must be an address with https:// or http://',
    ],
    [
      'a link within the site',
      'news.yaml',
      'https://news.example.org/dates',
      '/dates',
      'must be an address with https:// or http://',
    ],
    [
      'a picture of another shape',
      'news.yaml',
      'media/thumb.svg',
      'media/box.svg',
      'its sides must be in the ratio 16:9',
    ],
    ['a key that is there twice', 'news.yaml', 'key: affairs', 'key: dates', "'dates' is there twice"],
    [
      'a portrait that is wider than high',
      'splashes.yaml',
      'alt: Come to',
      'portrait: media/thumb.svg, alt: Come to',
      'its sides must be in the ratio 3:4',
    ],
    ['a splash without words', 'splashes.yaml', ', success: See you there', '', 'success is missing'],
  ])('are refused with %s', async (_, file, from, to, expected) => {
    expect((await packProblems(edited(files, file, from, to))).join('\n')).toContain(expected)
  })
})

it('a text of news without news.yaml is told of', async () => {
  const stray = { ...without(files, 'news.yaml'), 'news/dates.md': 'The dates are out.\n' }
  expect(await packProblems(stray)).toEqual(['news/dates.md:1 belongs to no entry of news.yaml'])
})

describe('a demo learner', () => {
  const studied = edited(
    files,
    'learners.yaml',
    '    city: Kochi\n',
    `    city: Kochi
    preference: { groups: [psc], wants: exams }
    watched_minutes: [12, 0, 30]
    quizzes:
      - { quiz: primes, at: today-2d 19:00, wrong: 1 }
`,
  )

  it('may have said, watched and solved something before', async () => {
    await importFiles(studied, true)
    const { db } = opened
    const user = await db.selectFrom('users').select('id').where('phone', '=', '9000000001').executeTakeFirstOrThrow()
    const today = startOfIndianDay(PACK_READ)
    expect(await db.selectFrom('watch_days').selectAll().orderBy('day_at', 'desc').execute()).toEqual([
      { user_id: user.id, day_at: today, watched_ms: 12 * MINUTE },
      { user_id: user.id, day_at: today - 2 * DAY, watched_ms: 30 * MINUTE },
    ])
    expect(await db.selectFrom('user_preferences').select(['options', 'course', 'exam']).execute()).toEqual([
      { options: '["psc"]', course: 0, exam: 1 },
    ])
    const answers = await db
      .selectFrom('quiz_answers')
      .innerJoin('question_options', 'question_options.id', 'quiz_answers.option_id')
      .select('question_options.is_answer')
      .execute()
    expect(answers.map(({ is_answer }) => is_answer).sort()).toEqual([0, 1, 1])
    await importFiles(studied, true)
    expect(await db.selectFrom('quiz_attempts').selectAll().execute()).toHaveLength(1)
  })

  it.each([
    ['a group that is not there', 'groups: [psc]', 'groups: [other]', "there is no group 'other'"],
    ['a quiz that is not there', 'quiz: primes', 'quiz: none', "there is no quiz 'none'"],
    ['more wrong answers than questions', 'wrong: 1', 'wrong: 4', 'is more than the 3 questions'],
  ])('is refused with %s', async (_, from, to, expected) => {
    expect((await packProblems(edited(studied, 'learners.yaml', from, to))).join('\n')).toContain(expected)
  })
})
