import { sql } from 'kysely'
import { UNRELEASED } from '#core/content/content-facts.ts'
import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ALWAYS_OPEN, MOCK_TEST, NEVER, totalMarks, twoDecimals } from '../../../exams.rules.ts'
import { FEWEST_CANDIDATES } from '../../../result/standing.rules.ts'
import type { listExams as contract } from '../../exams.contract.ts'
import type { ExamState } from '../../exams.rules.ts'

/** Exams a page. */
const PAGE = 25

export async function listExams(
  { db, now: clock }: StaffContext,
  { query }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const now = clock()
  const read = await matching(db, query, now)
  const rows = read.slice(0, PAGE)
  const ids = rows.map(({ id }) => id)
  const [courses, sitting, results] = [
    await coursesOf(db, ids),
    await sittingIn(db, ids, now),
    await resultsOf(db, rows),
  ]
  return {
    data: rows.map(({ exam_type_id, opens_at, closes_at, retired, ...row }) => ({
      id: row.id,
      title: row.title,
      ...toldFacts({ exam_type_id, opens_at, closes_at, retired }),
      courses: courses.get(row.id) ?? [],
      questions: row.question_count ?? 0,
      sitting: sitting.get(row.id) ?? 0,
      finished: results.get(row.id)?.finished ?? 0,
      mean: results.get(row.id)?.mean ?? null,
      total_marks: row.question_count === null ? 0 : totalMarks(row.question_count, markingOf(row)),
    })),
    next: read.length > PAGE ? rows.at(-1)!.id : null,
  }
}

/** What of an exam's row is told in other words. */
export function toldFacts(row: { exam_type_id: number; opens_at: number; closes_at: number; retired: number }) {
  return {
    type: row.exam_type_id === MOCK_TEST ? ('general' as const) : ('course' as const),
    opens_at: row.opens_at === ALWAYS_OPEN ? null : row.opens_at,
    closes_at: row.closes_at === NEVER ? null : row.closes_at,
    withdrawn: row.retired === 1,
  }
}

function matching(
  db: Db,
  { words, state, before }: { words?: string | undefined; state?: ExamState | undefined; before?: number | undefined },
  now: number,
) {
  const like = `%${(words ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('exams')
    .leftJoin('papers', 'papers.id', 'exams.paper_id')
    .where('exams.retired', '<', UNRELEASED)
    .$if(before !== undefined, (query) => query.where('exams.id', '<', before!))
    .$if(Boolean(words), (query) => query.where(sql<boolean>`lower(exams.title) like ${like} escape '\\'`))
    .$if(state === 'running', (query) =>
      query.where('exams.retired', '=', 0).where('exams.opens_at', '<=', now).where('exams.closes_at', '>', now),
    )
    .$if(state === 'upcoming', (query) => query.where('exams.retired', '=', 0).where('exams.opens_at', '>', now))
    .$if(state === 'past', (query) => query.where('exams.closes_at', '<=', now))
    .$if(state === 'sitting', (query) => query.where('exams.id', 'in', underWay(db, now).select('attempts.exam_id')))
    .select([
      'exams.id',
      'exams.title',
      'exams.exam_type_id',
      'exams.opens_at',
      'exams.closes_at',
      'exams.retired',
      'exams.paper_id',
      'papers.question_count',
      'papers.units_per_mark',
      'papers.correct_units',
      'papers.wrong_units',
    ])
    .orderBy('exams.id', 'desc')
    .limit(PAGE + 1)
    .execute()
}

type Listed = Awaited<ReturnType<typeof matching>>[number]

/** Of an exam that has a paper. */
const markingOf = ({
  units_per_mark,
  correct_units,
  wrong_units,
}: Pick<Listed, 'units_per_mark' | 'correct_units' | 'wrong_units'>) => ({
  units_per_mark: units_per_mark!,
  correct_units: correct_units!,
  wrong_units: wrong_units!,
})

/** Attempts with time left: along the index of those under way by their ends. */
const underWay = (db: Db, now: number) =>
  db
    .selectFrom('attempts')
    .where('attempts.status', '=', sql.lit('open' as const))
    .where('attempts.deadline_at', '>', now)

async function sittingIn(db: Db, exams: number[], now: number): Promise<Map<number, number>> {
  if (exams.length === 0) return new Map()
  const rows = await underWay(db, now)
    .where('attempts.exam_id', 'in', exams)
    .select(({ fn }) => ['attempts.exam_id', fn.countAll<number>().as('attempts')])
    .groupBy('attempts.exam_id')
    .execute()
  return new Map(rows.map(({ exam_id, attempts }) => [exam_id, attempts]))
}

/** The courses in which exams stand, by the exams' ids. */
export async function coursesOf(db: Db, exams: number[]): Promise<Map<number, { id: number; title: string }[]>> {
  const courses = new Map<number, { id: number; title: string }[]>()
  if (exams.length === 0) return courses
  const rows = await db
    .selectFrom('exam_courses')
    .innerJoin('courses', 'courses.id', 'exam_courses.course_id')
    .where('exam_courses.exam_id', 'in', exams)
    .where('exam_courses.retired', '=', 0)
    .select(['exam_courses.exam_id', 'courses.id', 'courses.title'])
    .distinct()
    .orderBy('courses.id')
    .execute()
  for (const { exam_id, id, title } of rows) courses.set(exam_id, [...(courses.get(exam_id) ?? []), { id, title }])
  return courses
}

/** How many candidates have finished, by the tallies, and the mean of the paper that is looked at (exam-papers.ts). */
async function resultsOf(db: Db, exams: Listed[]): Promise<Map<number, { finished: number; mean: number | null }>> {
  if (exams.length === 0) return new Map()
  const tallies = await db
    .selectFrom('score_tallies')
    .innerJoin('papers', 'papers.id', 'score_tallies.paper_id')
    .where(
      'papers.exam_id',
      'in',
      exams.map(({ id }) => id),
    )
    .select(({ fn }) => [
      'papers.id',
      'papers.exam_id',
      'papers.units_per_mark',
      fn.sum<number>('score_tallies.candidates').as('candidates'),
      sql<number>`sum(score_tallies.candidates * score_tallies.score_units)`.as('units'),
    ])
    .groupBy(['papers.id', 'papers.exam_id', 'papers.units_per_mark'])
    .orderBy('papers.id', 'desc')
    .execute()
  return new Map(
    exams.map(({ id, paper_id }) => {
      const own = tallies.filter(({ exam_id, candidates }) => exam_id === id && candidates > 0)
      const paper = own.find((tally) => tally.id === paper_id) ?? own[0]
      const isTold = paper && paper.candidates >= FEWEST_CANDIDATES
      return [
        id,
        {
          finished: own.reduce((sum, { candidates }) => sum + candidates, 0),
          mean: isTold ? twoDecimals(paper.units, paper.candidates * paper.units_per_mark) : null,
        },
      ]
    }),
  )
}
