import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { learningPack } from '../../../../tests/support/packs/learning-pack.ts'
import { edited, packImporter } from '../../../../tests/support/packs/pack.ts'
import { getChapterQuestions, getMyCourse, submitChapterQuestions, type VideoQuestion } from '../course.contract.ts'
import { answeredInChapters } from './answered-questions.ts'

/**
 * Course alpha. Chapters with questions: two (Vimeo, in the demo section), three (a file that chapter one shows as well),
 * four (YouTube), five (NILL) and six (no video).
 */
let api: TestApi
let active: TestLearner
let nobody: TestLearner
let importFiles: ReturnType<typeof packImporter>
let alpha: number
const chapters: Record<string, number> = {}
let files = learningPack()
for (const [from, to] of [
  ["video: 'vimeo:76979871/8272103f6e'", "video: 'vimeo:76979871/8272103f6e', questions: [q-one]"],
  ["video: 'youtube:M7lc1UVf-VE' }", "video: 'youtube:M7lc1UVf-VE', questions: [q-three] }"],
  ['video: NILL }', 'video: NILL, questions: [q-four] }'],
  ['title: Chapter six, minutes: 5 }', 'title: Chapter six, minutes: 5, questions: [q-two] }'],
] as const) {
  files = edited(files, 'courses/alpha/course.yaml', from, to)
}

beforeAll(async () => {
  api = await testApi()
  importFiles = packImporter(api.database)
  await importFiles(files)
  const { db } = api.services
  alpha = (await db.selectFrom('courses').select('id').where('key', '=', 'alpha').executeTakeFirstOrThrow()).id
  for (const row of await db.selectFrom('chapters').select(['key', 'id']).where('course_id', '=', alpha).execute()) {
    chapters[row.key.replace('chapter-', '')] = row.id
  }
  active = await api.learner()
  await seedEnrolment(db, { userId: active.user.id, courseId: alpha, validFor: DAY })
  nobody = await api.learner()
})

afterAll(() => api.close())

const ask = (chapterVideo: string, learner = active, chapter_id?: number) =>
  api.call(getChapterQuestions, { params: { chapterVideo }, body: { chapter_id } }, learner)

/** What the questions that a call gave are about. */
const about = async (...given: Parameters<typeof ask>) =>
  (await ask(...given)).body.data.questions.map(
    ({ question_content }) => /frac|picture|ticket|prime/.exec(question_content)?.[0],
  )

const lectures = async (learner = active) =>
  (await api.call(getMyCourse, { params: { id: alpha } }, learner)).body.page_content.sections.flatMap(
    (section) => section.chapters,
  )

describe('the questions on a video', () => {
  test('come in order with their answers and explanations', async () => {
    const { status, body } = await ask(String(chapters.three))
    expect([status, body.status]).toEqual([200, true])
    const [, prime] = body.data.questions as [VideoQuestion, VideoQuestion]
    expect(prime.explanation).toContain('Seven has no divisors.')
    expect(prime.options.map(({ answer_option, isAnswer }) => [answer_option, isAnswer])).toEqual([
      ['4', 'N'],
      ['6', 'N'],
      ['7', 'Y'],
      ['8', 'N'],
    ])
    expect(prime.options.every(({ id, option_id }) => id === option_id)).toBe(true)
  })

  test('are found by what the page of the course calls the video', async () => {
    const [, two, three, four] = (await lectures()) as [unknown, ...{ video: string }[]]
    expect(await about(two!.video)).toEqual(['frac'])
    expect(await about(four!.video)).toEqual(['ticket'])
    // A file: its signed address, or its name.
    expect(await about(three!.video)).toEqual(['picture', 'prime'])
    expect(await about(three!.video.split('?')[0]!.split('/').pop()!)).toEqual(['picture', 'prime'])
  })

  test('are found by the id of a chapter without a video', async () => {
    expect(await about(String(chapters.six))).toEqual(['picture'])
    expect(await about(String(chapters.five))).toEqual(['prime'])
    expect(await about('NILL', active, chapters.five)).toEqual(['prime'])
    expect((await ask('NILL')).status).toBe(404)
  })

  test('are those of the chapter that is named, where two show the video', async () => {
    const name = (await lectures())[2]!.video!
    expect(await about(name, active, chapters.three)).toEqual(['picture', 'prime'])
    expect(await about(name, active, chapters.one)).toEqual([])
    expect((await ask(name, active, chapters.two)).status).toBe(404)
  })

  test('are for those who may open the chapter: of a demo section everybody', async () => {
    expect(await about('76979871', nobody)).toEqual(['frac'])
    const { status, body } = await ask('M7lc1UVf-VE', nobody)
    expect([status, body.code, body.message]).toEqual([
      403,
      'not_entitled',
      'This feature is available for purchased course',
    ])
    expect((await ask('no-such-video')).status).toBe(404)
  })

  test('are counted on the page of the course', async () => {
    expect((await lectures()).map(({ question_count }) => question_count)).toEqual([0, 1, 2, 1, 1, 1])
  })
})

