import type { Kysely } from 'kysely'
import type { Services } from '#core/context.ts'
import type { Database } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { boundedMemory, memoryOfEach } from '#lib/server/bounded-memory.ts'

type Reader = Pick<Services, 'db' | 'site'>

/** What a course is for everybody: what follows from the content alone. */
export type CourseContent = Awaited<ReturnType<typeof readContent>>

export type SectionRow = CourseContent['sections'][number]
export type ChapterRow = SectionRow['chapters'][number]

/** Bytes of contents. */
const KEPT_BYTES = 12 * 1024 * 1024

/** How much more memory a content takes than its JSON: its rows, and what is written of them for those who may open it or not. */
const ROOM = 8

const memoryOf = memoryOfEach<Kysely<Database>, CourseContent>(() => boundedMemory(KEPT_BYTES, ({ bytes }) => bytes))

/**
 * A course as the content has it, from memory where somebody has looked at it since the content changed; one that left the
 * catalogue, too.
 * @throws notFound when there is no such course
 */
export async function courseContent({ db, site }: Reader, id: number): Promise<CourseContent> {
  const { contentVersion } = await site()
  return memoryOf(db)(`${contentVersion} ${id}`, () => readContent(db, id))
}

/** Six statements, whatever the course's size. */
async function readContent(db: Kysely<Database>, id: number) {
  const [course, sectionRows, chapters, communities, syllabuses, documents] = await Promise.all([
    db
      .selectFrom('courses')
      .leftJoin('discussion_panels', (join) =>
        join.onRef('discussion_panels.course_id', '=', 'courses.id').on('discussion_panels.retired', '=', 0),
      )
      .select([
        'courses.id',
        'courses.title',
        'courses.description_html',
        'courses.thumbnail',
        'courses.thumbnail_alt',
        'courses.cover',
        'courses.video',
        'courses.retired',
        'courses.gst_percent',
        'discussion_panels.id as panel_id',
      ])
      .where('courses.id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('course_sections')
      .select(['id', 'title', 'demo'])
      .where('course_id', '=', id)
      .where('retired', '=', 0)
      .orderBy('position')
      .execute(),
    chaptersOf(db, id),
    db
      .selectFrom('course_communities')
      .select(['id', 'option', 'link'])
      .where('course_id', '=', id)
      .where('retired', '=', 0)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('syllabuses')
      .select(['id', 'year', 'file'])
      .where('course_id', '=', id)
      .where('retired', '=', 0)
      .orderBy('year', 'desc')
      .execute(),
    db
      .selectFrom('chapter_documents')
      .innerJoin('chapters', 'chapters.id', 'chapter_documents.chapter_id')
      .select(['chapter_documents.id', 'chapter_id', 'chapter_documents.title', 'chapter_documents.file'])
      .where('chapters.course_id', '=', id)
      .where('chapter_documents.retired', '=', 0)
      .orderBy('chapter_documents.position')
      .execute(),
  ])
  if (!course) throw notFound('No course found')
  const bySection = Map.groupBy(chapters, (row) => row.section_id)
  const sections = sectionRows.map((section) => ({ ...section, chapters: bySection.get(section.id) ?? [] }))
  const content = {
    course,
    sections,
    /** All that have not left the course, by section, in order. */
    chapters: [...bySection.values()].flat(),
    communities,
    syllabuses,
    documents: Map.groupBy(documents, (row) => row.chapter_id),
  }
  return { ...content, bytes: ROOM * JSON.stringify([course, sections, communities, syllabuses, documents]).length }
}

function chaptersOf(db: Kysely<Database>, courseId: number) {
  return db
    .selectFrom('chapters')
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
