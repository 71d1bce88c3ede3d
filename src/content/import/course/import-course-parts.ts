import { noteCourses, type ImportedCatalogue } from './import-catalogue.ts'
import { NO_COMMUNITY } from '../../schemas/learning-schemas.ts'
import type { Pack, PackChapter, PackCourse } from '../../pack.ts'
import { idOf, retiredOf, syncTable, type Changes, type Row } from '../sync.ts'
import type { ImportRun } from '../staging/import-run.ts'
import { scheduled } from '../../times.ts'

/**
 * Writes what learners of a course meet besides its chapters: documents and questions of chapters, syllabuses,
 * communities, workouts and discussion panels. A course counts as changed when one of them did. Of a course that left the pack they stay as they are.
 */
export async function importCourseParts(
  run: ImportRun,
  pack: Pack,
  { courseIds, chapterIds, courses }: ImportedCatalogue,
  { questionIds, address, now }: { questionIds: Map<string, number>; address: (text: string) => string; now: number },
): Promise<void> {
  const present = new Set(pack.courses.map(({ key }) => idOf(courseIds, key)))
  const retires = (row: Row) => present.has(row.course_id as number)
  /** Rows of every course, with its id. */
  const rowsOf = (parts: (course: PackCourse) => Row[]) =>
    pack.courses.flatMap((course) =>
      parts(course).map((row): Row => ({ course_id: idOf(courseIds, course.key), ...row })),
    )

  const syllabuses = rowsOf((course) =>
    course.syllabuses.map(({ year, file, hidden }) => ({ year, file: address(file), ...retiredOf({ hidden }) })),
  )
  noteCourses(courses, courseIds, await syncTable(run, 'syllabuses', ['course_id', 'year'], syllabuses, { retires }))
  const communities = rowsOf(communityRows)
  noteCourses(
    courses,
    courseIds,
    await syncTable(run, 'course_communities', ['course_id', 'option'], communities, { retires }),
  )
  const workouts = await workoutRows(run, rowsOf, address, now)
  noteCourses(courses, courseIds, await syncTable(run, 'daily_workouts', ['course_id', 'key'], workouts, { retires }))
  const panels = rowsOf((course) => (course.discussion_panel ? [{}] : []))
  noteCourses(courses, courseIds, await syncTable(run, 'discussion_panels', ['course_id'], panels, { retires }))
  await importChapterParts(run, pack, { courseIds, chapterIds, courses, questionIds, address, present })
}

function communityRows({ communities = {} }: PackCourse): Row[] {
  const { whatsapp = NO_COMMUNITY, telegram = NO_COMMUNITY } = communities
  return [
    { option: 'wa_community', link: whatsapp },
    { option: 'tg_community', link: telegram },
  ].filter(({ link }) => link !== NO_COMMUNITY)
}

async function workoutRows(
  run: ImportRun,
  rowsOf: (parts: (course: PackCourse) => Row[]) => Row[],
  address: (text: string) => string,
  now: number,
): Promise<Row[]> {
  const stored = await run.db
    .selectFrom('daily_workouts')
    .select(['course_id', 'key', 'published_at as at', 'published_rule as rule'])
    .execute()
  const old = new Map(stored.map((row) => [`${row.course_id}/${row.key}`, row]))
  return rowsOf((course) =>
    course.workouts.map(({ key, contenttype, title, content, filename, published, hidden }) => {
      return { key, contenttype, title, content: address(content), filename, published, ...retiredOf({ hidden }) }
    }),
  ).map(({ published, ...row }) => {
    const { at, rule } = scheduled(String(published), old.get(`${row.course_id}/${row.key}`), now)
    return { ...row, published_at: at, published_rule: rule }
  })
}

async function importChapterParts(
  run: ImportRun,
  pack: Pack,
  given: Pick<ImportedCatalogue, 'courseIds' | 'chapterIds' | 'courses'> & {
    questionIds: Map<string, number>
    address: (text: string) => string
    present: Set<number>
  },
): Promise<void> {
  const { courseIds, chapterIds, courses, questionIds, address, present } = given
  const chapters = await run.db.selectFrom('chapters').select(['id', 'course_id']).execute()
  const courseOf = new Map(chapters.map((row) => [row.id, row.course_id]))
  const retires = (row: Row) => present.has(courseOf.get(row.chapter_id as number) ?? 0)
  /** Rows of every chapter, with its id. */
  const rowsOf = (parts: (chapter: PackChapter) => Row[]) =>
    pack.courses.flatMap((course) =>
      course.sections.flatMap(({ chapters }) =>
        chapters.flatMap((chapter) => {
          const chapterId = idOf(chapterIds, `${idOf(courseIds, course.key)}/${chapter.key}`)
          return parts(chapter).map((row, position): Row => ({ chapter_id: chapterId, ...row, position }))
        }),
      ),
    )
  const documents = rowsOf(({ documents }) =>
    documents.map(({ key, title, file, hidden }) => ({ key, title, file: address(file), ...retiredOf({ hidden }) })),
  )
  const questions = rowsOf(({ questions }) => questions.map((key) => ({ question_id: idOf(questionIds, key) })))
  for (const changes of [
    await syncTable(run, 'chapter_documents', ['chapter_id', 'key'], documents, {
      retires,
      ordered: 'chapter_id',
      ahead: true,
    }),
    await syncTable(run, 'chapter_questions', ['chapter_id', 'question_id'], questions, {
      retires,
      ordered: 'chapter_id',
      ahead: true,
    }),
  ]) {
    noteCourses(courses, courseIds, ofCourses(changes, courseOf))
  }
}

/** The same changes with the course's id in front of their keys. */
function ofCourses({ total, added, changed, retired }: Changes, courseOf: Map<number, number>): Changes {
  const keys = (set: Set<string>) => new Set([...set].map((key) => `${courseOf.get(Number(key.split('/')[0]))}/${key}`))
  return { total, added: keys(added), changed: keys(changed), retired: keys(retired) }
}
