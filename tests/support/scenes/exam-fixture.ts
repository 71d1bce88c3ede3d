import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { RegistrationField } from '#features/exams/registration/registration.contract.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { TEST_START } from '../test-start.ts'

/** A word that stands in every explanation and nowhere else. */
export const EXPLANATION = 'because-it-is-so'

export interface SeededQuestion {
  qid: number
  /** Index of its section. */
  section: number
  /** Option ids as shown. */
  options: number[]
  right: number
  wrong: number
}

export interface SeededExam {
  id: number
  /** The course_map_id of each of its courses. */
  places: number[]
  paperId: number
  questions: SeededQuestion[]
}

export interface ExamToSeed {
  title?: string
  type?: number
  /** Where an exam of courses stands; makes it one. */
  courses?: { id: number; chapterId?: number; addedAt?: number }[]
  /** Questions of each section. */
  sections?: number[]
  marks?: { units_per_mark: number; correct_units: number; wrong_units: number }
  minutes?: number | null
  attempts?: number
  viewAnswer?: boolean
  registration?: RegistrationField[]
  opensAt?: number
  closesAt?: number
  retired?: boolean
}

let made = 0

/**
 * Stores an exam with a paper of its own. Without more it is a general exam of two sections of two questions, one mark and
 * a third off, 30 minutes, one attempt, open from an hour before the tests begin until ten hours after.
 */
export async function seedExam(db: Kysely<Database>, given: ExamToSeed = {}): Promise<SeededExam> {
  made += 1
  const key = `exam-${made}`
  const { id } = await db
    .insertInto('exams')
    .values({
      key,
      title: given.title ?? `Exam ${made}`,
      category_title: 'Degree Level',
      exam_type_id: given.type ?? (given.courses ? 2 : 1),
      minutes: given.minutes === undefined ? 30 : given.minutes,
      attempts_allowed: given.attempts ?? 1,
      view_answer: given.viewAnswer === false ? 0 : 1,
      instructions_html: '<p>Answer every question.</p>',
      registration_fields: JSON.stringify(given.registration ?? []),
      opens_at: given.opensAt ?? TEST_START - HOUR,
      closes_at: given.closesAt ?? TEST_START + 10 * HOUR,
      opens_rule: null,
      closes_rule: null,
      paper_id: null,
      position: made,
      created_at: TEST_START,
      retired: given.retired ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sections = given.sections ?? [2, 2]
  const paper = await db
    .insertInto('papers')
    .values({
      exam_id: id,
      fingerprint: key,
      question_count: sections.reduce((sum, count) => sum + count, 0),
      ...(given.marks ?? { units_per_mark: 3, correct_units: 3, wrong_units: 1 }),
      created_at: TEST_START,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('exams').set({ paper_id: paper.id }).where('id', '=', id).execute()
  const places: number[] = []
  for (const course of given.courses ?? []) {
    const place = await db
      .insertInto('exam_courses')
      .values({
        exam_id: id,
        course_id: course.id,
        chapter_id: course.chapterId ?? null,
        position: made,
        created_at: course.addedAt ?? TEST_START,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    places.push(place.id)
  }
  const questions: SeededQuestion[] = []
  for (const [section, count] of sections.entries()) {
    const { id: sectionId } = await db
      .insertInto('paper_sections')
      .values({ paper_id: paper.id, title: `Section ${section + 1}`, position: section })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let index = 0; index < count; index += 1) {
      const question = await seedQuestion(db, `${key}-${section}-${index}`)
      await db
        .insertInto('paper_questions')
        .values({ paper_id: paper.id, question_id: question.qid, section_id: sectionId, position: questions.length })
        .execute()
      questions.push({ ...question, section })
    }
  }
  return { id, places, paperId: paper.id, questions }
}

async function seedQuestion(db: Kysely<Database>, key: string): Promise<Omit<SeededQuestion, 'section'>> {
  const { id: qid } = await db
    .insertInto('questions')
    .values({ key, content_html: `<p>Question ${key}</p>`, explanation_html: `<p>${EXPLANATION} ${key}</p>` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const options = await db
    .insertInto('question_options')
    .values(
      [0, 1, 2, 3].map((position) => ({
        question_id: qid,
        position,
        content_html: `Option ${position} of ${key}`,
        is_answer: position === 2 ? 1 : 0,
      })),
    )
    .returning(['id', 'position'])
    .execute()
  const at = (position: number) => options.find((option) => option.position === position)!.id
  return { qid, options: [0, 1, 2, 3].map(at), right: at(2), wrong: at(0) }
}
