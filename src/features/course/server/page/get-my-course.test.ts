import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import type { TestLearner } from '../../../../../tests/support/api/api.ts'
import { seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { chaptersOf, courseFixture, type CourseFixture } from '../../../../../tests/support/scenes/course-fixture.ts'
import { statementsOf } from '../../../../../tests/support/api/statements.ts'
import * as contract from '../../course.contract.ts'

let fixture: CourseFixture
beforeAll(async () => {
  fixture = await courseFixture()
})
afterAll(() => fixture.api.close())

const locked = { open: false, video: null, video_provider: null, hparameter: null, captions: null }
const file = (ending: string) => expect.stringMatching(new RegExp(`^/files/[0-9a-f]{32}\\.${ending}\\?`)) as string

describe('the page of a course', () => {
  test('gives an active learner every video in its form', async () => {
    const page = await fixture.pageOf(fixture.learners.active)
    expect(
      chaptersOf(page).map(({ video_provider, video, hparameter, captions }) => [
        video_provider,
        video,
        hparameter,
        captions,
      ]),
    ).toEqual([
      ['file', file('mp4'), null, file('vtt')],
      ['vimeo', '76979871', '8272103f6e', null],
      ['file', file('mp4'), null, null],
      ['youtube', 'M7lc1UVf-VE', null, null],
      [null, 'NILL', null, null],
      [null, null, null, null],
    ])
    // The fifth says that it has none, the sixth shows the course's.
    expect(chaptersOf(page).map(({ has_video }) => has_video)).toEqual([true, true, true, true, false, true])
    expect(page).toMatchObject({
      id: fixture.alpha,
      courseStatus: 'Active',
      validity: '03-03-2026',
      phone: '+91 484 4000 100',
    })
    expect(page.details).toMatchObject({
      video: 'M7lc1UVf-VE',
      cover: expect.stringMatching(/^\/media\//) as string,
      discussion_panel_id: expect.any(Number) as number,
      wa_community: 'https://chat.whatsapp.com/ABCdef123',
      tg_community: 'https://t.me/alpha_class',
    })
    expect(page.metas.map(({ option }) => option)).toEqual(['wa_community', 'tg_community'])
    expect(page.syllabuses.map(({ syllabus_year, attachment }) => [syllabus_year, attachment])).toEqual([
      ['2026', file('pdf')],
      ['2025', file('pdf')],
    ])
  })

  test('has links that open its files, a part of a video too', async () => {
    const page = await fixture.pageOf(fixture.learners.active)
    const [lecture] = chaptersOf(page)
    const part = await fixture.api.request(lecture!.video!, { headers: { range: 'bytes=0-3' } })
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '4'])
    expect((await fixture.api.request(lecture!.captions!)).status).toBe(200)
    const syllabus = await fixture.api.request(page.syllabuses[0]!.attachment!)
    expect(syllabus.headers.get('content-type')).toBe('application/pdf')
  })

  test('that does not exist is not found', async () => {
    const answer = await fixture.api.call(contract.getMyCourse, { params: { id: 99_999 } }, fixture.learners.active)
    expect(answer.status).toBe(404)
  })

  test.each([
    ['expired', 'Expired', 'closedpymnt', 0],
    ['owing', 'Expired', 'partialpymnt', 0],
    ['nobody', 'Not Purchased', null, 0],
    ['other', 'Not Purchased', null, 0],
  ] as const)(
    'gives the learner %s the demo section alone, and the years of the syllabus',
    async (who, courseStatus, payment_status, renewal_amount) => {
      const page = await fixture.pageOf(fixture.learners[who])
      expect(page).toMatchObject({ courseStatus, payment_status, renewal_amount, metas: [] })
      expect(page.syllabuses.map(({ syllabus_year, attachment }) => [syllabus_year, attachment])).toEqual([
        ['2026', null],
        ['2025', null],
      ])
      expect(page.details.gst).toBe(18)
      expect(page.details).toMatchObject({ wa_community: null, tg_community: null })
      const [one, two, ...others] = chaptersOf(page)
      expect(one).toMatchObject({ open: true, video: file('mp4'), captions: file('vtt') })
      expect(two).toMatchObject({ open: true, video: '76979871', hparameter: '8272103f6e' })
      expect(others).toHaveLength(4)
      for (const chapter of others) expect(chapter).toMatchObject(locked)
    },
  )

  test('changes when the last instant of the enrolment has passed', async () => {
    const learner = await fixture.enrolled(fixture.alpha, HOUR)
    const start = fixture.api.clock.now()
    onTestFinished(() => fixture.api.clock.set(start))
    fixture.api.clock.advance(HOUR)
    expect((await fixture.pageOf(learner)).courseStatus).toBe('Active')
    fixture.api.clock.advance(1)
    expect((await fixture.pageOf(learner)).courseStatus).toBe('Expired')
  })

  test('has no communities, video or panel where the course has none', async () => {
    const page = await fixture.pageOf(fixture.learners.other, fixture.beta)
    expect(page.details).toMatchObject({
      video: null,
      cover: null,
      discussion_panel_id: null,
      wa_community: null,
      tg_community: null,
      courseCommunityJoined: false,
    })
    expect(page.last_chapter_id).toBeNull()
  })

  test('of a course that left the catalogue stays with those who bought it, and with nobody else', async () => {
    const { db } = fixture.api.services
    const {
      id,
      chapterIds: [chapterId],
    } = await seedCourse(db, { title: 'Gone', retired: true, demo: [0] })
    const owner = await fixture.enrolled(id, DAY)
    const late = await fixture.enrolled(id, -DAY)
    expect([(await fixture.pageOf(owner, id)).courseStatus, (await fixture.pageOf(late, id)).courseStatus]).toEqual([
      'Active',
      'Expired',
    ])
    const answers = async (learner: TestLearner) => [
      (await fixture.api.call(contract.getMyCourse, { params: { id } }, learner)).status,
      (await fixture.api.call(contract.getChapterExams, { params: { chapterId: chapterId! } }, learner)).status,
      (
        await fixture.api.call(
          contract.logVideo,
          { params: { contentIdOrCourseId: id, chapterId: chapterId! }, query: {} },
          learner,
        )
      ).status,
      (
        await fixture.api.call(
          contract.logPurchaseInterest,
          { query: { course_id: id, page: 'proceed_to_buy_web' } },
          learner,
        )
      ).status,
    ]
    expect(await answers(owner)).toEqual([200, 200, 200, 404])
    expect(await answers(late)).toEqual([200, 200, 200, 404])
    expect(await answers(fixture.learners.nobody)).toEqual([404, 404, 404, 404])
  })

  test('takes as many statements for 500 chapters as for five', async () => {
    const { db } = fixture.api.services
    const counts = []
    const again = []
    for (const size of [5, 500]) {
      const { id, chapterIds } = await seedCourse(db, {
        title: `${size}`,
        sections: [Array.from({ length: size }, () => 10)],
      })
      await db
        .updateTable('chapters')
        .set({ video_provider: 'file', video: `${'a'.repeat(32)}.mp4` })
        .where('course_id', '=', id)
        .execute()
      const learner = await fixture.enrolled(id, DAY)
      await fixture.api.call(
        contract.logVideo,
        { params: { contentIdOrCourseId: id, chapterId: chapterIds.at(-1)! }, query: { videowatched: '1' } },
        learner,
      )
      counts.push(
        await statementsOf(fixture.api, async () => {
          const page = await fixture.pageOf(learner, id)
          expect(chaptersOf(page)).toHaveLength(size)
          expect(chaptersOf(page).at(-1)).toMatchObject({ id: chapterIds.at(-1), watched: '1', open: true })
          expect(page.last_chapter_id).toBe(chapterIds.at(-1))
        }),
      )
      again.push(await statementsOf(fixture.api, () => fixture.pageOf(learner, id)))
    }
    // With the check of the token.
    expect(counts).toEqual([8, 8])
    // What follows from the content is in memory.
    expect(again).toEqual([2, 2])
  })
})
