import { readSources } from '#core/content/text-sources.ts'
import type { Db } from '#db/database.ts'
import { ALWAYS_OPEN, MOCK_TEST, NEVER } from '#features/exams/exams.rules.ts'
import { jsonOf } from '#lib/server/stored.ts'
import { fingerprint } from '../import/course/import-exams.ts'
import { questionTexts } from '../import/import-sources.ts'
import { chunks } from '../import/sync.ts'
import type { Pack, PackExam, PackQuestion } from '../pack.ts'
import { hiddenOf, shown, type Reading } from './reading.ts'

/**
 * Questions as a pack has them, a part at a time, in the order of their keys.
 * @param only keys of the questions that are asked for, retired ones included; all that are not retired otherwise
 */
export async function* storedQuestions(db: Db, only?: readonly string[]): AsyncGenerator<PackQuestion[]> {
  const rows = await db
    .selectFrom('questions')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_rows')
            .whereRef('row_id', '=', 'questions.id')
            .where('table_name', '=', 'questions')
            .select('row_id'),
        ),
      ),
    )
    .$if(only !== undefined, (query) => query.where('key', 'in', only!))
    .$if(only === undefined, (query) => query.where('retired', '=', 0))
    .select(['id', 'key'])
    .orderBy('key')
    .execute()
  for (const part of chunks(rows)) {
    const ids = part.map(({ id }) => id)
    const texts = await db.selectFrom('question_texts').selectAll().where('id', 'in', ids).orderBy('key').execute()
    const options = await db
      .selectFrom('option_texts')
      .where('question_id', 'in', ids)
      .select(['question_id', 'content_html as contentHtml', 'is_answer'])
      .orderBy('position')
      .execute()
    const optionsOf = Map.groupBy(options, (row) => row.question_id)
    const sources = await readSources(
      db,
      'question',
      part.map(({ key }) => key),
    )
    yield texts.map(({ id, key, content_html: contentHtml, explanation_html: explanationHtml }) => {
      const question = {
        ...{ key, contentHtml, explanationHtml },
        options: (optionsOf.get(id) ?? []).map((row) => ({
          contentHtml: row.contentHtml,
          isAnswer: row.is_answer === 1,
        })),
        where: `question ${key}`,
      }
      return { ...question, source: sources(key, questionTexts(question)) }
    })
  }
}

/** Exams as a pack has them; those of courses that all have left the content are none of it. */
export async function storedExams(db: Db, reading: Reading): Promise<PackExam[]> {
  const exams = await db
    .selectFrom('exams')
    .innerJoin('papers', 'papers.id', 'exams.paper_id')
    .where('exams.retired', 'in', shown(reading))
    .selectAll('exams')
    .select(['papers.fingerprint', 'papers.units_per_mark', 'papers.correct_units', 'papers.wrong_units'])
    .orderBy('exams.position')
    .orderBy('exams.id')
    .execute()
  const places = Map.groupBy(await placesOf(db, reading), ({ exam_id }) => exam_id)
  const sections = await sectionsOf(db)
  const sources = await readSources(db, 'exam')
  return exams.flatMap((exam) => {
    const stands = places.get(exam.id) ?? []
    if (!reading.all && exam.exam_type_id !== MOCK_TEST && stands.length === 0) return []
    const source = sources(exam.key, [exam.instructions_html])
    const marks = { unitsPerMark: exam.units_per_mark, correctUnits: exam.correct_units, wrongUnits: exam.wrong_units }
    const keyed = withKeys(sections(exam.paper_id ?? 0), source?.texts.sections, { marks, print: exam.fingerprint })
    // An import wrote them.
    const registration = jsonOf(exam.registration_fields) as NonNullable<PackExam['registration']>
    return {
      key: exam.key,
      title: exam.title,
      category: exam.category_title,
      courses: stands.map(({ course }) => course),
      chapter: stands[0]?.chapter ?? undefined,
      minutes: exam.minutes ?? undefined,
      attempts: exam.attempts_allowed,
      marks,
      view_answer: exam.view_answer === 1,
      opens: exam.opens_at === ALWAYS_OPEN ? undefined : reading.words(exam.opens_at, exam.opens_rule),
      closes: exam.closes_at === NEVER ? undefined : reading.words(exam.closes_at, exam.closes_rule),
      registration: registration.length === 0 ? undefined : registration,
      instructionsHtml: exam.instructions_html,
      sections: keyed,
      source,
      ...hiddenOf(exam),
    }
  })
}

function placesOf(db: Db, reading: Reading) {
  return db
    .selectFrom('exam_courses')
    .innerJoin('courses', 'courses.id', 'exam_courses.course_id')
    .leftJoin('chapters', 'chapters.id', 'exam_courses.chapter_id')
    .where('exam_courses.retired', '=', 0)
    .where('courses.retired', 'in', shown(reading))
    .select(['exam_courses.exam_id', 'courses.key as course', 'chapters.key as chapter'])
    .orderBy('exam_courses.id')
    .execute()
}

/** Tells the sections of a paper that an exam has at present. */
async function sectionsOf(db: Db) {
  const sections = await db
    .selectFrom('paper_sections')
    .innerJoin('exams', 'exams.paper_id', 'paper_sections.paper_id')
    .select(['paper_sections.id', 'paper_sections.paper_id', 'paper_sections.title'])
    .orderBy('paper_sections.position')
    .execute()
  const questions = await db
    .selectFrom('paper_questions')
    .innerJoin('exams', 'exams.paper_id', 'paper_questions.paper_id')
    .innerJoin('questions', 'questions.id', 'paper_questions.question_id')
    .select(['paper_questions.section_id', 'questions.key'])
    .orderBy('paper_questions.position')
    .execute()
  const sectionsOfPaper = Map.groupBy(sections, (row) => row.paper_id)
  const questionsOf = Map.groupBy(questions, (row) => row.section_id)
  return (paper: number) =>
    (sectionsOfPaper.get(paper) ?? []).map(({ id, title }) => ({
      title,
      questions: (questionsOf.get(id) ?? []).map(({ key }) => key),
    }))
}

/** Gives sections the keys that they were written with, where the paper was made of these; others otherwise. */
function withKeys(
  sections: { title: string; questions: string[] }[],
  keys: string | string[] | undefined,
  { marks, print }: { marks: PackExam['marks']; print: string },
): PackExam['sections'] {
  const named = sections.map((section, index) => ({ key: keys?.[index] ?? '', ...section }))
  if (fingerprint({ sections: named, marks }) === print) return named
  return sections.map((section, index) => ({ key: `section-${index + 1}`, ...section }))
}

/** Quizzes as a pack has them. */
export async function storedQuizzes(db: Db, reading: Reading): Promise<Pack['quizzes']> {
  const quizzes = await db
    .selectFrom('quizzes')
    .where('retired', 'in', shown(reading))
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute()
  const questions = await db
    .selectFrom('quiz_questions')
    .innerJoin('questions', 'questions.id', 'quiz_questions.question_id')
    .where('quiz_questions.retired', '=', 0)
    .select(['quiz_questions.quiz_id', 'questions.key'])
    .orderBy('quiz_questions.position')
    .execute()
  return quizzes.map(({ id, key, title, category, minutes, retired }) => ({
    ...{ key, title, minutes },
    category: category ?? undefined,
    questions: questions.filter((row) => row.quiz_id === id).map((row) => row.key),
    ...hiddenOf({ retired }),
  }))
}
