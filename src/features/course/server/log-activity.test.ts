import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import type { TestLearner } from '../../../../tests/support/api/api.ts'
import { courseFixture, type CourseFixture } from '../../../../tests/support/scenes/course-fixture.ts'
import * as contract from '../course.contract.ts'

let fixture: CourseFixture
beforeAll(async () => {
  fixture = await courseFixture()
})
afterAll(() => fixture.api.close())

const activity = (learner: TestLearner) =>
  fixture.api.services.db
    .selectFrom('activity_log')
    .select(['kind', 'target_id', 'detail'])
    .where('user_id', '=', learner.user.id)
    .orderBy('id')
    .execute()

describe('a community', () => {
  const join = async (
    learner: TestLearner,
    given: { user_id?: number; community_id?: number; course_id?: number; courseId?: number } = {},
  ) => {
    const { metas } = await fixture.pageOf(fixture.learners.active)
    const { courseId = fixture.alpha, ...body } = given
    return fixture.api.call(
      contract.logCommunityJoin,
      {
        params: { courseId },
        body: { user_id: learner.user.id, community_id: metas[0]!.id, course_id: fixture.alpha, ...body },
      },
      learner,
    )
  }
  const joins = (learner: TestLearner) =>
    fixture.api.services.db.selectFrom('community_joins').selectAll().where('user_id', '=', learner.user.id).execute()

  test('is joined once, and the course says so', async () => {
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    expect((await fixture.pageOf(learner)).details.courseCommunityJoined).toBe(false)
    const [first, again] = [await join(learner), await join(learner)]
    expect([first.status, first.body.success, again.status, again.body.success]).toEqual([200, true, 200, true])
    expect(await joins(learner)).toHaveLength(1)
    expect((await fixture.pageOf(learner)).details.courseCommunityJoined).toBe(true)
    expect((await fixture.pageOf(fixture.learners.active)).details.courseCommunityJoined).toBe(false)
  })

  test.each(['expired', 'owing', 'nobody', 'other'] as const)('is not for the learner %s', async (who) => {
    expect((await join(fixture.learners[who])).status).toBe(403)
    expect(await joins(fixture.learners[who])).toEqual([])
  })

  test('is joined by nobody for somebody else, and only through its own course', async () => {
    const { active, other } = fixture.learners
    expect((await join(active, { user_id: other.user.id })).status).toBe(403)
    expect((await join(active, { community_id: 99_999 })).status).toBe(404)
    expect((await join(active, { course_id: fixture.beta })).status).toBe(404)
    expect((await join(other, { courseId: fixture.beta, course_id: fixture.beta })).status).toBe(404)
    expect((await join(active, { courseId: 99_999, course_id: 99_999 })).status).toBe(404)
    expect([await joins(active), await joins(other)]).toEqual([[], []])
  })
})

describe('what is noted of a course', () => {
  test('that its syllabus was opened, by learners who can open it', async () => {
    const query = { course_id: fixture.alpha }
    const learner = await fixture.enrolled(fixture.alpha, DAY)
    expect((await fixture.api.call(contract.logSyllabus, { query }, learner)).status).toBe(200)
    expect(await activity(learner)).toEqual([{ kind: 'syllabus', target_id: fixture.alpha, detail: '' }])
    for (const who of ['expired', 'owing', 'nobody', 'other'] as const) {
      expect((await fixture.api.call(contract.logSyllabus, { query }, fixture.learners[who])).status).toBe(403)
      expect(await activity(fixture.learners[who])).toEqual([])
    }
    expect((await fixture.api.call(contract.logSyllabus, { query: { course_id: 99_999 } }, learner)).status).toBe(404)
  })

  test('that somebody went to buy it, from which page, once a minute', async () => {
    const learner = await fixture.api.learner()
    const note = async (page: 'proceed_to_buy_web' | 'course_amount_page_web', course_id = fixture.alpha) =>
      (await fixture.api.call(contract.logPurchaseInterest, { query: { course_id, page } }, learner)).status
    expect([await note('course_amount_page_web'), await note('course_amount_page_web')]).toEqual([200, 200])
    expect(await note('proceed_to_buy_web')).toBe(200)
    expect(await activity(learner)).toEqual([
      { kind: 'purchase', target_id: fixture.alpha, detail: 'course_amount_page_web' },
      { kind: 'purchase', target_id: fixture.alpha, detail: 'proceed_to_buy_web' },
    ])
    fixture.api.clock.advance(MINUTE)
    await note('course_amount_page_web')
    expect(await activity(learner)).toHaveLength(3)
    expect(await note('proceed_to_buy_web', 99_999)).toBe(404)
  })
})
