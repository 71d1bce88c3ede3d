import type { LearnerContext } from '#core/context.ts'
import type { SignLink } from '#core/files/private-files.ts'
import { joinedStatus } from '#features/catalogue/server/enrolment.ts'
import { indianDate, isoTime } from '#lib/both/time/clock.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { rupees } from '#lib/both/money.ts'
import type { Chapter, CoursePage, Section } from '../course.contract.ts'
import { hasVideo } from '../player/video.rules.ts'

/** Seconds from milliseconds. */
const SECONDS = 1000

/**
 * The page of a course (document 2, section 7, 'mycourse'). What the learner may not open carries no video, no captions
 * and no link. Five statements, whatever the course's size.
 * @throws notFound when there is no such course
 */
export async function getMyCourse(ctx: LearnerContext, { params }: { params: { id: number } }) {
  const { id } = params
  const [course, sections, chapters, communities, site, sign] = await Promise.all([
    courseOf(ctx, id),
    sectionsOf(ctx, id),
    chaptersOf(ctx, id),
    communitiesOf(ctx, id),
    ctx.site(),
    ctx.links.signer(),
  ])
  // A course that left the catalogue stays with those who bought it.
  if (!course || (course.retired === 1 && course.valid_until === null)) throw notFound('No course found')
  const courseStatus = joinedStatus(course, ctx.now())
  const active = courseStatus === 'Active'
  const syllabuses = active ? await syllabusesOf(ctx, id, course.title, sign) : []
  const linkOf = (option: 'wa_community' | 'tg_community') =>
    (active && communities.find((community) => community.option === option)?.link) || null
  const page_content: CoursePage = {
    id,
    title: course.title,
    content: course.description_html,
    courseStatus,
    payment_status: course.payment_status,
    transaction_id: course.transaction_id,
    renewal_amount: rupees(course.renewal_paise ?? 0),
    validity: course.valid_until === null ? null : indianDate(course.valid_until),
    validity_iso: isoTime(course.valid_until),
    phone: site.phone,
    syllabuses,
    details: {
      thumbnail: course.thumbnail,
      thumbnail_alt: course.thumbnail_alt,
      gst: course.gst_percent,
      cover: course.cover,
      video: course.video,
      discussion_panel_id: course.panel_id,
      courseCommunityJoined: communities.some((community) => community.joined_at !== null),
      wa_community: linkOf('wa_community'),
      tg_community: linkOf('tg_community'),
    },
    metas: active ? communities.map((community) => ({ id: community.id, option: community.option })) : [],
    last_chapter_id: lastWatched(chapters),
    sections: sections.map((section): Section => {
      const open = active || section.demo === 1
      return {
        id: section.id,
        title: section.title,
        demo: section.demo === 1 ? '1' : '0',
        chapters: (chapters.get(section.id) ?? []).map((row) => chapterOf(row, course.video, open, sign)),
      }
    }),
  }
  return { status: true, page_content }
}

function courseOf({ db, user }: LearnerContext, id: number) {
  return db
    .selectFrom('courses')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'courses.id').on('enrolments.user_id', '=', user.id),
    )
    .leftJoin('discussion_panels', (join) =>
      join.onRef('discussion_panels.course_id', '=', 'courses.id').on('discussion_panels.retired', '=', 0),
    )
    .select(({ selectFrom }) => [
      'courses.title',
      'courses.description_html',
      'courses.thumbnail',
      'courses.thumbnail_alt',
      'courses.cover',
      'courses.video',
      'courses.retired',
      'courses.gst_percent',
      'enrolments.valid_until',
      'enrolments.payment_status',
      'enrolments.renewal_paise',
      'discussion_panels.id as panel_id',
      selectFrom('purchases')
        .whereRef('purchases.course_id', '=', 'courses.id')
        .where('purchases.user_id', '=', user.id)
        .where('purchases.payment_status', '!=', 'pending')
        .select(({ fn }) => fn.max<number | null>('purchases.id').as('id'))
        .as('transaction_id'),
    ])
    .where('courses.id', '=', id)
    .executeTakeFirst()
}

