import type { Selectable } from 'kysely'
import type { ChapterProgressTable } from '#features/course/course.tables.ts'
import { DAY } from '#lib/both/time/clock.ts'
import * as contract from '#features/course/course.contract.ts'
import { testApi, type TestApi, type TestLearner } from '../api/api.ts'
import type { Answer } from '../api/calls.ts'
import { seedEnrolment } from './catalogue-fixture.ts'
import { learningPack } from '../packs/learning-pack.ts'
import { packImporter } from '../packs/pack.ts'

/** What a learner is to course alpha. The other one owns beta. */
type Standing = 'active' | 'owing' | 'expired' | 'nobody' | 'other'

export interface CourseFixture {
  api: TestApi
  /** Has one of everything: chapters one and two in a demo section, three to six behind the purchase. */
  alpha: number
  /** Has nothing. */
  beta: number
  /** Ids of alpha's chapters, by number in words. */
  chapters: Record<string, number>
  learners: Record<Standing, TestLearner>
  /** A new learner who has the course; `validFor` in milliseconds from the tests' start, negative for expired. */
  enrolled: (courseId: number, validFor: number, more?: object) => Promise<TestLearner>
  /** The page of a course, alpha's unless told otherwise. */
  pageOf: (learner: TestLearner, id?: number) => Promise<contract.CoursePage>
  /** Logs a view of one of alpha's chapters, or with `videowatched` that it was watched. */
  log: (
    learner: TestLearner,
    chapterId: number,
    query?: { videowatched?: '1' },
  ) => Promise<Answer<typeof contract.logVideo>>
  /** What is stored of a learner's progress in a chapter. */
  progress: (learner: TestLearner, chapterId: number) => Promise<Selectable<ChapterProgressTable> | undefined>
}

/** The API with the learning pack, or another one that has its courses, and a learner of every standing. */
export async function courseFixture(pack = learningPack()): Promise<CourseFixture> {
  const api = await testApi()
  const { db } = api.services
  await packImporter(api.database)(pack)
  const courses = await db.selectFrom('courses').select(['key', 'id']).execute()
  const idOf = (key: string) => courses.find((row) => row.key === key)!.id
  const alpha = idOf('alpha')
  const beta = idOf('beta')
  const chapters: Record<string, number> = {}
  for (const row of await db.selectFrom('chapters').select(['key', 'id']).where('course_id', '=', alpha).execute()) {
    chapters[row.key.replace('chapter-', '')] = row.id
  }
  const enrolled = async (courseId: number, validFor: number, more = {}) => {
    const learner = await api.learner()
    await seedEnrolment(db, { userId: learner.user.id, courseId, validFor })
    await db
      .updateTable('enrolments')
      .set({ payment_status: 'closedpymnt', ...more })
      .where('user_id', '=', learner.user.id)
      .execute()
    return learner
  }
  return {
    api,
    alpha,
    beta,
    chapters,
    learners: {
      active: await enrolled(alpha, DAY),
      owing: await enrolled(alpha, -DAY, { payment_status: 'partialpymnt', renewal_paise: 49_950 }),
      expired: await enrolled(alpha, -DAY),
      nobody: await api.learner(),
      other: await enrolled(beta, DAY),
    },
    enrolled,
    pageOf: async (learner, id = alpha) => {
      const { status, body } = await api.call(contract.getMyCourse, { params: { id } }, learner)
      if (status !== 200) throw new Error(`The page of course ${id} is answered with ${status}`)
      return body.page_content
    },
    log: (learner, chapterId, query = {}) =>
      api.call(contract.logVideo, { params: { contentIdOrCourseId: alpha, chapterId }, query }, learner),
    progress: (learner, chapterId) =>
      db
        .selectFrom('chapter_progress')
        .selectAll()
        .where('user_id', '=', learner.user.id)
        .where('chapter_id', '=', chapterId)
        .executeTakeFirst(),
  }
}

/** All chapters of a page, in order. */
export const chaptersOf = (page: contract.CoursePage) => page.sections.flatMap((section) => section.chapters)
