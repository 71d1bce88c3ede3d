import { sql } from 'kysely'
import { siteKey } from '#core/site/site.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { scattered, whole, type Whole } from './numbers.ts'
import { fill, n, type Seeding } from './seeding.ts'
import { CHAPTERS, PAPER, SECTIONS } from './sizes.ts'

/** The catalogue's tree does not grow with the number of courses: pages list it. */
const GROUPS = 8
const CATEGORIES = 40
const OPTIONS = 4
/** The right one of them. */
export const RIGHT = 2
/** Exams that a course has. */
const PLACES = 2

/** Courses with their chapters and panels; exams with their papers. */
export async function seedCatalogue(seeding: Seeding): Promise<void> {
  await seedCourses(seeding)
  await seedExams(seeding)
  const { db, now, sizes } = seeding
  const value = JSON.stringify({ contentVersion: `load-${now}-${sizes.courses}`, contentSource: 'cc' })
  await db
    .insertInto('meta')
    .values({ key: siteKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** A subject of which a name is made. */
const subject = (salt: number) => sql`
  case ${scattered(n, salt, 8)} when 0 then 'History' when 1 then 'Polity' when 2 then 'Mathematics' when 3 then 'Grammar'
    when 4 then 'Banking' when 5 then 'Science' when 6 then 'Geography' else 'Economy' end`

const named = (id: Whole) => sql`'load-' || ${id}`

async function seedCourses(seeding: Seeding): Promise<void> {
  const { sizes, now, id } = seeding
  await fill(seeding, 'course_groups', GROUPS, {
    id: id('course_groups', n),
    key: named(id('course_groups', n)),
    title: sql`'Group ' || n`,
    image: sql`'/media/group.svg'`,
    alt: sql`''`,
    position: n,
  })
  const groupOf = (category: Whole): Whole => id('course_groups', sql`(1 + ${category} % ${whole(GROUPS)})`)
  await fill(seeding, 'course_categories', CATEGORIES, {
    id: id('course_categories', n),
    group_id: groupOf(n),
    key: named(id('course_categories', n)),
    label: sql`'Category ' || n`,
    position: n,
  })
  const category: Whole = sql`(1 + n % ${whole(CATEGORIES)})`
  await fill(seeding, 'courses', sizes.courses, {
    id: id('courses', n),
    key: named(id('courses', n)),
    title: sql`${subject(1)} || ' and ' || ${subject(2)} || ' ' || n`,
    summary: sql`'What number ' || n || ' teaches of ' || ${subject(3)} || ' to those who want a rank.'`,
    description_html: sql`'<p>Recorded lessons with tests and solutions, in the order of the syllabus.</p>'`,
    group_id: groupOf(category),
    category_id: id('course_categories', category),
    thumbnail: sql`'/media/course.svg'`,
    thumbnail_alt: sql`'A desk'`,
    price_paise: sql`100000 + ${scattered(n, 4, 400)} * 1000`,
    offer_price_paise: sql`case when n % 3 = 0 then 90000 else null end`,
    gst_percent: whole(18),
    validity_days: whole(365),
    tags: sql`'["Prelims"]'`,
    lesson_count: whole(CHAPTERS),
    popularity: scattered(n, 5, 1000),
    rating_tenths: sql`30 + ${scattered(n, 6, 20)}`,
    published_at: sql`${whole(now)} - (1 + ${scattered(n, 7, 900)}) * ${whole(DAY)}`,
  })
  await fill(seeding, 'discussion_panels', sizes.courses, {
    id: id('discussion_panels', n),
    course_id: id('courses', n),
  })
  await fill(seeding, 'course_sections', sizes.courses * SECTIONS, {
    id: id('course_sections', n),
    course_id: id('courses', sql`(1 + (n - 1) / ${whole(SECTIONS)})`),
    key: sql`'s' || n`,
    title: sql`'Section ' || (1 + (n - 1) % ${whole(SECTIONS)})`,
    demo: sql`n % ${whole(SECTIONS)}`,
    position: n,
  })
  await fill(seeding, 'chapters', sizes.courses * CHAPTERS, {
    id: id('chapters', n),
    course_id: id('courses', sql`(1 + (n - 1) / ${whole(CHAPTERS)})`),
    section_id: id('course_sections', sql`(1 + (n - 1) / ${whole(CHAPTERS / SECTIONS)})`),
    key: sql`'c' || n`,
    title: sql`'Chapter ' || n || ': what to know'`,
    minutes: whole(20),
    video_provider: sql`'file'`,
    video: sql`'load-' || n || '.webm'`,
    position: n,
  })
}

/** General exams, half of them over, and as many exams of courses, each with a paper of its own. */
async function seedExams(seeding: Seeding): Promise<void> {
  const { sizes, now, id } = seeding
  const exams = sizes.exams * 2
  await fill(seeding, 'exams', exams, {
    id: id('exams', n),
    key: named(id('exams', n)),
    title: sql`'Mock test ' || n`,
    category_title: sql`'Degree Level'`,
    exam_type_id: sql`case when n <= ${whole(sizes.exams)} then 1 else 2 end`,
    minutes: whole(60),
    attempts_allowed: whole(5),
    view_answer: whole(1),
    instructions_html: sql`'<p>Answer every question.</p>'`,
    registration_fields: sql`'[]'`,
    opens_at: opening(now, n),
    closes_at: sql`${whole(now)} + (n % 2 * 31 - 1) * ${whole(DAY)} + n`,
    paper_id: id('papers', n),
    position: n,
    created_at: whole(now - 60 * DAY),
  })
  await fill(seeding, 'papers', exams, {
    id: id('papers', n),
    exam_id: id('exams', n),
    fingerprint: sql`'load'`,
    question_count: whole(PAPER),
    units_per_mark: whole(3),
    correct_units: whole(3),
    wrong_units: whole(1),
    created_at: whole(now - 60 * DAY),
  })
  await fill(seeding, 'paper_sections', exams, {
    id: id('paper_sections', n),
    paper_id: id('papers', n),
    title: sql`'General'`,
    position: whole(0),
  })
  await fill(seeding, 'questions', exams * PAPER, {
    id: id('questions', n),
    key: named(id('questions', n)),
    content_html: sql`'<p>Which of these statements about number ' || n || ' is right?</p>'`,
    explanation_html: sql`'<p>The third, by definition.</p>'`,
  })
  await fill(seeding, 'question_options', exams * PAPER * OPTIONS, {
    id: optionId(seeding, sql`(1 + (n - 1) / ${whole(OPTIONS)})`, sql`((n - 1) % ${whole(OPTIONS)})`),
    question_id: id('questions', sql`(1 + (n - 1) / ${whole(OPTIONS)})`),
    position: sql`(n - 1) % ${whole(OPTIONS)}`,
    content_html: sql`'Statement ' || n`,
    is_answer: sql`case when (n - 1) % ${whole(OPTIONS)} = ${whole(RIGHT)} then 1 else 0 end`,
  })
  const paper: Whole = sql`(1 + (n - 1) / ${whole(PAPER)})`
  await fill(seeding, 'paper_questions', exams * PAPER, {
    paper_id: id('papers', paper),
    question_id: id('questions', n),
    section_id: id('paper_sections', paper),
    position: n,
  })
  await fill(seeding, 'exam_courses', sizes.courses * PLACES, {
    id: id('exam_courses', n),
    exam_id: id('exams', sql`(${whole(sizes.exams + 1)} + n * 7 % ${whole(sizes.exams)})`),
    course_id: id('courses', sql`(1 + (n - 1) / ${whole(PLACES)})`),
    position: n,
    created_at: whole(now - 60 * DAY),
  })
}

/** Days that an exam has been open. */
export const daysOpen = (exam: Whole): Whole => sql`(2 + ${exam} % 50)`

const opening = (now: number, exam: Whole): Whole => sql`(${whole(now)} - ${daysOpen(exam)} * ${whole(DAY)})`

/** The id of the option in a place of a question, both numbers of the seeding. */
export function optionId({ id }: Pick<Seeding, 'id'>, question: Whole, position: Whole): Whole {
  return id('question_options', sql`((${question} - 1) * ${whole(OPTIONS)} + 1 + ${position})`)
}
