import type { Pack, PackCourse } from '../../pack.ts'
import { idOf, keyOf, retiredOf, syncTable, touched, type Changes, type Row } from '../sync.ts'
import type { ImportRun } from '../staging/import-run.ts'
import { chargedPrices, notePastPrices } from '#features/purchases/server/past-prices.ts'
import { paise } from '../../schemas/schemas.ts'
import { resolveDate } from '../../times.ts'

export interface ImportedCatalogue {
  courseIds: Map<string, number>
  /** By `course id/chapter key`. */
  chapterIds: Map<string, number>
  /** A course counts as changed when one of its sections or chapters did. */
  courses: Changes
  /** Something else of the catalogue changed. */
  othersTouched: boolean
}

/** Writes groups, categories, courses, sections, chapters and the choices of the registration form. */
export async function importCatalogue(
  run: ImportRun,
  pack: Pack,
  address: (text: string) => string,
  now: number,
): Promise<ImportedCatalogue> {
  const groups = await syncTable(
    run,
    'course_groups',
    ['key'],
    pack.groups.map(({ key, title, image, alt }, position) => ({ key, title, image: address(image), alt, position })),
    { ordered: '', ahead: true },
  )
  const categories = await syncTable(
    run,
    'course_categories',
    ['group_id', 'key'],
    pack.groups.flatMap((group) =>
      group.categories.map(({ key, label }, position) => ({
        group_id: idOf(groups.ids, group.key),
        key,
        label,
        position,
      })),
    ),
    { ordered: 'group_id', ahead: true },
  )
  const categoryId = (group: string, category: string) => idOf(categories.ids, `${idOf(groups.ids, group)}/${category}`)
  const subcategories = await syncTable(
    run,
    'course_subcategories',
    ['category_id', 'key'],
    pack.groups.flatMap((group) =>
      group.categories.flatMap((category) =>
        (category.subcategories ?? []).map(({ key, label }, position) => ({
          category_id: categoryId(group.key, category.key),
          key,
          label,
          position,
        })),
      ),
    ),
    { ordered: 'category_id', ahead: true },
  )

  const prices = await chargedPrices(run.db)
  const courses = await syncTable(
    run,
    'courses',
    ['key'],
    pack.courses.map((course) => {
      const category = categoryId(course.group, course.category)
      return {
        ...courseRow(course, address),
        group_id: idOf(groups.ids, course.group),
        category_id: category,
        subcategory_id: course.subcategory ? idOf(subcategories.ids, `${category}/${course.subcategory}`) : null,
      }
    }),
    { ahead: true },
  )
  if (touched(courses)) run.last((tx) => notePastPrices(tx, prices, now))
  // A course that left the pack keeps what it is made of: learners who bought it go on with it.
  const present = new Set(pack.courses.map(({ key }) => idOf(courses.ids, key)))
  const retires = (row: Row) => present.has(row.course_id as number)
  const sections = await syncTable(
    run,
    'course_sections',
    ['course_id', 'key'],
    pack.courses.flatMap((course) =>
      course.sections.map(({ key, title, demo, hidden }, position) => ({
        course_id: idOf(courses.ids, course.key),
        key,
        title,
        demo: demo ? 1 : 0,
        position,
        ...retiredOf({ hidden }),
      })),
    ),
    { retires, ordered: 'course_id', ahead: true },
  )
  const chapters = await syncTable(
    run,
    'chapters',
    ['course_id', 'key'],
    chapterRows(pack, courses.ids, sections.ids, address),
    { retires, ordered: 'section_id', ahead: true },
  )
  for (const part of [sections, chapters]) noteCourses(courses, courses.ids, part)

  const lists = [
    groups,
    categories,
    subcategories,
    await syncTable(
      run,
      'districts',
      ['district_name'],
      pack.site.districts.map((name, position) => ({ district_name: name, position })),
    ),
    await syncTable(
      run,
      'communities',
      ['category_name'],
      pack.site.communities.map((name, position) => ({ category_name: name, position })),
    ),
  ]
  return { courseIds: courses.ids, chapterIds: chapters.ids, courses, othersTouched: lists.some(touched) }
}

function courseRow(course: PackCourse, address: (text: string) => string) {
  return {
    key: course.key,
    title: course.title,
    summary: course.summary,
    description_html: address(course.descriptionHtml),
    thumbnail: address(course.thumbnail),
    thumbnail_alt: course.thumbnail_alt,
    price_paise: paise(course.price),
    offer_price_paise: course.offer_price === undefined ? null : paise(course.offer_price),
    gst_percent: course.gst,
    validity_days: course.validity_days,
    tags: JSON.stringify(course.tags),
    lesson_count: lessonCount(course),
    popularity: course.popularity,
    rating_tenths: Math.round(course.rating * 10),
    published_at: resolveDate(course.published),
    video: course.video ?? null,
    cover: course.cover === undefined ? null : address(course.cover),
    ...retiredOf(course),
  }
}

function lessonCount({ sections }: PackCourse): number {
  const shown = sections.filter(({ hidden }) => !hidden).flatMap(({ chapters }) => chapters)
  return shown.filter(({ hidden }) => !hidden).length
}

function chapterRows(
  pack: Pack,
  courseIds: Map<string, number>,
  sectionIds: Map<string, number>,
  address: (text: string) => string,
) {
  return pack.courses.flatMap((course) => {
    const courseId = idOf(courseIds, course.key)
    return course.sections.flatMap((section) =>
      section.chapters.map(({ key, title, minutes, provider, video, hash, captions, hidden }, position) => ({
        course_id: courseId,
        section_id: idOf(sectionIds, keyOf({ courseId, key: section.key }, ['courseId', 'key'])),
        key,
        title,
        minutes,
        video_provider: provider,
        video: video && address(video),
        hparameter: hash,
        captions: captions && address(captions),
        position,
        ...retiredOf({ hidden }),
      })),
    )
  })
}

/** Counts the courses of changed parts as changed; the parts' keys begin with their course's id. */
export function noteCourses(courses: Changes, courseIds: Map<string, number>, part: Changes): void {
  const courseOf = new Map([...courseIds].map(([key, id]) => [String(id), key]))
  for (const key of [...part.added, ...part.changed, ...part.retired]) {
    const course = courseOf.get(key.split('/')[0] ?? '')
    if (course && !courses.added.has(course)) courses.changed.add(course)
  }
}
