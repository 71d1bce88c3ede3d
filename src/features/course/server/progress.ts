import { sql, type OnConflictBuilder } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Database } from '#db/database.ts'
import { DAY, startOfIndianDay } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type * as contract from '../course.contract.ts'
import { openChapter, openable } from './entitlement.ts'

const noted = { status: true, success: true, message: 'Noted' }
const MILLISECONDS = 1000

/**
 * Notes the first view of a chapter, or with `videowatched` that 300 seconds of it were watched; the first time counts
 * (document 2, section 4, 'Video gating and logging'). A chapter without a video is marked as read by the same call.
 * @throws notFound, forbidden as `openChapter`; notFound when the chapter is of another course
 */
export async function logVideo(ctx: LearnerContext, { params, query }: InputOf<typeof contract.logVideo>) {
  const { chapterId, contentIdOrCourseId: courseId } = params
  await note(ctx, { chapterId, courseId, watched: query.videowatched === '1' }, (conflict) =>
    conflict
      .doUpdateSet(({ ref }) => ({ watched_at: ref('excluded.watched_at') }))
      .where('chapter_progress.watched_at', 'is', null)
      .where('excluded.watched_at', 'is not', null),
  )
  return noted
}

/**
 * Keeps where playback stopped. The latest call wins.
 * @throws notFound, forbidden as `openChapter`
 */
export async function savePosition(ctx: LearnerContext, { params, body }: InputOf<typeof contract.savePosition>) {
  const { chapterId } = params
  await note(ctx, { chapterId, position: Math.round(body.position * MILLISECONDS) }, (conflict) =>
    conflict
      .doUpdateSet(({ ref }) => ({
        position_ms: ref('excluded.position_ms'),
        position_at: ref('excluded.position_at'),
      }))
      .where(({ or, eb, ref }) =>
        or([
          eb('chapter_progress.position_at', 'is', null),
          eb('chapter_progress.position_at', '<=', ref('excluded.position_at')),
        ]),
      ),
  )
  if (body.watched_ms > 0) await addWatched(ctx, body.watched_ms)
  return noted
}

/** Adds to the time of the day, which has no more than its own. */
async function addWatched({ groupCommit, user, now }: LearnerContext, ms: number): Promise<void> {
  const day_at = startOfIndianDay(now())
  await groupCommit((db) =>
    db
      .insertInto('watch_days')
      .values({ user_id: user.id, day_at, watched_ms: ms })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'day_at'])
          .doUpdateSet(({ eb, ref }) => ({ watched_ms: eb('watch_days.watched_ms', '+', ref('excluded.watched_ms')) }))
          .where('watch_days.watched_ms', '<=', DAY - ms),
      )
      .execute(),
  )
}

interface Progress {
  chapterId: number
  courseId?: number
  watched?: boolean
  /** Milliseconds. */
  position?: number
}

type Conflict = OnConflictBuilder<Database, 'chapter_progress'>
type Update = ReturnType<Conflict['doUpdateSet']>

/**
 * Authorises and writes in one statement: the row is selected from a chapter that the learner may open. Nothing is written
 * where it says nothing new; only then the reason is looked up.
 */
async function note(
  ctx: LearnerContext,
  { chapterId, courseId, watched, position }: Progress,
  update: (conflict: Conflict) => Update,
): Promise<void> {
  const now = ctx.now()
  const instant = sql<number>`cast(${now} as bigint)`
  const never = sql<number | null>`cast(null as bigint)`
  const written = await ctx.groupCommit((db) => {
    let chapter = openable(db, ctx, chapterId)
    if (courseId !== undefined) chapter = chapter.where('chapters.course_id', '=', courseId)
    return db
      .insertInto('chapter_progress')
      .columns(['user_id', 'course_id', 'chapter_id', 'viewed_at', 'watched_at', 'position_ms', 'position_at'])
      .expression(
        chapter.select([
          sql<number>`cast(${ctx.user.id} as integer)`.as('user_id'),
          'chapters.course_id',
          'chapters.id',
          instant.as('viewed_at'),
          (watched ? instant : never).as('watched_at'),
          sql<number>`cast(${position ?? 0} as integer)`.as('position_ms'),
          (position === undefined ? never : instant).as('position_at'),
        ]),
      )
      .onConflict((conflict) => update(conflict.columns(['user_id', 'course_id', 'chapter_id'])))
      .returning('chapter_id')
      .executeTakeFirst()
  })
  if (!written) await openChapter(ctx, chapterId, courseId)
}
