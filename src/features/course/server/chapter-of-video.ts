import type { ExpressionBuilder } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Database } from '#db/database.ts'
import { NO_VIDEO, videoName } from '../player/video.rules.ts'
import { openableChapters, refusalOf, visibleChapters } from './entitlement.ts'

/**
 * The chapter that `{chapterVideo}` of an address means, if the learner may open it. Where several chapters show the video
 * it is the one named besides, else the first that the learner may open and that has questions. One statement, and
 * another to find the reason of a refusal.
 * @param video an id at the provider, a file's name or address, or the id of the chapter, which may have no video
 * @param chapterId the chapter, where the caller names it
 * @throws notFound, forbidden as `openChapter`
 */
export async function chapterOfVideo(ctx: LearnerContext, video: string, chapterId?: number): Promise<{ id: number }> {
  const name = videoName(video)
  const meant = ({ and, eb, or }: ExpressionBuilder<Database, 'chapters'>) =>
    and([
      or([
        ...(name === NO_VIDEO ? [] : [eb('chapters.video', '=', name)]),
        ...(/^[1-9]\d{0,8}$/.test(video) ? [eb('chapters.id', '=', Number(video))] : []),
        // Without a video only the chapter itself can be meant.
        ...(chapterId === undefined ? [] : [eb('chapters.video', 'is', null), eb('chapters.video', '=', NO_VIDEO)]),
      ]),
      ...(chapterId === undefined ? [] : [eb('chapters.id', '=', chapterId)]),
    ])
  const chapter = await openableChapters(ctx.db, ctx)
    .where(meant)
    .select('chapters.id')
    // Digits are a video's id before they are a chapter's.
    .orderBy(({ eb }) => eb.case().when('chapters.video', '=', name).then(0).else(1).end())
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('chapter_questions')
            .select('chapter_questions.id')
            .whereRef('chapter_questions.chapter_id', '=', 'chapters.id')
            .where('chapter_questions.retired', '=', 0),
        ),
      'desc',
    )
    .orderBy('chapters.id')
    .executeTakeFirst()
  if (chapter) return chapter
  throw refusalOf(await visibleChapters(ctx.db, ctx).where(meant).select('chapters.id').executeTakeFirst())
}
