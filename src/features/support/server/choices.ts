import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { categories } from '../support.rules.ts'

/** What tickets can be about. */
export async function listTicketCategories() {
  return { status: true, category: [...categories] }
}

/** The courses the learner has bought, expired ones too: these raise questions as well. */
export async function listPurchasedCourses({ db, user }: LearnerContext) {
  return { status: true, course: await boughtCourses(db, user.id).orderBy('courses.title').execute() }
}

/** Courses that a ticket of this learner can be about. */
export function boughtCourses(db: Db, userId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('courses', 'courses.id', 'enrolments.course_id')
    .select(['courses.id', 'courses.title'])
    .where('enrolments.user_id', '=', userId)
}
