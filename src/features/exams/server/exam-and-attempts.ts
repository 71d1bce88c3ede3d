import { sql, type Expression, type SelectQueryBuilder } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Database, Db } from '#db/database.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { togetherOn } from '#db/statements/together.ts'
import { joinedStatus, NOT_PURCHASED } from '#features/catalogue/server/enrolment.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import { forbidden, notFound } from '#lib/both/calls/errors.ts'
import type { ExamCourse } from '../detail/detail.contract.ts'
import { isUnderWay, marksOf, MOCK_TEST, totalMarks } from '../exams.rules.ts'
import { fieldsAsked } from '../registration/server/fields-asked.ts'
import { attemptsAllowed } from './attempts-allowed.ts'

/** What the server says of an exam that is not there for this learner. */
const NO_EXAM = 'No exam data found.'

/** An exam that a learner may see, with the paper that new attempts get, and the courses it is one of. */
export type Exam = Awaited<ReturnType<typeof readBoth>>['exam'] & { courses: ExamCourse[] }

/** A learner's attempt of it, with the marks of its own paper. */
export type Attempt = Awaited<ReturnType<typeof attemptsOf>>[number]

/**
 * An exam and the learner's attempts of it, newest first. One statement, two of an exam of courses.
 *
 * An exam of courses is for learners with one of them active. Who has begun it while it was goes on with the attempt under
 * way, and still sees the exam with the results; nothing new starts then (`startExam`).
 * @throws notFound when there is no such exam, it has no paper, or it was withdrawn; a learner who is in the middle of a
 * withdrawn exam still reaches it
 * @throws forbidden not_entitled
 */
export async function examAndAttempts(
  ctx: LearnerContext,
  examId: number,
): Promise<{ exam: Exam; attempts: Attempt[] }> {
  const { exam, attempts } = await readBoth(ctx, examId)
  if (exam.retired && !attempts.some((attempt) => isUnderWay(attempt, ctx.now()))) throw notFound(NO_EXAM)
  if (exam.exam_type_id === MOCK_TEST) return { exam: { ...exam, courses: [] }, attempts }
  const courses = await coursesOf(ctx, examId)
  if (attempts.length === 0 && !isOpenIn(courses)) throw forbidden(NOT_PURCHASED, 'not_entitled')
  return { exam: { ...exam, courses }, attempts }
}

/** True of an exam of courses for a learner who may start it in one of them. */
export function isOpenIn(courses: ExamCourse[]): boolean {
  return courses.some(({ courseStatus }) => courseStatus === 'Active')
}

/** What is told of an attempt, with the marks of its paper. */
const ofAttempt = [
  'attempts.id',
  'attempts.exam_id',
  'attempts.number',
  'attempts.status',
  'attempts.paper_id',
  'attempts.started_at',
  'attempts.deadline_at',
  'attempts.writer',
  'attempts.time_left',
  'attempts.score_units',
  'attempts.finished_by',
  'papers.question_count',
  'papers.units_per_mark',
  'papers.correct_units',
  'papers.wrong_units',
] as const

async function readBoth({ db, engine, user }: LearnerContext, examId: number) {
  const read = engine === 'postgres' ? readTogether : readOne
  const rows = await read(db, { userId: user.id, examId })
  const [row] = rows
  if (!row || row.current_paper === null) throw notFound(NO_EXAM)
  const exam = {
    id: examId,
    title: row.title,
    category_title: row.category_title,
    exam_type_id: row.exam_type_id,
    minutes: row.minutes,
    attempts_allowed: row.attempts_allowed,
    view_answer: row.view_answer,
    opens_at: row.opens_at,
    closes_at: row.closes_at,
    paper_id: row.current_paper,
    retired: row.retired !== 0,
    registrationFields: fieldsAsked(row.registration_fields),
    registered: row.registration_id !== null,
  }
  // An exam that nobody has attempted is a row as well.
  return { exam, attempts: row.id === null ? [] : (rows as Attempt[]) }
}

/** Whose attempts of which exam: values, or what stands for them in a statement. */
interface Asked<Id> {
  userId: Id
  examId: Id
}

