import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import type { TestLearner } from '../../../../tests/support/api/api.ts'
import { seedCourse } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { courseFixture, type CourseFixture } from '../../../../tests/support/scenes/course-fixture.ts'
import * as contract from '../course.contract.ts'

let fixture: CourseFixture
beforeAll(async () => {
  fixture = await courseFixture()
})
afterAll(() => fixture.api.close())

/** Calls about a chapter, and what an entitled and another learner is answered. */
const chapterCalls = {
  'its documents': (learner: TestLearner, chapterId: number) =>
    fixture.api.call(contract.getChapterExams, { params: { chapterId } }, learner),
  'a view': (learner: TestLearner, chapterId: number) => fixture.log(learner, chapterId),
  'that it was watched': (learner: TestLearner, chapterId: number) =>
    fixture.log(learner, chapterId, { videowatched: '1' }),
  'a position': (learner: TestLearner, chapterId: number) =>
    fixture.api.call(contract.savePosition, { params: { chapterId }, body: { position: 12.5 } }, learner),
}

describe.each(Object.entries(chapterCalls))('a chapter, %s', (_, ask) => {
  test.each([
    ['active', 'one', 200],
    ['active', 'three', 200],
    ['expired', 'one', 200],
    ['expired', 'three', 403],
    ['owing', 'one', 200],
    ['owing', 'three', 403],
    ['nobody', 'one', 200],
    ['nobody', 'three', 403],
    ['other', 'three', 403],
  ] as const)('for the learner %s, chapter %s: %i', async (who, chapter, status) => {
    const before = await fixture.progress(fixture.learners[who], fixture.chapters[chapter]!)
    const answer = await ask(fixture.learners[who], fixture.chapters[chapter]!)
    expect(answer.status).toBe(status)
    if (status === 200) return
    expect(answer.body).toMatchObject({ code: 'not_entitled' })
    expect(await fixture.progress(fixture.learners[who], fixture.chapters[chapter]!)).toEqual(before)
  })

  test('that does not exist, or has left the course, is not found', async () => {
    const { db } = fixture.api.services
    const {
      id,
      chapterIds: [chapterId],
    } = await seedCourse(db, { title: 'Shrunk' })
    const owner = await fixture.enrolled(id, DAY)
    await db.updateTable('chapters').set({ retired: 1 }).where('id', '=', chapterId!).execute()
    expect((await ask(owner, chapterId!)).status).toBe(404)
    expect((await ask(owner, 99_999)).status).toBe(404)
  })
})

describe('documents of a chapter', () => {
  test('come in the order of the pack, with links that open them', async () => {
    const { body } = await fixture.api.call(
      contract.getChapterExams,
      { params: { chapterId: fixture.chapters.three! } },
      fixture.learners.active,
    )
    expect(body.data.exams).toEqual([])
    expect(body.data.documents.map(({ title }) => title)).toEqual(['Lecture notes', 'More notes'])
    const reply = await fixture.api.request(body.data.documents[0]!.value)
    expect(await reply.text()).toBe('%PDF-1.7 notes')
    expect(reply.headers.get('content-disposition')).toContain('filename="Lecture notes.pdf"')
  })

  test('have links that end', async () => {
    const params = { chapterId: fixture.chapters.three! }
    const { body } = await fixture.api.call(contract.getChapterExams, { params }, fixture.learners.active)
    const { value } = body.data.documents[0]!
    expect((await fixture.api.request(value)).status).toBe(200)
    fixture.api.clock.advance(HOUR)
    expect((await fixture.api.request(value)).status).toBe(403)
    fixture.api.clock.advance(-HOUR)
  })
})
