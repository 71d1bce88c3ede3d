import { readSources } from '#core/content/text-sources.ts'
import type { Db } from '#db/database.ts'
import type { CourseRow } from '#features/catalogue/catalogue.tables.ts'
import { indianDay } from '#lib/both/time/clock.ts'
import { jsonOf } from '#lib/server/stored.ts'
import type { Pack, PackChapter, PackCourse, PackSection } from '../pack.ts'
import { hiddenOf, shown, type Reading } from './reading.ts'

/** Groups with their categories, as a pack has them. */
export async function storedGroups(db: Db): Promise<Pack['groups']> {
  const groups = await db
    .selectFrom('course_groups')
    .where('retired', '=', 0)
    .select(['id', 'key', 'title', 'image', 'alt'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const categories = await db
    .selectFrom('course_categories')
    .where('retired', '=', 0)
    .select(['id', 'group_id', 'key', 'label'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const subcategories = await db
    .selectFrom('course_subcategories')
    .where('retired', '=', 0)
    .select(['category_id', 'key', 'label'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return groups.map(({ id, ...group }) => ({
    ...group,
    categories: categories
      .filter((category) => category.group_id === id)
      .map((category) => {
        const below = subcategories.filter((subcategory) => subcategory.category_id === category.id)
        const { key, label } = category
        if (below.length === 0) return { key, label }
        return {
          key,
          label,
          subcategories: below.map((subcategory) => ({ key: subcategory.key, label: subcategory.label })),
        }
      }),
  }))
}

/** Courses with all that they are made of, as a pack has them: files by their addresses here. */
export async function storedCourses(db: Db, reading: Reading): Promise<PackCourse[]> {
  const courses = await db
    .selectFrom('courses')
    .where('retired', 'in', shown(reading))
    .selectAll()
    .orderBy('id')
    .execute()
  const places = await placesOf(db)
  const parts = await partsOf(db, reading)
  const sources = await readSources(db, 'course')
  const sections = Map.groupBy(await storedSections(db, reading), ({ courseId }) => courseId)
  return courses.map((course) => ({
    ...courseEntry(course),
    ...places(course),
    ...parts(course),
    source: sources(course.key, [course.description_html]),
    sections: (sections.get(course.id) ?? []).map(({ section }) => section),
    discussion: [],
  }))
}

function courseEntry(course: CourseRow) {
  return {
    key: course.key,
    title: course.title,
    summary: course.summary,
    descriptionHtml: course.description_html,
    thumbnail: course.thumbnail,
    thumbnail_alt: course.thumbnail_alt,
    price: course.price_paise / 100,
    offer_price: course.offer_price_paise === null ? undefined : course.offer_price_paise / 100,
    gst: course.gst_percent,
    validity_days: course.validity_days,
    // An import wrote them.
    tags: jsonOf(course.tags) as string[],
    popularity: course.popularity,
    rating: course.rating_tenths / 10,
    published: indianDay(course.published_at),
    video: course.video ?? undefined,
    cover: course.cover ?? undefined,
    ...hiddenOf(course),
  }
}

/** Says of a course where it stands in the catalogue. */
async function placesOf(db: Db) {
  const keys = async (table: 'course_groups' | 'course_categories' | 'course_subcategories') => {
    const rows = await db
      .selectFrom(table as 'course_groups')
      .select(['id', 'key'])
      .execute()
    return new Map(rows.map(({ id, key }) => [id, key]))
  }
  const [groups, categories, subcategories] = [
    await keys('course_groups'),
    await keys('course_categories'),
    await keys('course_subcategories'),
  ]
  return ({ group_id, category_id, subcategory_id }: CourseRow) => ({
    group: groups.get(group_id) ?? '',
    category: categories.get(category_id) ?? '',
    subcategory: subcategory_id === null ? undefined : subcategories.get(subcategory_id),
  })
}

/** Says of a course what else its learners meet: syllabuses, communities, workouts, and whether they can discuss. */
async function partsOf(db: Db, reading: Reading) {
  const syllabuses = await db
    .selectFrom('syllabuses')
    .where('retired', 'in', shown(reading))
    .select(['course_id', 'year', 'file', 'retired'])
    .orderBy('id')
    .execute()
  const communities = await db
    .selectFrom('course_communities')
    .where('retired', '=', 0)
    .select(['course_id', 'option', 'link'])
    .execute()
  const panels = await db.selectFrom('discussion_panels').where('retired', '=', 0).select('course_id').execute()
  const workouts = await db
    .selectFrom('daily_workouts')
    .where('retired', 'in', shown(reading))
    .selectAll()
    .orderBy('id')
    .execute()
  const sources = await readSources(db, 'workout')
  return ({ id, key: course }: CourseRow) => {
    const linkOf = (option: string) => communities.find((row) => row.course_id === id && row.option === option)?.link
    const links = { whatsapp: linkOf('wa_community'), telegram: linkOf('tg_community') }
    return {
      syllabuses: syllabuses
        .filter((row) => row.course_id === id)
        .map(({ year, file, retired }) => ({ year, file, ...hiddenOf({ retired }) })),
      communities: links.whatsapp === undefined && links.telegram === undefined ? undefined : links,
      discussion_panel: panels.some((row) => row.course_id === id) ? true : undefined,
      workouts: workouts
        .filter((row) => row.course_id === id)
        .map(({ key, contenttype, title, content, filename, published_at: at, published_rule: rule, retired }) => ({
          ...{ key, contenttype, title, content, filename },
          published: reading.words(at, rule),
          ...hiddenOf({ retired }),
          source: sources(`${course}/${key}`, [content]),
        })),
    }
  }
}

async function storedSections(db: Db, reading: Reading): Promise<{ courseId: number; section: PackSection }[]> {
  const sections = await db
    .selectFrom('course_sections')
    .where('retired', 'in', shown(reading))
    .select(['id', 'course_id', 'key', 'title', 'demo', 'retired'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const chapters = Map.groupBy(await storedChapters(db, reading), ({ sectionId }) => sectionId)
  return sections.map(({ id, course_id: courseId, key, title, demo, retired }) => ({
    courseId,
    section: {
      ...{ key, title, demo: demo === 1 ? true : undefined, ...hiddenOf({ retired }) },
      chapters: (chapters.get(id) ?? []).map(({ chapter }) => chapter),
    },
  }))
}

async function storedChapters(db: Db, reading: Reading): Promise<{ sectionId: number; chapter: PackChapter }[]> {
  const chapters = await db
    .selectFrom('chapters')
    .where('retired', 'in', shown(reading))
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute()
  const documents = await db
    .selectFrom('chapter_documents')
    .where('retired', 'in', shown(reading))
    .select(['chapter_id', 'key', 'title', 'file', 'retired'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const questions = await db
    .selectFrom('chapter_questions')
    .innerJoin('questions', 'questions.id', 'chapter_questions.question_id')
    .where('chapter_questions.retired', '=', 0)
    .select(['chapter_questions.chapter_id', 'questions.key'])
    .orderBy('chapter_questions.position')
    .execute()
  const documentsOf = Map.groupBy(documents, (row) => row.chapter_id)
  const questionsOf = Map.groupBy(questions, (row) => row.chapter_id)
  return chapters.map(
    ({ id, section_id: sectionId, key, title, minutes, video_provider, video, hparameter, captions, retired }) => ({
      sectionId,
      chapter: {
        ...{
          key,
          title,
          minutes,
          provider: video_provider,
          video,
          hash: hparameter,
          captions,
          ...hiddenOf({ retired }),
        },
        documents: (documentsOf.get(id) ?? []).map((row) => ({
          key: row.key,
          title: row.title,
          file: row.file,
          ...hiddenOf(row),
        })),
        questions: (questionsOf.get(id) ?? []).map((row) => row.key),
      },
    }),
  )
}
