import { lookKey, siteKey, textsKey } from '#core/site/site.ts'
import type { Database } from '#db/database.ts'
import type { Kysely } from 'kysely'

type Row = Record<string, unknown>

/**
 * Every table that an import writes of the content itself, and what makes its rows the same in another database: columns, of
 * which some name rows of other tables by their ids. Tables come after those that they name.
 */
const tables: Record<string, { key: string[]; refs?: Record<string, string> }> = {
  course_groups: { key: ['key'] },
  course_categories: { key: ['group_id', 'key'], refs: { group_id: 'course_groups' } },
  course_subcategories: { key: ['category_id', 'key'], refs: { category_id: 'course_categories' } },
  courses: {
    key: ['key'],
    refs: { group_id: 'course_groups', category_id: 'course_categories', subcategory_id: 'course_subcategories' },
  },
  course_sections: { key: ['course_id', 'key'], refs: { course_id: 'courses' } },
  chapters: { key: ['course_id', 'key'], refs: { course_id: 'courses', section_id: 'course_sections' } },
  chapter_documents: { key: ['chapter_id', 'key'], refs: { chapter_id: 'chapters' } },
  syllabuses: { key: ['course_id', 'year'], refs: { course_id: 'courses' } },
  course_communities: { key: ['course_id', 'option'], refs: { course_id: 'courses' } },
  discussion_panels: { key: ['course_id'], refs: { course_id: 'courses' } },
  daily_workouts: { key: ['course_id', 'key'], refs: { course_id: 'courses' } },
  live_classes: { key: ['key'], refs: { course_id: 'courses' } },
  questions: { key: ['key'] },
  question_options: { key: ['question_id', 'position'], refs: { question_id: 'questions' } },
  chapter_questions: {
    key: ['chapter_id', 'question_id'],
    refs: { chapter_id: 'chapters', question_id: 'questions' },
  },
  quizzes: { key: ['key'] },
  quiz_questions: { key: ['quiz_id', 'question_id'], refs: { quiz_id: 'quizzes', question_id: 'questions' } },
  // An exam names its paper, and a paper its exam: that is looked at below.
  exams: { key: ['key'] },
  exam_courses: {
    key: ['exam_id', 'course_id'],
    refs: { exam_id: 'exams', course_id: 'courses', chapter_id: 'chapters' },
  },
  papers: { key: ['exam_id', 'fingerprint'], refs: { exam_id: 'exams' } },
  paper_sections: { key: ['paper_id', 'position'], refs: { paper_id: 'papers' } },
  paper_questions: {
    key: ['paper_id', 'question_id'],
    refs: { paper_id: 'papers', question_id: 'questions', section_id: 'paper_sections' },
  },
  districts: { key: ['district_name'] },
  communities: { key: ['category_name'] },
  news_categories: { key: ['title'] },
  news: { key: ['key'], refs: { category_id: 'news_categories' } },
  blog_articles: { key: ['key'] },
  webinars: { key: ['key'] },
  marketing_splashes: { key: ['key'] },
  content_sources: { key: ['kind', 'key'] },
}

/** When rows were made, and how often a panel changed, is no content. */
const otherwise = new Set(['id', 'created_at', 'changes', 'paper_id'])

/**
 * Every row of the content by its table, with keys in the place of ids, in an order of its own: the same of two databases.
 * @param prints false: exams have one paper each, whose sections may have other keys, which its fingerprint tells of
 */
export async function contentRows(db: Kysely<Database>, { prints = true } = {}): Promise<Record<string, Row[]>> {
  const keys = new Map<string, Map<unknown, string>>()
  const told: Record<string, Row[]> = {}
  const rowsOf = async (table: string) =>
    (await db
      .selectFrom(table as 'courses')
      .selectAll()
      .execute()) as unknown as Row[]
  for (const [table, { key: columns, refs = {} }] of Object.entries(tables)) {
    const key = columns.filter((column) => prints || column !== 'fingerprint')
    const named = (row: Row, column: string) => {
      const ref = refs[column]
      return ref === undefined || row[column] === null ? row[column] : keys.get(ref)?.get(row[column])
    }
    const rows = await rowsOf(table)
    const keyOf = (row: Row) => key.map((column) => String(named(row, column))).join('/')
    keys.set(table, new Map(rows.map((row) => [row.id, keyOf(row)])))
    const kept = (row: Row) =>
      Object.keys(row)
        .filter((column) => !otherwise.has(column) || refs[column] !== undefined)
        .filter((column) => prints || column !== 'fingerprint')
        .map((column) => [column, named(row, column)])
    told[table] = rows
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map((row) => Object.fromEntries(kept(row)) as Row)
  }
  const papers = await rowsOf('exams')
  told.present_papers = papers
    .map(({ key, paper_id }) => ({ key, paper: keys.get('papers')!.get(paper_id) }))
    .toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1))
  told.site = [await siteFacts(db, keys)]
  return told
}

async function siteFacts(db: Kysely<Database>, keys: Map<string, Map<unknown, string>>): Promise<Row> {
  const rows = await db.selectFrom('meta').selectAll().where('key', 'in', [siteKey, lookKey, textsKey]).execute()
  const [facts, look, texts] = [siteKey, lookKey, textsKey].map(
    (key) => JSON.parse(rows.find((row) => row.key === key)?.value ?? '{}') as Row,
  )
  const { contentVersion: _, popularCourses, featuredExams, ...more } = facts!
  return {
    ...more,
    look,
    texts,
    popular: (popularCourses as number[]).map((id) => keys.get('courses')!.get(id)),
    featured: (featuredExams as number[]).map((id) => keys.get('exams')!.get(id)),
  }
}
