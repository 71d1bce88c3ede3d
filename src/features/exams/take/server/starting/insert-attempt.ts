import { sql } from 'kysely'
import type { Db, Engine } from '#db/database.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { togetherOn } from '#db/statements/together.ts'
import type { Attempt } from '../../../server/exam-and-attempts.ts'

/** What differs from one start to the next. */
export interface Start {
  userId: number
  examId: number
  place: number | null
  number: number
  now: number
  deadline: number
  writer: string | null
}

export type Started = Pick<Attempt, 'id' | 'number' | 'paper_id' | 'started_at' | 'deadline_at'>

/**
 * Opens an attempt; on PostgreSQL by one statement with others that are opened meanwhile, which is one commit.
 * @param db no transaction on PostgreSQL
 * @returns nothing when another start has taken the number, or has opened an attempt
 */
export async function insertAttempt(db: Db, engine: Engine, start: Start): Promise<Started | undefined> {
  if (engine === 'sqlite') return insertOne(db, start)
  const outcome = await insertTogether(db, start)
  if (outcome instanceof Waited) throw outcome.cause
  return outcome
}

async function insertOne(db: Db, start: Start): Promise<Started | undefined> {
  const [started] = await insert(db, start)
  return started
}

/**
 * The paper is the exam's at this very moment: one that was read before may have been set apart by an import for which the
 * statement waited (docs/decisions/0045-answers-that-change.md).
 */
const insert = preparedOnce<Start, Started>((db, slot) =>
  db
    .insertInto('attempts')
    .columns([
      ...(['user_id', 'exam_id', 'paper_id', 'course_map_id', 'number', 'status'] as const),
      ...(['started_at', 'deadline_at', 'writer'] as const),
    ])
    .expression(({ selectFrom }) =>
      selectFrom('exams')
        .where('exams.id', '=', slot('examId'))
        .where('exams.paper_id', 'is not', null)
        .select(({ ref }) => [
          sql<number>`cast(${slot('userId')} as integer)`.as('user_id'),
          'exams.id as exam_id',
          ref('exams.paper_id').$notNull().as('paper_id'),
          sql<number | null>`cast(${slot('place')} as integer)`.as('course_map_id'),
          sql<number>`cast(${slot('number')} as integer)`.as('number'),
          sql.lit('open' as const).as('status'),
          sql<number>`cast(${slot('now')} as bigint)`.as('started_at'),
          sql<number>`cast(${slot('deadline')} as bigint)`.as('deadline_at'),
          sql<string | null>`cast(${slot('writer')} as text)`.as('writer'),
        ]),
    )
    .onConflict((conflicting) => conflicting.doNothing())
    .returning(['id', 'number', 'paper_id', 'started_at', 'deadline_at']),
)

type Columns = { [Name in keyof Start]: Start[Name][] }

/**
 * The same for several learners. One whose account somebody changes just now is left out: nobody else's start waits for
 * that. What all wait for is an import that holds the table.
 */
const insertAll = preparedOnce((db, slot: Slots<Columns>) => {
  const statement = sql<Started & { user_id: number; exam_id: number }>`
    insert into attempts (user_id, exam_id, paper_id, course_map_id, number, status, started_at, deadline_at, writer)
    select given.user_id, given.exam_id, exam.paper_id, given.place, given.number, 'open', given.started_at,
      given.deadline_at, given.writer
    from unnest(
      ${slot('userId')}::integer[], ${slot('examId')}::integer[], ${slot('place')}::integer[],
      ${slot('number')}::integer[], ${slot('now')}::bigint[], ${slot('deadline')}::bigint[], ${slot('writer')}::text[]
    ) as given (user_id, exam_id, place, number, started_at, deadline_at, writer)
    cross join lateral (
      select exams.paper_id
      from exams
      where exams.id = given.exam_id
      and exams.paper_id is not null
      offset 0
    ) as exam
    cross join lateral (
      select users.id
      from users
      where users.id = given.user_id
      for key share skip locked
    ) as learner
    on conflict do nothing
    returning id, user_id, exam_id, number, paper_id, started_at, deadline_at`
  return { compile: () => statement.compile(db) }
})

/** That starts have waited for a lock for as long as they may, all of them: none waits for it once more by itself. */
class Waited {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

async function insertMany(db: Db, starts: Start[]): Promise<(Started | Waited | undefined)[]> {
  // In one order, whoever stores them: two such statements never wait for one another.
  const sorted = starts.toSorted((a, b) => a.userId - b.userId || a.examId - b.examId)
  const names = Object.keys(sorted[0]!) as (keyof Start)[]
  const columns = Object.fromEntries(names.map((name) => [name, sorted.map((start) => start[name])])) as Columns
  try {
    const rows = await insertAll(db, columns)
    const opened = new Map(rows.map(({ user_id, exam_id, ...started }) => [`${user_id} ${exam_id}`, started]))
    return starts.map((start) => opened.get(keyOf(start)))
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    return starts.map(() => new Waited(error))
  }
}

/** The exam of a learner, who starts it once at a time. */
const keyOf = ({ userId, examId }: Start) => `${userId} ${examId}`

/** Statements that wait for an import: they have connections that saves need. */
const AT_ONCE = 2

const insertTogether = togetherOn<Start, Started | Waited | undefined>({
  ...{ keyOf, atOnce: AT_ONCE },
  ...{ one: insertOne, many: insertMany },
})
