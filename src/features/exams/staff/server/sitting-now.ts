import { sql } from 'kysely'
import type { Services } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { cursorOf, readCursor } from './lists/cursor.ts'
import { extraMinutes } from './lists/extra-minutes.ts'
import { finishedOf, PAGE, type SittingQuery } from './finished-lately.ts'

/** Whoever saved, or began, within this time is there: milliseconds. */
const HERE = MINUTE

/** An attempt under way. Instants and durations are milliseconds. */
export interface Sitting {
  attempt_id: number
  user_id: number
  name: string | null
  country_code: string
  phone: string
  number: number
  started_at: number
  deadline_at: number
  /** Of one that was given back: what it will have when it is continued. */
  left_ms: number
  /** Minutes that staff gave it. */
  extra_minutes: number
  /** Questions with an answer. */
  answered: number
  /** When the server last stored an answer, a mark or that one was cleared; null: not yet. */
  saved_at: number | null
  /**
   * here: it was begun, or something was saved, within a minute; quiet: neither, so that its learner reads, or is away;
   * waiting: it was given back and is not continued. That is all that can be told from what is stored: a screen that runs
   * asks for nothing that is written down.
   */
  connection: 'here' | 'quiet' | 'waiting'
  /** Tabs and devices that have told how long they showed a question, and the one that writes. */
  tabs: number
}

export interface SittingCounts {
  /** Under way, with time left. */
  sitting: number
  /** Given back, and not continued. */
  waiting: number
  /** Past their end: about to be scored. */
  ending: number
  /** All attempts that are over, by who ended them. */
  finished_by_learner: number
  finished_by_deadline: number
}

/**
 * Who sits an exam now, those who have the least time first, with how many there are of each kind. An attempt whose end is
 * moved between two pages may come on both.
 * @returns next: undefined where the list ends
 * @throws notFound when there is no such exam
 * @throws invalid after
 */
export async function sittingNow({ db, now: clock }: Pick<Services, 'db' | 'now'>, query: SittingQuery) {
  const { examId, after, limit = PAGE } = query
  const now = clock()
  const counts = await countsOf(db, examId, now)
  const from = after === undefined ? undefined : readCursor(after, 'sitting', 'number', 'number')
  const read = await db
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.user_id')
    .where('attempts.exam_id', '=', examId)
    .where('attempts.status', '=', sql.lit('open' as const))
    .where('attempts.deadline_at', '>', now)
    .$if(from !== undefined, (open) =>
      open.where(({ or, and, eb }) =>
        or([
          eb('attempts.deadline_at', '>', from![0]),
          and([eb('attempts.deadline_at', '=', from![0]), eb('attempts.id', '>', from![1])]),
        ]),
      ),
    )
    .select([
      'attempts.id as attempt_id',
      'attempts.user_id',
      'users.name',
      'users.country_code',
      'users.phone',
      'attempts.number',
      'attempts.started_at',
      'attempts.deadline_at',
      'attempts.time_left',
      'attempts.writer',
      extraMinutes.as('extra_minutes'),
    ])
    .orderBy('attempts.deadline_at')
    .orderBy('attempts.id')
    .limit(limit + 1)
    .execute()
  const rows = read.slice(0, limit)
  const [saves, tabs] = await Promise.all([savesOf(db, rows), tabsOf(db, rows)])
  const last = rows.at(-1)
  return {
    now,
    counts,
    rows: rows.map(({ time_left, writer: _, ...row }): Sitting => {
      const { answered, saved_at } = saves.get(row.attempt_id) ?? { answered: 0, saved_at: null }
      const isHere = now - Math.max(row.started_at, saved_at ?? 0) <= HERE
      return {
        ...row,
        left_ms: time_left ?? row.deadline_at - now,
        answered,
        saved_at,
        connection: time_left !== null ? 'waiting' : isHere ? 'here' : 'quiet',
        tabs: tabs.get(row.attempt_id)!.size,
      }
    }),
    next: read.length > limit && last ? cursorOf('sitting', [last.deadline_at, last.attempt_id]) : undefined,
  }
}

async function countsOf(db: Db, examId: number, now: number): Promise<SittingCounts> {
  const there = await db.selectFrom('exams').where('id', '=', examId).select('id').executeTakeFirst()
  if (!there) throw notFound('There is no such exam.')
  const open = await db
    .selectFrom('attempts')
    .where('exam_id', '=', examId)
    .where('status', '=', sql.lit('open' as const))
    .select(({ eb, fn }) => {
      const isOver = eb('deadline_at', '<=', now)
      const kind = eb
        .case()
        .when(isOver)
        .then(sql.lit('ending' as const))
      return [
        kind
          .when('time_left', 'is not', null)
          .then(sql.lit('waiting' as const))
          .else(sql.lit('sitting' as const))
          .end()
          .as('kind'),
        fn.countAll<number>().as('attempts'),
      ]
    })
    .groupBy('kind')
    .execute()
  const finished = await finishedOf(db, examId)
    .select(({ fn }) => ['finished_by', fn.countAll<number>().as('attempts')])
    .groupBy('finished_by')
    .execute()
  const opened = (name: (typeof open)[number]['kind']) => open.find(({ kind }) => kind === name)?.attempts ?? 0
  const ended = (by: 'learner' | 'deadline') => finished.find(({ finished_by }) => finished_by === by)?.attempts ?? 0
  return {
    sitting: opened('sitting'),
    waiting: opened('waiting'),
    ending: opened('ending'),
    finished_by_learner: ended('learner'),
    finished_by_deadline: ended('deadline'),
  }
}

type Listed = { attempt_id: number; writer: string | null }[]

async function savesOf(db: Db, attempts: Listed) {
  if (attempts.length === 0) return new Map<number, { answered: number; saved_at: number }>()
  const rows = await db
    .selectFrom('responses')
    .where(
      'attempt_id',
      'in',
      attempts.map((row) => row.attempt_id),
    )
    .select(({ fn }) => [
      'attempt_id',
      fn.count<number>('option_id').as('answered'),
      fn.max<number>('saved_at').as('saved_at'),
    ])
    .groupBy('attempt_id')
    .execute()
  return new Map(rows.map(({ attempt_id, ...saves }) => [attempt_id, saves]))
}

/** Names of the tabs of each. */
async function tabsOf(db: Db, attempts: Listed): Promise<Map<number, Set<string>>> {
  const tabs = new Map(attempts.map(({ attempt_id, writer }) => [attempt_id, new Set(writer === null ? [] : [writer])]))
  if (attempts.length === 0) return tabs
  const rows = await db
    .selectFrom('question_times')
    .where('attempt_id', 'in', [...tabs.keys()])
    .where('writer', '!=', '')
    .select(['attempt_id', 'writer'])
    .distinct()
    .execute()
  for (const { attempt_id, writer } of rows) tabs.get(attempt_id)!.add(writer)
  return tabs
}
