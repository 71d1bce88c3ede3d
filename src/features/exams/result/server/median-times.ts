import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Services } from '#core/context.ts'
import type { Database } from '#db/database.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { medianOf } from '../pace.rules.ts'
import { FEWEST_CANDIDATES } from '../standing.rules.ts'
import { boundedMemory, memoryOfEach } from '#lib/server/bounded-memory.ts'

/** How long medians are kept: a view asks the database for them at most once in this time, for each paper. */
const FRESH = MINUTE

/**
 * First attempts that medians are taken from: all of them up to this number, else about so many, scattered over them all by
 * their ids. The median of 400 is within a few percent of that of 100,000.
 */
const SAMPLE = 400

/** Scatters ids over the numbers below SCATTERED. Both are prime. */
const SCATTER = 48_271
const SCATTERED = 65_537

/** Attempts read at a time; requests of others are answered in between. */
const BATCH = 50

export interface MedianTimes {
  /** Attempts that were timed. */
  candidates: number
  /** Milliseconds by question; none for questions that fewer than FEWEST_CANDIDATES had on the screen. */
  ms: Map<number, number>
}

/** Bytes of the memory: of a paper of 100 questions 4 kB. */
const MOST = 1_000_000

const medians = memoryOfEach<Kysely<Database>, MedianTimes>(() => boundedMemory(MOST, ({ ms }) => 40 * ms.size))

/** The medians of the time that candidates had each question of a paper on the screen, at most FRESH old. */
export async function medianTimes({ db, now }: Pick<Services, 'db' | 'now'>, paperId: number): Promise<MedianTimes> {
  return medians(db)(`${paperId} ${Math.floor(now() / FRESH)}`, () => readMedians(db, paperId))
}

async function readMedians(db: Kysely<Database>, paperId: number): Promise<MedianTimes> {
  const { candidates } = await db
    .selectFrom('score_tallies')
    .where('paper_id', '=', paperId)
    .select(({ fn }) => fn.coalesce(fn.sum<number>('candidates'), sql.lit(0)).as('candidates'))
    .executeTakeFirstOrThrow()
  if (candidates < FEWEST_CANDIDATES) return { candidates: 0, ms: new Map() }
  const sampled = await db
    .selectFrom('attempts')
    .where('paper_id', '=', paperId)
    .where('status', '=', sql.lit('completed' as const))
    .where('number', '=', sql.lit(1))
    .where(
      sql<number>`cast(id as bigint) * ${sql.lit(SCATTER)} % ${sql.lit(SCATTERED)}`,
      '<',
      Math.ceil((SCATTERED * SAMPLE) / Math.max(SAMPLE, candidates)),
    )
    .select('id')
    .limit(2 * SAMPLE)
    .execute()
  const byQuestion = new Map<number, number[]>()
  const timed = new Set<number>()
  /** Milliseconds by question, over all tabs of an attempt. */
  let sums = new Map<number, number>()
  const count = () => {
    for (const [question, ms] of sums) {
      const known = byQuestion.get(question)
      if (known) known.push(ms)
      else byQuestion.set(question, [ms])
    }
    sums = new Map()
  }
  for (let from = 0; from < sampled.length; from += BATCH) {
    const rows = await db
      .selectFrom('question_times')
      .where(
        'attempt_id',
        'in',
        sampled.slice(from, from + BATCH).map(({ id }) => id),
      )
      .select(['attempt_id', 'question_id', 'ms'])
      .orderBy('attempt_id')
      .execute()
    let of: number | undefined
    for (const { attempt_id, question_id, ms } of rows) {
      if (attempt_id !== of) count()
      of = attempt_id
      timed.add(attempt_id)
      sums.set(question_id, (sums.get(question_id) ?? 0) + ms)
    }
    count()
    await setImmediate()
  }
  const ms = new Map<number, number>()
  for (const [question, all] of byQuestion) {
    if (all.length >= FEWEST_CANDIDATES) ms.set(question, medianOf(all)!)
  }
  return { candidates: timed.size, ms }
}
