import type { CatalogueSource } from '#core/site/catalogue-reader.ts'
import type { LearnerContext, Services } from '#core/context.ts'
import type { CourseDetails, PurchaseStatus } from '../catalogue.contract.ts'
import { courseStatus, minutesOf, pricesOf } from '../catalogue.rules.ts'
import { snapshotFrom } from './snapshot.ts'

/** A course for sale with its sections and chapters; null when there is none. */
export function courseDetails({ catalogue }: Pick<Services, 'catalogue'>, id: number): Promise<CourseDetails | null> {
  return catalogue((from) => detailsFrom(from, id))
}

async function detailsFrom({ db, site }: CatalogueSource, id: number): Promise<CourseDetails | null> {
  const course = (await snapshotFrom({ db, site })).byId.get(id)
  if (!course) return null
  const [text, sections, chapters] = await Promise.all([
    db.selectFrom('courses').select('description_html').where('id', '=', id).executeTakeFirst(),
    db
      .selectFrom('course_sections')
      .select(['id', 'title', 'demo'])
      .where('course_id', '=', id)
      .where('retired', '=', 0)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('chapters')
      .select(['id', 'section_id', 'title', 'minutes'])
      .where('course_id', '=', id)
      .where('retired', '=', 0)
      .orderBy('position')
      .execute(),
  ])
  const outline = sections.map((section) => ({
    id: section.id,
    title: section.title,
    demo: section.demo ? ('1' as const) : ('0' as const),
    chapters: chapters
      .filter((chapter) => chapter.section_id === section.id)
      .map((chapter) => ({ id: chapter.id, title: chapter.title, duration: chapter.minutes })),
  }))
  const { price, withGst, originalWithGst } = pricesOf(course)
  const { category } = course
  return {
    id,
    title: course.title,
    summary: course.summary,
    content: text?.description_html ?? '',
    thumbnail: course.thumbnail,
    thumbnail_alt: course.thumbnail_alt,
    category: {
      group: category.group.key,
      group_title: category.group.title,
      slug: category.key,
      label: category.label,
    },
    tags: course.tags,
    no_lessons: course.lesson_count,
    total_minutes: outline.reduce((sum, section) => sum + minutesOf(section), 0),
    validity_days: course.validity_days,
    price,
    gst: course.gst_percent,
    pricegst: withGst,
    original_pricegst: originalWithGst,
    sections: outline,
  }
}

/** The course with what it is to this learner (document 1, section 4, 'Course purchase status'). */
export async function getCourse(ctx: LearnerContext, { params }: { params: { id: number } }) {
  const [course_details, course_status] = await Promise.all([courseDetails(ctx, params.id), statusFor(ctx, params.id)])
  return { status: true, page_content: { course_details, course_status } }
}

/** What buying the course costs, as the order will be asked for it, and whether the learner owns it already. */
export async function checkPurchaseStatus(ctx: LearnerContext, { query }: { query: { id: number } }) {
  const course = (await snapshotFrom(ctx)).byId.get(query.id)
  const course_status = await statusFor(ctx, query.id)
  if (!course) return { status: true, success: true, course_status, course_details: null }
  const { price, withGst } = pricesOf(course)
  const { id, title, thumbnail, gst_percent } = course
  return {
    status: true,
    success: true,
    course_status,
    course_details: { id, title, thumbnail, price, gst: gst_percent, pricegst: withGst },
  }
}

async function statusFor(ctx: LearnerContext, courseId: number): Promise<PurchaseStatus> {
  const enrolment = await ctx.db
    .selectFrom('enrolments')
    .select('valid_until')
    .where('user_id', '=', ctx.user.id)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return courseStatus(enrolment, ctx.now())
}