/** A row for each attempt of the learner, newest first, each with the exam; one without an attempt where there is none. */
const rowsOf = (db: Db, { userId, examId }: Asked<number | Expression<number>>) =>
  db
    .selectFrom('exams')
    .leftJoin('attempts', (join) => join.onRef('attempts.exam_id', '=', 'exams.id').on('attempts.user_id', '=', userId))
    .leftJoin('papers', 'papers.id', 'attempts.paper_id')
    .where('exams.id', '=', examId)
    .select(({ selectFrom }) => [
      'exams.title',
      'exams.category_title',
      'exams.exam_type_id',
      'exams.minutes',
      attemptsAllowed(userId).as('attempts_allowed'),
      'exams.view_answer',
      'exams.registration_fields',
      'exams.opens_at',
      'exams.closes_at',
      'exams.paper_id as current_paper',
      'exams.retired',
      selectFrom('exam_registrations')
        .whereRef('exam_registrations.exam_id', '=', 'exams.id')
        .where('exam_registrations.user_id', '=', userId)
        .select('exam_registrations.id')
        .as('registration_id'),
    ])
    .select(ofAttempt)

const readOne = preparedOnce((db, slot: Slots<Asked<number>>) =>
  rowsOf(db, { userId: slot('userId'), examId: slot('examId') }).orderBy('attempts.number', 'desc'),
)

type Row = Awaited<ReturnType<typeof readOne>>[number]

/**
 * The same for several who ask. Each is looked up by itself, by keys: a plain join may read all attempts when statistics are
 * older than the exam.
 */
const readAll = preparedOnce((db, slot: Slots<Asked<number[]>>) => {
  const of = { userId: sql.ref<number>('given.user_id'), examId: sql.ref<number>('given.exam_id') }
  const statement = sql<Row & { nth: number }>`
    select given.nth, found.*
    from unnest(${slot('userId')}::integer[], ${slot('examId')}::integer[])
      with ordinality as given (user_id, exam_id, nth)
    cross join lateral (${rowsOf(db, of).offset(sql.lit(0))}) as found
    order by given.nth, found.number desc`
  return { compile: () => statement.compile(db) }
})

async function readMany(db: Db, asked: Asked<number>[]): Promise<Row[][]> {
  const columns = { userId: asked.map(({ userId }) => userId), examId: asked.map(({ examId }) => examId) }
  const found = asked.map((): Row[] => [])
  for (const { nth, ...row } of await readAll(db, columns)) found[nth - 1]!.push(row)
  return found
}

const readTogether = togetherOn<Asked<number>, Row[]>({ one: readOne, many: readMany })

/** Where an exam stands, as far as this learner can see the course at all. */
async function coursesOf({ db, user, now }: LearnerContext, examId: number): Promise<ExamCourse[]> {
  const rows = await db
    .selectFrom('exam_courses')
    .innerJoin('courses', 'courses.id', 'exam_courses.course_id')
    .leftJoin('chapters', 'chapters.id', 'exam_courses.chapter_id')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'courses.id').on('enrolments.user_id', '=', user.id),
    )
    .where('exam_courses.exam_id', '=', examId)
    .where('exam_courses.retired', '=', 0)
    .where((where) => where.or([where('chapters.id', 'is', null), where('chapters.retired', '=', 0)]))
    .where((where) => where.or([where('courses.retired', '=', 0), where('enrolments.id', 'is not', null)]))
    .select(['exam_courses.id as course_map_id', 'courses.id', 'courses.title', 'enrolments.valid_until'])
    .orderBy('exam_courses.id')
    .execute()
  return rows.map(({ valid_until, ...row }) => ({ ...row, courseStatus: joinedStatus({ valid_until }, now()) }))
}

/** The learner's attempts of the exams that a query selects, newest first. */
export function attemptsOf(
  { db, user }: LearnerContext,
  exams: SelectQueryBuilder<Database, 'exam_courses', { exam_id: number }>,
) {
  return db
    .selectFrom('attempts')
    .innerJoin('papers', 'papers.id', 'attempts.paper_id')
    .where('attempts.user_id', '=', user.id)
    .where('attempts.exam_id', 'in', exams)
    .select(ofAttempt)
    .orderBy('attempts.number', 'desc')
    .execute()
}

/** What came of the finished ones of a learner's attempts. */
export function resultsOf(attempts: Attempt[]) {
  return attempts
    .filter(({ status }) => status === 'completed')
    .map((attempt) => ({
      attempt_id: attempt.id,
      user_grade: marksOf(attempt.score_units ?? 0, attempt),
      total_grade: totalMarks(attempt.question_count, attempt),
      attend_date: attempt.started_at,
      attend_date_iso: isoTime(attempt.started_at),
      finished_by: attempt.finished_by ?? ('deadline' as const),
    }))
}
