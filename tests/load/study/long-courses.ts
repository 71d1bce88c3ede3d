import { hashToken } from '#features/auth/server/sessions.ts'
import { openDatabase } from '#db/open.ts'
import { DAY } from '#lib/both/time/clock.ts'
import type { Data } from '../candidates.ts'

export interface LongCourse {
  id: number
  chapters: number
}

/** Chapters a section. */
const SECTION = 25

/**
 * Puts courses of these many chapters into the data of a stopped server, active for the bearer of a token. Every chapter
 * is a lecture of its own with captions, and every other one has been watched.
 */
export async function seedLongCourses(data: Data, token: string, sizes: number[]): Promise<LongCourse[]> {
  const { db, close } = await openDatabase(data)
  try {
    const { user_id: userId } = await db
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
    const { id: _, ...model } = await db.selectFrom('courses').selectAll().limit(1).executeTakeFirstOrThrow()
    const now = Date.now()
    const courses: LongCourse[] = []
    for (const size of sizes) {
      const { id } = await db
        .insertInto('courses')
        .values({ ...model, key: `long-${size}`, title: `Course of ${size} chapters`, lesson_count: size })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('enrolments')
        .values({
          user_id: userId,
          course_id: id,
          payment_status: 'closedpymnt',
          valid_until: now + DAY,
          created_at: now,
        })
        .execute()
      for (let first = 0; first < size; first += SECTION) {
        await seedSection(db, { courseId: id, userId, first, count: Math.min(SECTION, size - first), now })
      }
      courses.push({ id, chapters: size })
    }
    return courses
  } finally {
    await close()
  }
}

async function seedSection(
  db: Awaited<ReturnType<typeof openDatabase>>['db'],
  { courseId, userId, first, count, now }: Record<'courseId' | 'userId' | 'first' | 'count' | 'now', number>,
): Promise<void> {
  const section = await db
    .insertInto('course_sections')
    .values({ course_id: courseId, key: `s${first}`, title: `Section from chapter ${first + 1}`, position: first })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chapters = await db
    .insertInto('chapters')
    .values(
      Array.from({ length: count }, (_, index) => {
        const number = first + index
        const name = number.toString(16).padStart(32, '0')
        return {
          course_id: courseId,
          section_id: section.id,
          key: `c${number}`,
          title: `Chapter ${number + 1}: what to know`,
          minutes: 20,
          position: index,
          video_provider: 'file' as const,
          video: `${name}.webm`,
          captions: `${name}.vtt`,
        }
      }),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('chapter_progress')
    .values(
      chapters
        .filter((_, index) => index % 2 === 0)
        .map(({ id }) => ({
          user_id: userId,
          course_id: courseId,
          chapter_id: id,
          viewed_at: now,
          watched_at: now,
        })),
    )
    .execute()
}
