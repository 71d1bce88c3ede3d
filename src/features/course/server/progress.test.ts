import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMyCourses } from '#features/catalogue/catalogue.contract.ts'
import { progressPercent } from '#features/catalogue/catalogue.rules.ts'
import { getDashboardCounts as dashboardCount } from '#features/dashboard/dashboard.contract.ts'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import type { TestLearner } from '../../../../tests/support/api/api.ts'
import { chaptersOf, courseFixture, type CourseFixture } from '../../../../tests/support/scenes/course-fixture.ts'
import { statementsOf } from '../../../../tests/support/api/statements.ts'
import { goOnAt } from '../course-page.rules.ts'
import * as contract from '../course.contract.ts'

let fixture: CourseFixture
beforeAll(async () => {
  fixture = await courseFixture()
})
afterAll(() => fixture.api.close())

describe('progress', () => {
  test('is the same however often it is told, and in whatever order', async () => {
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    const log = (query: { videowatched?: '1' }) => fixture.log(learner, fixture.chapters.three!, query)
    const start = fixture.api.clock.now()
    await log({})
    const first = await fixture.progress(learner, fixture.chapters.three!)
    expect(first).toMatchObject({ viewed_at: start, watched_at: null, position_ms: 0, position_at: null })
    fixture.api.clock.advance(MINUTE)
    await log({})
    expect(await fixture.progress(learner, fixture.chapters.three!)).toEqual(first)
    await log({ videowatched: '1' })
    const watched = await fixture.progress(learner, fixture.chapters.three!)
    expect(watched).toEqual({ ...first, watched_at: start + MINUTE })
    fixture.api.clock.advance(MINUTE)
    expect([(await log({ videowatched: '1' })).status, (await log({})).status]).toEqual([200, 200])
    expect(await fixture.progress(learner, fixture.chapters.three!)).toEqual(watched)
  })

  test.each(['web', 'android', 'ios'] as const)('is told by a client on %s', async (device) => {
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    const params = { contentIdOrCourseId: fixture.alpha, chapterId: fixture.chapters.three! }
    const { status } = await fixture.api.call(contract.logVideo, { params, query: { device } }, learner)
    expect(status).toBe(200)
    expect(await fixture.progress(learner, fixture.chapters.three!)).toMatchObject({ viewed_at: expect.any(Number) })
  })

  test('of racing calls is stored once', async () => {
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        fixture.log(learner, fixture.chapters.four!, index % 2 ? { videowatched: '1' } : {}),
      ),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await fixture.progress(learner, fixture.chapters.four!))?.watched_at).toBe(fixture.api.clock.now())
  })

  test('is told of the chapter within its own course only', async () => {
    const { active } = fixture.learners
    for (const contentIdOrCourseId of [fixture.beta, 99_999]) {
      const params = { contentIdOrCourseId, chapterId: fixture.chapters.three! }
      expect((await fixture.api.call(contract.logVideo, { params, query: {} }, active)).status).toBe(404)
    }
  })

  test('keeps the latest position in milliseconds, without undoing that the chapter was watched', async () => {
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    const params = { chapterId: fixture.chapters.three! }
    const save = (position: number) => fixture.api.call(contract.savePosition, { params, body: { position } }, learner)
    const at = async () => chaptersOf(await fixture.pageOf(learner)).find(({ id }) => id === fixture.chapters.three)!
    await save(12.3456)
    expect((await at()).position).toBe(12.346)
    await fixture.log(learner, params.chapterId, { videowatched: '1' })
    fixture.api.clock.advance(1)
    await save(4)
    expect(await at()).toMatchObject({ position: 4, watched: '1' })
    // A process whose clock is behind does not bring an older position back.
    fixture.api.clock.advance(-MINUTE)
    expect((await save(99)).status).toBe(200)
    expect((await at()).position).toBe(4)
    fixture.api.clock.advance(MINUTE)
  })

  test('names the chapter that was watched last', async () => {
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    const view = (chapterId: number) => fixture.log(learner, chapterId)
    const last = async () => (await fixture.pageOf(learner)).last_chapter_id
    expect(await last()).toBeNull()
    await view(fixture.chapters.two!)
    fixture.api.clock.advance(1)
    await view(fixture.chapters.four!)
    expect(await last()).toBe(fixture.chapters.four)
    fixture.api.clock.advance(1)
    await fixture.api.call(
      contract.savePosition,
      { params: { chapterId: fixture.chapters.two! }, body: { position: 5 } },
      learner,
    )
    expect(await last()).toBe(fixture.chapters.two)
  })

  test('is each learner’s own, and agrees with My Courses', async () => {
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    const neighbour = await fixture.enrolled(fixture.alpha, DAY)
    for (const chapterId of [fixture.chapters.one!, fixture.chapters.three!]) {
      await fixture.log(learner, chapterId, { videowatched: '1' })
    }
    const count = async (who: TestLearner) => {
      const card = (await fixture.api.call(listMyCourses, { query: {} }, who)).body.data.find(
        ({ id }) => id === fixture.alpha,
      )!
      const watched = chaptersOf(await fixture.pageOf(who)).filter((chapter) => chapter.watched === '1')
      return [card.watchedCounts, watched.length]
    }
    expect([await count(learner), await count(neighbour)]).toEqual([
      [2, 2],
      [0, 0],
    ])
  })

  test('reaches the whole of a course with chapters that have no video, once they are marked as read', async () => {
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    const page = await fixture.pageOf(learner)
    const [unread] = chaptersOf(page).filter((chapter) => !chapter.has_video)
    for (const { id } of chaptersOf(page)) if (id !== unread!.id) await fixture.log(learner, id, { videowatched: '1' })
    const percent = async () => {
      const { data } = (await fixture.api.call(listMyCourses, { query: {} }, learner)).body
      const { watchedCounts, totalVideoCounts } = data.find(({ id }) => id === fixture.alpha)!
      const { per_course_video_watched } = (await fixture.api.call(dashboardCount, {}, learner)).body
      const { watched_count, total_videos } = per_course_video_watched.find(
        ({ content_id }) => content_id === fixture.alpha,
      )!
      expect([watched_count, total_videos]).toEqual([watchedCounts, totalVideoCounts])
      return progressPercent(watchedCounts, totalVideoCounts)
    }
    expect(await percent()).toBeLessThan(100)
    expect(goOnAt(await fixture.pageOf(learner))).toMatchObject({ kind: 'next', chapter: { id: unread!.id } })
    for (let times = 0; times < 2; times += 1) {
      fixture.api.clock.advance(1)
      expect((await fixture.log(learner, unread!.id, { videowatched: '1' })).status).toBe(200)
      expect(await percent()).toBe(100)
    }
    expect(goOnAt(await fixture.pageOf(learner))?.kind).toBe('again')
  })

  test('is written in one statement and the check of the token', async () => {
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    const chapterId = fixture.chapters.six!
    await fixture.pageOf(learner)
    expect(await statementsOf(fixture.api, () => fixture.log(learner, chapterId))).toBe(2)
    const position = { params: { chapterId }, body: { position: 1 } }
    expect(await statementsOf(fixture.api, () => fixture.api.call(contract.savePosition, position, learner))).toBe(2)
  })
})
