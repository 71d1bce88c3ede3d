import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { announceContent, seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { chaptersOf, courseFixture, type CourseFixture } from '../../../../../tests/support/scenes/course-fixture.ts'
import * as contract from '../../course.contract.ts'

let fixture: CourseFixture
beforeAll(async () => {
  fixture = await courseFixture()
})
afterAll(() => fixture.api.close())

/** A course of two sections, the first a demo, with videos that are files. */
async function filmed() {
  const { db } = fixture.api.services
  const course = await seedCourse(db, { title: 'Filmed', sections: [[10, 10], [10]], demo: [0] })
  await db
    .updateTable('chapters')
    .set({ video_provider: 'file', video: `${'b'.repeat(32)}.mp4` })
    .where('course_id', '=', course.id)
    .execute()
  return course
}

describe('a course that is kept for all', () => {
  test('shows each learner their own progress, and what they may open', async () => {
    const { id, chapterIds } = await filmed()
    const [asha, babu, late] = [
      await fixture.enrolled(id, DAY),
      await fixture.enrolled(id, DAY),
      await fixture.enrolled(id, -DAY),
    ]
    const { call } = fixture.api
    await call(
      contract.logVideo,
      { params: { contentIdOrCourseId: id, chapterId: chapterIds[0]! }, query: { videowatched: '1' } },
      asha,
    )
    await call(contract.savePosition, { params: { chapterId: chapterIds[2]! }, body: { position: 12.5 } }, babu)
    const seen = async (learner: typeof asha) => {
      const page = await fixture.pageOf(learner, id)
      return [
        page.last_chapter_id,
        ...chaptersOf(page).map(({ watched, position, video }) => [watched, position, video !== null]),
      ]
    }
    for (let time = 0; time < 2; time += 1) {
      expect(await seen(asha)).toEqual([chapterIds[0], ['1', 0, true], ['0', 0, true], ['0', 0, true]])
      expect(await seen(babu)).toEqual([chapterIds[2], ['0', 0, true], ['0', 0, true], ['0', 12.5, true]])
      expect(await seen(late)).toEqual([null, ['0', 0, true], ['0', 0, true], ['0', 0, false]])
      expect(await seen(fixture.learners.nobody)).toEqual([null, ['0', 0, true], ['0', 0, true], ['0', 0, false]])
    }
  })

  test('has addresses of videos that are no older than half a minute', async () => {
    const { id } = await filmed()
    const learner = await fixture.enrolled(id, DAY)
    const { clock } = fixture.api
    const start = clock.now()
    onTestFinished(() => clock.set(start))
    const ends = async () => {
      const [chapter] = chaptersOf(await fixture.pageOf(learner, id))
      return Number(new URL(chapter!.video!, 'http://localhost').searchParams.get('expires'))
    }
    const first = await ends()
    clock.advance(MINUTE / 2 - 1)
    expect(await ends()).toBe(first)
    clock.advance(1)
    expect(await ends()).toBe(first + MINUTE / 2)
    // A clock that was put back.
    clock.set(start)
    expect(await ends()).toBe(first)
  })

  test('is read anew when the content has changed', async () => {
    const { db } = fixture.api.services
    const { id, chapterIds } = await filmed()
    const learner = await fixture.enrolled(id, DAY)
    expect((await fixture.pageOf(learner, id)).title).toBe('Filmed')
    await db.updateTable('courses').set({ title: 'Filmed anew' }).where('id', '=', id).execute()
    await db.updateTable('chapters').set({ retired: 1 }).where('id', '=', chapterIds[1]!).execute()
    const start = fixture.api.clock.now()
    onTestFinished(() => fixture.api.clock.set(start))
    await announceContent(db)
    fixture.api.clock.advance(MINUTE)
    const page = await fixture.pageOf(learner, id)
    expect(page.title).toBe('Filmed anew')
    expect(chaptersOf(page).map((chapter) => chapter.id)).toEqual([chapterIds[0], chapterIds[2]])
  })
})
