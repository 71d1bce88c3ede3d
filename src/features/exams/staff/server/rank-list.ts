import { setImmediate } from 'node:timers/promises'
import type { Services } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { csvOf } from '#lib/server/text/csv.ts'
import { indianDateTime, SECOND } from '#lib/both/time/clock.ts'
import { marksOf } from '../../exams.rules.ts'
import { examWithPapers, type ExamPaper } from './lists/exam-papers.ts'
import { cursorOf } from './lists/cursor.ts'
import { inOrderOf, type Candidates, type RankSort, type RankedRow } from './lists/ranked-rows.ts'

/** Rows a page unless it is told otherwise, and of a batch of the file. */
const PAGE = 50
const BATCH = 500

export interface RankQuery {
  examId: number
  /** Left out: the one that is looked at (exam-papers.ts). */
  paperId?: number | undefined
  /** Only those who have, or had, this course. Ranks stay those among all. */
  courseId?: number | undefined
  /** By rank, by name, or by when they finished, latest first. */
  sort?: RankSort | undefined
  /** `next` of the page before. */
  after?: string | undefined
  limit?: number | undefined
}

/** A candidate's finished first attempt. Instants and durations are milliseconds. */
export interface Ranked {
  attempt_id: number
  user_id: number
  /** As their own result tells it: equal ones share it, and the next number is left out. */
  rank: number
  name: string | null
  country_code: string
  phone: string
  /** Marks, two decimals. */
  score: number
  right: number
  wrong: number
  left: number
  /** Whole seconds, as ranks compare them. */
  took_ms: number
  /** When it ended; finished by its deadline, then. */
  ended_at: number
  finished_by: 'learner' | 'deadline'
  /** Minutes that staff gave it. */
  extra_minutes: number
}

/**
 * A page of the rank list of an exam: finished first attempts of one paper, with their ranks among all of them, also among
 * fewer than learners are told.
 * @returns next: undefined where the list ends
 * @throws notFound
 * @throws invalid after
 */
export async function rankList({ db }: Pick<Services, 'db'>, query: RankQuery) {
  const found = await examWithPapers(db, query.examId, query.paperId)
  const limit = query.limit ?? PAGE
  const { rows, next } = await page(db, found.paper, query, limit, await standings(db, found.paper.id))
  return { ...found, rows, next }
}

/**
 * The whole list as a file, some hundred rows at a time, each read when it is asked for.
 * @throws notFound, with the first piece
 */
export async function* rankListCsv(
  { db }: Pick<Services, 'db'>,
  query: Omit<RankQuery, 'after' | 'limit'>,
): AsyncGenerator<string> {
  const { paper } = await examWithPapers(db, query.examId, query.paperId)
  const ahead = await standings(db, paper.id)
  yield rankCsvOf([], true)
  for (let after: string | undefined; ;) {
    const { rows, next } = await page(db, paper, { ...query, after }, BATCH, ahead)
    yield rankCsvOf(rows, false)
    if (next === undefined) return
    after = next
    // SQLite answers at once: others get in between.
    await setImmediate()
  }
}

/** Rows as a part of a file. @param first with the headings, and what a file begins with */
export function rankCsvOf(rows: readonly Ranked[], first: boolean): string {
  return csvOf([...(first ? [HEADINGS] : []), ...rows.map(cells)], { mark: first })
}

const HEADINGS = [
  ...['Rank', 'Name', 'Country code', 'Phone', 'Score', 'Right', 'Wrong', 'Left'],
  ...['Seconds taken', 'Extra minutes', 'Finished (Indian time)', 'Finished by'],
]

function cells({ rank, name, country_code, phone, score, ...row }: Ranked): (string | number | null)[] {
  const { right, wrong, left, took_ms, extra_minutes, ended_at, finished_by } = row
  return [
    ...[rank, name, country_code, phone, score, right, wrong, left],
    ...[took_ms / SECOND, extra_minutes, indianDateTime(ended_at), finished_by],
  ]
}

/** Candidates ahead of a score with so many wrong answers, and all by their score, highest first. */
type Standings = Candidates & { ahead: (score: number, wrong: number) => number }

/** From the tallies that learners' ranks come from: accounts that have ended are counted there, and have no row here. */
async function standings(db: Db, paperId: number): Promise<Standings> {
  const tallies = await db
    .selectFrom('score_tallies')
    .where('paper_id', '=', paperId)
    .select(['score_units', 'incorrect_count', 'candidates'])
    .orderBy('score_units', 'desc')
    .orderBy('incorrect_count')
    .execute()
  const ahead = new Map<string, number>()
  const scores = new Map<number, number>()
  let passed = 0
  for (const { score_units, incorrect_count, candidates } of tallies) {
    ahead.set(`${score_units} ${incorrect_count}`, passed)
    passed += candidates
    scores.set(score_units, (scores.get(score_units) ?? 0) + candidates)
  }
  return { scores: [...scores], ahead: (score, wrong) => ahead.get(`${score} ${wrong}`) ?? passed }
}

async function page(db: Db, paper: ExamPaper, query: RankQuery, limit: number, standing: Standings) {
  const { sort = 'rank', courseId, after } = query
  const order = inOrderOf[sort]
  const asked = { paperId: paper.id, courseId, after, limit: limit + 1 }
  const read = await order.read(db, asked, standing)
  const rows = read.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => rankedOf(row, paper, standing)),
    next: read.length > limit && last ? cursorOf(sort, order.place(last)) : undefined,
  }
}

function rankedOf(row: RankedRow, paper: ExamPaper, { ahead }: Standings): Ranked {
  const {
    score_units,
    correct_count: right,
    incorrect_count: wrong,
    faster,
    took_seconds,
    name_key: _,
    submitted_at,
    ...facts
  } = row
  return {
    ...facts,
    rank: ahead(score_units, wrong) + faster + 1,
    score: marksOf(score_units, paper),
    right,
    wrong,
    left: paper.question_count - right - wrong,
    took_ms: took_seconds * SECOND,
    ended_at: submitted_at,
  }
}