function sectionsOf({ db }: LearnerContext, courseId: number) {
  return db
    .selectFrom('course_sections')
    .select(['id', 'title', 'demo'])
    .where('course_id', '=', courseId)
    .where('retired', '=', 0)
    .orderBy('position')
    .execute()
}

type ChapterRow = Awaited<ReturnType<typeof readChapters>>[number]

/** Chapters by section, in order. */
async function chaptersOf(ctx: LearnerContext, courseId: number): Promise<Map<number, ChapterRow[]>> {
  return Map.groupBy(await readChapters(ctx, courseId), (row) => row.section_id)
}

function readChapters({ db, user }: LearnerContext, courseId: number) {
  return db
    .selectFrom('chapters')
    .leftJoin('chapter_progress', (join) =>
      join
        .onRef('chapter_progress.course_id', '=', 'chapters.course_id')
        .onRef('chapter_progress.chapter_id', '=', 'chapters.id')
        .on('chapter_progress.user_id', '=', user.id),
    )
    .select([
      'chapters.id',
      'chapters.course_id',
      'chapters.section_id',
      'chapters.title',
      'chapters.minutes',
      'chapters.video',
      'chapters.video_provider',
      'chapters.hparameter',
      'chapters.captions',
      'chapter_progress.viewed_at',
      'chapter_progress.watched_at',
      'chapter_progress.position_ms',
      'chapter_progress.position_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('chapter_questions')
        .whereRef('chapter_questions.chapter_id', '=', 'chapters.id')
        .where('chapter_questions.retired', '=', 0)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('question_count'),
    )
    .where('chapters.course_id', '=', courseId)
    .where('chapters.retired', '=', 0)
    .orderBy('chapters.position')
    .execute()
}

function chapterOf(row: ChapterRow, courseVideo: string | null, open: boolean, sign: SignLink): Chapter {
  const file = row.video_provider === 'file'
  return {
    id: row.id,
    content_id: row.course_id,
    title: row.title,
    duration: row.minutes,
    open,
    watched: row.watched_at === null ? '0' : '1',
    has_video: hasVideo(row.video, courseVideo),
    video: open && row.video ? (file ? sign(row.video, row.title) : row.video) : null,
    video_provider: open ? row.video_provider : null,
    hparameter: open ? row.hparameter : null,
    captions: open && row.captions ? sign(row.captions, row.title) : null,
    position: (row.position_ms ?? 0) / SECONDS,
    question_count: row.question_count ?? 0,
  }
}

function lastWatched(chapters: Map<number, ChapterRow[]>): number | null {
  let last: ChapterRow | undefined
  const when = (row: ChapterRow) => row.position_at ?? row.viewed_at ?? 0
  for (const rows of chapters.values()) {
    for (const row of rows) if (when(row) > (last ? when(last) : 0)) last = row
  }
  return last?.id ?? null
}

function communitiesOf({ db, user }: LearnerContext, courseId: number) {
  return db
    .selectFrom('course_communities')
    .leftJoin('community_joins', (join) =>
      join
        .onRef('community_joins.community_id', '=', 'course_communities.id')
        .on('community_joins.user_id', '=', user.id),
    )
    .select([
      'course_communities.id',
      'course_communities.option',
      'course_communities.link',
      'community_joins.joined_at',
    ])
    .where('course_communities.course_id', '=', courseId)
    .where('course_communities.retired', '=', 0)
    .orderBy('course_communities.id')
    .execute()
}

async function syllabusesOf({ db }: LearnerContext, courseId: number, title: string, sign: SignLink) {
  const rows = await db
    .selectFrom('syllabuses')
    .select(['id', 'year', 'file'])
    .where('course_id', '=', courseId)
    .where('retired', '=', 0)
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ id, year, file }) => ({
    id,
    syllabus_year: year,
    attachment: sign(file, `${title} syllabus ${year}`),
  }))
}