describe('submitting a video based exam', () => {
  const submit = (given: object, learner = active, chapterVideo = String(chapters.three)) =>
    api.call(
      submitChapterQuestions,
      {
        params: { chapterVideo },
        body: { chapter_id: chapters.three!, qids: '', option_ids: '', correct_count: 0, incorrect_count: 0, ...given },
      },
      learner,
    )
  const chosen = async (...right: boolean[]) => {
    const { questions } = (await ask(String(chapters.three))).body.data
    const picked = questions
      .slice(0, right.length)
      .map(({ options }, index) => options.find(({ isAnswer }) => (isAnswer === 'Y') === right[index])!.option_id)
    return {
      qids: questions
        .slice(0, right.length)
        .map(({ qid }) => qid)
        .join(),
      option_ids: picked.join(),
    }
  }
  const stored = () => api.services.db.selectFrom('chapter_attempts').selectAll().orderBy('id').execute()

  test('keeps the counts and every answer, for practice', async () => {
    const first = await submit({ ...(await chosen(true, false)), correct_count: 1, incorrect_count: 1 })
    expect([first.status, first.body]).toEqual([200, { status: true, success: true, message: 'Answers stored' }])
    expect((await stored())[0]).toMatchObject({
      user_id: active.user.id,
      chapter_id: chapters.three,
      created_at: api.clock.now(),
    })
    api.clock.advance(1000)
    // As many clients send numbers: as texts.
    await submit({ ...(await chosen(true)), correct_count: '1', incorrect_count: '0', chapter_id: `${chapters.three}` })
    const attempts = (await stored()).map(({ id }) => id)
    const all = await answeredInChapters(api.services.db, attempts)
    expect(all.map(({ correct }) => correct).sort()).toEqual([false, true, true])
    expect(all[0]).toMatchObject({ attemptId: attempts[1], correct: true, answeredAt: api.clock.now() })
    expect(await answeredInChapters(api.services.db, attempts.slice(1))).toEqual(all.slice(0, 1))
  })

  test('stores an exam in which nothing was answered', async () => {
    const before = (await stored()).length
    expect((await submit({})).status).toBe(200)
    expect(await stored()).toHaveLength(before + 1)
  })

  test('refuses what cannot be, by field, and stores nothing of it', async () => {
    const before = await stored()
    const good = { ...(await chosen(true, false)), correct_count: 1, incorrect_count: 1 }
    const [one, two] = good.qids.split(',')
    const errorsOf = async (given: object) => {
      const { status, body } = await submit({ ...good, ...given })
      return [status, Object.keys(body.errors ?? {})]
    }
    expect(await errorsOf({ correct_count: 2, incorrect_count: 0 })).toEqual([
      422,
      ['correct_count', 'incorrect_count'],
    ])
    expect(await errorsOf({ option_ids: good.option_ids.split(',')[0] })).toEqual([422, ['option_ids']])
    expect(await errorsOf({ qids: `${one},${one}` })).toEqual([422, ['qids']])
    expect(await errorsOf({ qids: `${one},99999` })).toEqual([422, ['qids']])
    expect(await errorsOf({ qids: `${two},${one}` })).toEqual([422, ['option_ids']])
    expect(await errorsOf({ qids: 'one,two' })).toEqual([422, ['qids']])
    expect(await errorsOf({ correct_count: -1 })).toEqual([422, ['correct_count']])
    expect(await stored()).toEqual(before)
  })

  test('is for those who may open the chapter', async () => {
    const refused = await submit({}, nobody)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_entitled'])
    expect((await submit({}, active, '76979871')).status).toBe(404)
  })

  test('takes answers to a question that left the chapter meanwhile', async () => {
    const answers = { ...(await chosen(true, true)), correct_count: 2, incorrect_count: 0 }
    await importFiles(edited(files, 'courses/alpha/course.yaml', 'questions: [q-two, q-four]', 'questions: [q-four]'))
    expect(await about(String(chapters.three))).toEqual(['prime'])
    expect((await submit(answers)).status).toBe(200)
  })
})
