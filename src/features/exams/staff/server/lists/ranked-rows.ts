import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { secondsTakenSql } from '../../../server/seconds-taken.ts'
import { readCursor, type Place } from './cursor.ts'
import { extraMinutes } from './extra-minutes.ts'

export type RankSort = 'rank' | 'name' | 'finish'

/** How many candidates have each score, highest first. */
export interface Candidates {
  scores: [score: number, candidates: number][]
}

interface Asked {
  paperId: number
  courseId: number | undefined
  after: string | undefined
  limit: number
}

export type RankedRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const took = secondsTakenSql()
const nameKey = sql<string>`lower(coalesce(users.name, ''))`

/** Finished first attempts of a paper, each with how many of the same score and wrong answers were faster by whole seconds. */
function rowsOf(db: Db, { paperId, courseId, limit }: Asked) {
  return db
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.user_id')
    .where('attempts.paper_id', '=', paperId)
    .where('attempts.status', '=', sql.lit('completed' as const))
    .where('attempts.number', '=', sql.lit(1))
    .$if(courseId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('enrolments')
            .whereRef('enrolments.user_id', '=', 'attempts.user_id')
            .where('enrolments.course_id', '=', courseId!)
            .select('enrolments.id'),
        ),
      ),
    )
    .select(({ selectFrom, fn }) => [
      'attempts.id as attempt_id',
      'attempts.user_id',
      'attempts.score_units',
      'attempts.correct_count',
      'attempts.incorrect_count',
      'attempts.submitted_at',
      'attempts.finished_by',
      'users.name',
      'users.country_code',
      'users.phone',
      nameKey.as('name_key'),
      took.as('took_seconds'),
      selectFrom('attempts as other')
        .where('other.status', '=', sql.lit('completed' as const))
        .where('other.number', '=', sql.lit(1))
        .where('other.paper_id', '=', paperId)
        .whereRef('other.score_units', '=', 'attempts.score_units')
        .whereRef('other.incorrect_count', '=', 'attempts.incorrect_count')
        .where(secondsTakenSql('other'), '<', took)
        .select(fn.countAll<number>().as('faster'))
        .$asScalar()
        .$notNull()
        .as('faster'),
      extraMinutes.as('extra_minutes'),
    ])
    .limit(limit)
    .$narrowType<{
      score_units: number
      correct_count: number
      incorrect_count: number
      submitted_at: number
      finished_by: 'learner' | 'deadline'
    }>()
}

/** Each order of the list: how a page of it is read, and where a row stands in it. */
export const inOrderOf: Record<
  RankSort,
  {
    read: (db: Db, asked: Asked, candidates: Candidates) => Promise<RankedRow[]>
    place: (row: RankedRow) => Place
  }
> = {
  rank: {
    read: readByRank,
    place: ({ score_units, incorrect_count, took_seconds, attempt_id }) => [
      score_units,
      incorrect_count,
      took_seconds,
      attempt_id,
    ],
  },
  name: {
    read: (db, asked) => {
      const rows = rowsOf(db, asked).orderBy(nameKey).orderBy('attempts.id')
      if (asked.after === undefined) return rows.execute()
      const [name, id] = readCursor(asked.after, 'name', 'string', 'number')
      return rows
        .where(({ or, and, eb }) =>
          or([eb(nameKey, '>', name), and([eb(nameKey, '=', name), eb('attempts.id', '>', id)])]),
        )
        .execute()
    },
    place: ({ name_key, attempt_id }) => [name_key, attempt_id],
  },
  finish: {
    read: (db, asked) => {
      const rows = rowsOf(db, asked).orderBy('attempts.submitted_at', 'desc').orderBy('attempts.id', 'desc')
      if (asked.after === undefined) return rows.execute()
      const [at, id] = readCursor(asked.after, 'finish', 'number', 'number')
      return rows
        .where(({ or, and, eb }) =>
          or([
            eb('attempts.submitted_at', '<', at),
            and([eb('attempts.submitted_at', '=', at), eb('attempts.id', '<', id)]),
          ]),
        )
        .execute()
    },
    place: ({ submitted_at, attempt_id }) => [submitted_at, attempt_id],
  },
}

/**
 * A page in the order of ranks. Of a hundred thousand candidates those are read and sorted whose scores the page reaches down
 * to, by the tallies; more where a course leaves most of them out.
 */
async function readByRank(db: Db, asked: Asked, { scores }: Candidates): Promise<RankedRow[]> {
  const { after, limit } = asked
  const from = after === undefined ? undefined : readCursor(after, 'rank', 'number', 'number', 'number', 'number')
  const left = scores.filter(([score]) => from === undefined || score <= from[0])
  const rows: RankedRow[] = []
  for (let wanted = limit; left.length > 0 && rows.length < limit; wanted *= 4) {
    const highest = left[0]![0]
    let lowest = highest
    for (let reached = 0; left.length > 0 && reached < 2 * wanted;) {
      const [score, candidates] = left.shift()!
      lowest = score
      reached += candidates
    }
    let part = rowsOf(db, { ...asked, limit: limit - rows.length })
      .where('attempts.score_units', '<=', highest)
      .where('attempts.score_units', '>=', lowest)
      .orderBy('attempts.score_units', 'desc')
      .orderBy('attempts.incorrect_count')
      .orderBy(took)
      .orderBy('attempts.id')
    if (from && rows.length === 0) {
      const [score, wrong, time, id] = from
      part = part.where(({ or, and, eb }) =>
        or([
          eb('attempts.score_units', '<', score),
          and([eb('attempts.score_units', '=', score), eb('attempts.incorrect_count', '>', wrong)]),
          and([
            eb('attempts.score_units', '=', score),
            eb('attempts.incorrect_count', '=', wrong),
            or([eb(took, '>', time), and([eb(took, '=', time), eb('attempts.id', '>', id)])]),
          ]),
        ]),
      )
    }
    rows.push(...(await part.execute()))
  }
  return rows
}
