import type { LearnerContext } from '#core/context.ts'
import { WithKept } from '#core/calls/kept-json.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { owedPaise } from '#features/catalogue/catalogue.rules.ts'
import { joinedStatus } from '#features/catalogue/server/enrolment.ts'
import { indianDate, isoTime } from '#lib/both/time/clock.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { rupees } from '#lib/both/money.ts'
import type { CoursePage } from '../../course.contract.ts'
import { courseContent, type CourseContent } from './course-content.ts'
import { sectionsJson, type Progress } from './written-sections.ts'

/**
 * The page of a course (document 2, section 7, 'mycourse'). What the learner may not open carries no video, no captions
 * and no link. One statement, whatever the course's size, where its content is in memory.
 * @throws notFound when there is no such course
 */
export async function getMyCourse(ctx: LearnerContext, { params }: { params: { id: number } }) {
  const { id } = params
  const [content, rows, site, sign] = await Promise.all([
    courseContent(ctx, id),
    findOwn(ctx.db, { userId: ctx.user.id, courseId: id }),
    ctx.site(),
    ctx.links.signer(),
  ])
  const { course, communities } = content
  const [own = NOTHING] = rows
  // A course that left the catalogue stays with those who bought it.
  if (course.retired !== 0 && own.valid_until === null) throw notFound('No course found')
  const courseStatus = joinedStatus(own, ctx.now())
  const active = courseStatus === 'Active'
  const linkOf = (option: 'wa_community' | 'tg_community') =>
    (active && communities.find((community) => community.option === option)?.link) || null
  const progress = new Map<number, Progress>()
  for (const { chapter_id, ...row } of rows) if (chapter_id !== null) progress.set(chapter_id, row)
  const page_content: CoursePage = {
    id,
    title: course.title,
    content: course.description_html,
    courseStatus,
    payment_status: own.payment_status,
    transaction_id: own.transaction_id,
    // Without a purchase there is no renewal that could be paid.
    renewal_amount: rupees(own.transaction_id === null ? 0 : owedPaise(own)),
    validity: own.valid_until === null ? null : indianDate(own.valid_until),
    validity_iso: isoTime(own.valid_until),
    phone: site.phone,
    syllabuses: content.syllabuses.map((syllabus) => ({
      id: syllabus.id,
      syllabus_year: syllabus.year,
      attachment: active ? sign(syllabus.file, `${course.title} syllabus ${syllabus.year}`) : null,
    })),
    details: {
      thumbnail: course.thumbnail,
      thumbnail_alt: course.thumbnail_alt,
      gst: course.gst_percent,
      cover: course.cover,
      video: course.video,
      discussion_panel_id: course.panel_id,
      courseCommunityJoined: (own.joined ?? 0) > 0,
      wa_community: linkOf('wa_community'),
      tg_community: linkOf('tg_community'),
    },
    metas: active ? communities.map((community) => ({ id: community.id, option: community.option })) : [],
    last_chapter_id: lastWatched(content, progress),
    sections: [],
  }
  const sections = await sectionsJson(ctx, content, active, progress)
  return new WithKept({ status: true, page_content }, { sections })
}

/** What the course is to the learner, with a row for each chapter that they have begun; one without a chapter if none. */
const findOwn = preparedOnce((db, slot: Slots<{ userId: number; courseId: number }>) =>
  db
    .selectFrom('users')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.user_id', '=', 'users.id').on('enrolments.course_id', '=', slot('courseId')),
    )
    .leftJoin('chapter_progress as progress', (join) =>
      join.onRef('progress.user_id', '=', 'users.id').on('progress.course_id', '=', slot('courseId')),
    )
    .select(({ selectFrom }) => [
      'enrolments.valid_until',
      'enrolments.payment_status',
      'enrolments.renewal_paise',
      selectFrom('purchases')
        .where('purchases.course_id', '=', slot('courseId'))
        .where('purchases.user_id', '=', slot('userId'))
        .where('purchases.payment_status', '!=', 'pending')
        .select(({ fn }) => fn.max<number | null>('purchases.id').as('id'))
        .as('transaction_id'),
      selectFrom('community_joins')
        .innerJoin('course_communities', 'course_communities.id', 'community_joins.community_id')
        .where('course_communities.course_id', '=', slot('courseId'))
        .where('course_communities.retired', '=', 0)
        .where('community_joins.user_id', '=', slot('userId'))
        .select(({ fn }) => fn.countAll<number>().as('joined'))
        .as('joined'),
      'progress.chapter_id',
      'progress.viewed_at',
      'progress.watched_at',
      'progress.position_ms',
      'progress.position_at',
    ])
    .where('users.id', '=', slot('userId')),
)

/** Of a course that the learner has nothing to do with. */
const NOTHING = { valid_until: null, payment_status: null, renewal_paise: null, transaction_id: null, joined: null }

function lastWatched({ chapters }: CourseContent, progress: ReadonlyMap<number, Progress>): number | null {
  let last: { id: number; at: number } | undefined
  for (const { id } of chapters) {
    const own = progress.get(id)
    const at = own?.position_at ?? own?.viewed_at ?? 0
    if (at > (last?.at ?? 0)) last = { id, at }
  }
  return last?.id ?? null
}
