import { openDatabase } from '#db/open.ts'
import { DAY } from '#lib/both/time/clock.ts'
import type { Data } from '../candidates.ts'
import { seedLearners, type SeededLearner } from '../../support/scenes/learners.ts'

/** A course with the learners who study it. */
export interface Class {
  courseId: number
  panelId: number
  learners: SeededLearner[]
}

/** Comments that the learners have written into the panel of the course; a quarter are replies. */
const COMMENTS = 10_000
const ROWS = 500

/** Enrols learners in the demo's largest course, and lets them discuss it. */
export async function seedClass(data: Data, count: number): Promise<Class> {
  const { db, close } = await openDatabase(data)
  try {
    const learners = await seedLearners(db, count)
    const { id: panelId, course_id: courseId } = await db
      .selectFrom('discussion_panels')
      .innerJoin('courses', 'courses.id', 'discussion_panels.course_id')
      .select(['discussion_panels.id', 'course_id'])
      .where('courses.title', '=', 'Degree Level Prelims')
      .executeTakeFirstOrThrow()
    const now = Date.now()
    const enrolled = { course_id: courseId, payment_status: 'closedpymnt' as const, valid_until: now + DAY }
    await db
      .insertInto('enrolments')
      .values(learners.map(({ id }) => ({ ...enrolled, user_id: id, created_at: now })))
      .execute()
    const { known } = await db
      .selectFrom('discussions')
      .where('panel_id', '=', panelId)
      .select(({ fn }) => fn.countAll<number>().as('known'))
      .executeTakeFirstOrThrow()
    for (let made = known; made < COMMENTS; made += ROWS) {
      const comment = (number: number, parent: number | null) => ({
        panel_id: panelId,
        user_id: learners[number % learners.length]!.id,
        parent_id: parent,
        content_html: `<p>Why is the answer of number ${number} what it is? I read the chapter twice.</p>`,
        created_at: now - DAY + number,
      })
      const written = await db
        .insertInto('discussions')
        .values(Array.from({ length: (ROWS * 3) / 4 }, (_, number) => comment(made + number, null)))
        .returning('id')
        .execute()
      await db
        .insertInto('discussions')
        .values(Array.from({ length: ROWS / 4 }, (_, number) => comment(made + number, written[number * 3]!.id)))
        .execute()
    }
    return { courseId, panelId, learners }
  } finally {
    await close()
  }
}
