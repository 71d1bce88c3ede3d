import type { FieldsOf } from '#core/content/change-content.ts'
import type { Db } from '#db/database.ts'
import { invalid, notFound } from '#lib/both/calls/errors.ts'

/** A live class as its forms have it, and which field of a pack each of it is. */
export interface ClassFacts {
  course_id: number
  title: string
  mentor: string
  starts_at: number
  ends_at: number
  join_url: string
}

export const classFields = {
  course_id: 'course',
  title: 'title',
  mentor: 'mentor',
  starts_at: 'starts',
  ends_at: 'ends',
  join_url: 'join_url',
} as const satisfies FieldsOf<'live_class'>

/** A class with what else is stored of it. */
export interface StoredClass {
  id: number
  key: string
  retired: number
  facts: ClassFacts
}

/** @throws notFound */
export async function storedClass(db: Db, id: number): Promise<StoredClass> {
  const row = await db
    .selectFrom('live_classes')
    .select(['key', 'retired', 'course_id', 'title', 'tutor_name as mentor', 'starts_at', 'ends_at', 'join_url'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('There is no such live class')
  const { key, retired, ...facts } = row
  return { id, key, retired, facts }
}

/** The columns of what a form says. */
export function columnsOf({ mentor, ...facts }: ClassFacts) {
  return { ...facts, tutor_name: mentor }
}

/** @throws invalid naming `course_id` of a course that there is not, or that is no longer among the content */
export async function refuseOtherCourse(tx: Db, courseId: number): Promise<void> {
  const course = await tx
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('retired', '=', 0)
    .executeTakeFirst()
  if (!course) throw invalid({ course_id: 'Please choose a course from the list' })
}
