import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { MOCK_TEST } from '#features/exams/exams.rules.ts'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import type { Candidate } from '../requests/load.ts'
import { FIRST_PHONE, tokenOf } from '../seed/learners.ts'
import { ACTIVE_EVERY, SESSION_EVERY } from '../seed/sizes.ts'

/** Who calls what in seeded data: of each kind enough that no two calls at once are about the same rows. */
export interface Scene {
  /** The most active learners, each with one of their courses and one of their results. */
  active: { token: string; courseId: number; resultId: number }[]
  /** Learners of the course that is discussed most. */
  readers: { token: string; panelId: number }[]
  /** Phones of learners, who log in. */
  phones: string[]
  courses: number[]
  /** Learners with exams that they have not begun today, each of them once. */
  starts: { token: string; examId: number }[]
  /** Candidates with an attempt under way. */
  candidates: Candidate[]
}

const MOST = 200
const MOST_STARTS = 5000
/** A phone is sent a few codes only. */
const MOST_PHONES = 2000
/** The number of an attempt under way: far from those of attempts that are over. */
const UNDER_WAY = 100

/** Looks the scene up, and opens the attempts of its candidates. The data must be seeded and have nobody else's. */
export async function sceneOf(db: Db, now: number): Promise<Scene> {
  // What an earlier look at the same data left.
  await db
    .deleteFrom('attempts')
    .where(({ or, eb }) => or([eb('status', '=', 'open'), eb('number', '=', UNDER_WAY)]))
    .execute()
  const { first, last } = await db
    .selectFrom('sessions')
    .select(({ fn }) => [fn.min<number>('user_id').as('first'), fn.max<number>('user_id').as('last')])
    .executeTakeFirstOrThrow()
  const spread = (every: number, most = MOST) => {
    const count = Math.floor((last - first) / every) + 1
    const taken = Math.min(most, count)
    return Array.from({ length: taken }, (_, index) => first + Math.floor((index * count) / taken) * every)
  }
  const holders = spread(SESSION_EVERY)
  const exams = await db
    .selectFrom('exams')
    .select(['id', 'paper_id'])
    .where('exam_type_id', '=', MOCK_TEST)
    .where('retired', '=', 0)
    .where('closes_at', '>', now + DAY)
    .orderBy('id')
    .execute()
  const [sat, ...others] = exams
  const courses = await db.selectFrom('courses').select('id').orderBy('popularity', 'desc').limit(MOST).execute()
  return {
    active: await activeOf(db, spread(ACTIVE_EVERY), now),
    readers: await readersOf(db, first, now),
    phones: spread(1, MOST_PHONES).map((id) => String(FIRST_PHONE + id)),
    courses: courses.map(({ id }) => id),
    starts: others
      .flatMap(({ id }) => holders.map((holder) => ({ token: tokenOf(holder), examId: id })))
      .slice(0, MOST_STARTS),
    candidates: await candidatesOf(db, holders, { examId: sat!.id, paperId: sat!.paper_id! }, now),
  }
}

async function activeOf(db: Db, ids: number[], now: number): Promise<Scene['active']> {
  const courses = await db
    .selectFrom('enrolments')
    .select(['user_id', 'course_id'])
    .where('user_id', 'in', ids)
    .where('valid_until', '>', now + DAY)
    .orderBy('id')
    .execute()
  const results = await db
    .selectFrom('attempts')
    .select(['user_id', 'id'])
    .where('user_id', 'in', ids)
    .where('status', '=', 'completed')
    .orderBy('id')
    .execute()
  const courseOf = new Map(courses.map((row) => [row.user_id, row.course_id]))
  const resultOf = new Map(results.map((row) => [row.user_id, row.id]))
  return ids.map((id) => ({ token: tokenOf(id), courseId: courseOf.get(id)!, resultId: resultOf.get(id)! }))
}

async function readersOf(db: Db, first: number, now: number): Promise<Scene['readers']> {
  const panel = await db
    .selectFrom('discussions')
    .innerJoin('discussion_panels', 'discussion_panels.id', 'discussions.panel_id')
    .select(['panel_id', 'course_id'])
    .groupBy(['panel_id', 'course_id'])
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const readers = await db
    .selectFrom('enrolments')
    .select('user_id')
    .where('course_id', '=', panel.course_id)
    .where('valid_until', '>', now + DAY)
    .where(sql<number>`(user_id - ${sql.lit(first)}) % ${sql.lit(SESSION_EVERY)}`, '=', 0)
    .limit(MOST)
    .execute()
  return readers.map(({ user_id }) => ({ token: tokenOf(user_id), panelId: panel.panel_id }))
}

async function candidatesOf(
  db: Db,
  ids: number[],
  { examId, paperId }: { examId: number; paperId: number },
  now: number,
): Promise<Candidate[]> {
  const options = await db
    .selectFrom('paper_questions')
    .innerJoin('question_options', 'question_options.question_id', 'paper_questions.question_id')
    .select(['paper_questions.question_id', 'question_options.id'])
    .where('paper_questions.paper_id', '=', paperId)
    .execute()
  const questions = [...Map.groupBy(options, (option) => option.question_id)].map(([qid, all]) => ({
    qid,
    options: all.map(({ id }) => id),
  }))
  await db
    .insertInto('attempts')
    .values(
      ids.map((id) => ({
        user_id: id,
        exam_id: examId,
        paper_id: paperId,
        number: UNDER_WAY,
        status: 'open' as const,
        started_at: now,
        deadline_at: now + 6 * HOUR,
      })),
    )
    .execute()
  return ids.map((id) => ({ token: tokenOf(id), examId, questions }))
}
