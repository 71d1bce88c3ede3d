import type { Kysely } from 'kysely'
import { siteKey, type Site } from '#core/site/site.ts'
import type { Database } from '#db/database.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { TEST_START } from '../api/api.ts'

export interface CourseToSeed {
  title: string
  /** `group/category` or `group/category/subcategory`, made where they do not exist; the label is the key in capitals. */
  place?: string
  summary?: string
  tags?: string[]
  pricePaise?: number
  offerPaise?: number | null
  gst?: number
  popularity?: number
  rating?: number
  /** Days before the tests begin. */
  age?: number
  /** Minutes of the chapters of each section. */
  sections?: number[][]
  /** Indexes of sections that are open without buying. */
  demo?: number[]
  retired?: boolean
}

export interface SeededCourse {
  id: number
  chapterIds: number[]
}

let made = 0

/** Stores a course with its sections and chapters: one chapter of ten minutes unless told otherwise. */
export async function seedCourse(db: Kysely<Database>, given: CourseToSeed): Promise<SeededCourse> {
  made += 1
  const [group = '', category = '', subcategory] = (given.place ?? 'psc/degree').split('/')
  const groupId = await placeId(
    db,
    'course_groups',
    { key: group },
    { title: group.toUpperCase(), image: '/g.svg', alt: group },
  )
  const categoryId = await placeId(
    db,
    'course_categories',
    { key: category, group_id: groupId },
    { label: category.toUpperCase() },
  )
  const subcategoryId = subcategory
    ? await placeId(
        db,
        'course_subcategories',
        { key: subcategory, category_id: categoryId },
        { label: subcategory.toUpperCase() },
      )
    : null
  const sections = given.sections ?? [[10]]
  const { id } = await db
    .insertInto('courses')
    .values({
      key: `course-${made}`,
      title: given.title,
      summary: given.summary ?? 'A summary.',
      description_html: `<p>${given.title}</p>`,
      group_id: groupId,
      category_id: categoryId,
      subcategory_id: subcategoryId,
      thumbnail: '/media/thumb.svg',
      thumbnail_alt: 'A desk',
      price_paise: given.pricePaise ?? 100_000,
      offer_price_paise: given.offerPaise ?? null,
      gst_percent: given.gst ?? 18,
      validity_days: 365,
      tags: JSON.stringify(given.tags ?? []),
      lesson_count: sections.flat().length,
      popularity: given.popularity ?? 0,
      rating_tenths: given.rating ?? 0,
      published_at: TEST_START - (given.age ?? 0) * DAY,
      retired: given.retired ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chapterIds: number[] = []
  for (const [position, chapters] of sections.entries()) {
    const section = await db
      .insertInto('course_sections')
      .values({
        course_id: id,
        key: `section-${position}`,
        title: `Section ${position + 1}`,
        demo: given.demo?.includes(position) ? 1 : 0,
        position,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const minutes of chapters) {
      const number = chapterIds.length + 1
      const chapter = await db
        .insertInto('chapters')
        .values({
          course_id: id,
          section_id: section.id,
          key: `c${number}`,
          title: `Chapter ${number}`,
          minutes,
          position: number,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      chapterIds.push(chapter.id)
    }
  }
  return { id, chapterIds }
}

type PlaceTable = 'course_groups' | 'course_categories' | 'course_subcategories'

async function placeId(
  db: Kysely<Database>,
  table: PlaceTable,
  where: Record<string, string | number>,
  more: object,
): Promise<number> {
  let known = db.selectFrom(table).select('id')
  for (const [name, value] of Object.entries(where)) known = known.where(name as 'key', '=', value as string)
  const found = await known.executeTakeFirst()
  if (found) return found.id
  made += 1
  const row = { ...where, ...more, position: made } as never
  return (await db.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()).id
}

let versions = 0

/** Tells the server that its content changed, as an import does. */
export async function announceContent(db: Kysely<Database>, facts: Partial<Site> = {}): Promise<void> {
  versions += 1
  const value = JSON.stringify({ contentVersion: `test-${versions}`, ...facts })
  await db
    .insertInto('meta')
    .values({ key: siteKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Gives a learner a course; `validFor` in milliseconds from the tests' start, negative for an expired one. */
export async function seedEnrolment(
  db: Kysely<Database>,
  {
    userId,
    courseId,
    validFor,
    boughtAt = TEST_START,
  }: { userId: number; courseId: number; validFor: number; boughtAt?: number },
): Promise<void> {
  await db
    .insertInto('enrolments')
    .values({
      user_id: userId,
      course_id: courseId,
      payment_status: 'closedpymnt',
      valid_until: TEST_START + validFor,
      created_at: boughtAt,
    })
    .execute()
}
