import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database, Engine } from '#db/database.ts'
import { numbers, type Whole } from './numbers.ts'
import type { Sizes } from './sizes.ts'

/** What the parts of a seeding share. */
export interface Seeding {
  db: Kysely<Database>
  engine: Engine
  sizes: Sizes
  /** The instant that everything is relative to. */
  now: number
  /** The id in SQL of the row that is made for a number from 1 on: those after what the table has had. */
  id: (table: Counted, of: Whole) => Whole
  progress: (text: string) => void
}

/** Tables whose rows get ids from the seeding, so that others can point at them without looking them up. */
const counted = [
  'users',
  'course_groups',
  'course_categories',
  'courses',
  'course_sections',
  'chapters',
  'discussion_panels',
  'questions',
  'question_options',
  'exams',
  'papers',
  'paper_sections',
  'exam_courses',
  'enrolments',
  'purchases',
  'payment_orders',
  'payments',
  'attempts',
  'discussions',
  'notifications',
  'tickets',
] as const
type Counted = (typeof counted)[number]

/** Ids after those that each table has had so far. */
export async function idsAfter(db: Kysely<Database>): Promise<Seeding['id']> {
  const last = {} as Record<Counted, number>
  for (const table of counted) {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max<number | null>('id').as('id'))
      .executeTakeFirstOrThrow()
    last[table] = row.id ?? 0
  }
  return (table, of) => sql`(${sql.lit(last[table])} + ${of})`
}

/** Lets PostgreSQL count on from the ids that were given; SQLite does so by itself. */
export async function countOn({ db, engine }: Pick<Seeding, 'db' | 'engine'>): Promise<void> {
  if (engine === 'sqlite') return
  for (const table of counted) {
    const last = sql`greatest((select max(id) from ${sql.table(table)}), 1)`
    await sql`select setval(pg_get_serial_sequence(${sql.lit(table)}, 'id'), ${last})`.execute(db)
  }
}

/** Rows of one statement: enough to be quick, few enough to show progress and to keep a transaction short. */
const BATCH = 100_000

/** Statements at once: SQLite writes one after the other, PostgreSQL uses a core for each. */
const AT_ONCE = { sqlite: 1, postgres: 2 }

/**
 * Runs a statement for the numbers 1 to `count` in batches.
 * @param each rows that a number makes
 */
export async function inBatches(
  { engine, progress }: Pick<Seeding, 'engine' | 'progress'>,
  what: string,
  { count, each = 1, size = BATCH }: { count: number; each?: number; size?: number },
  run: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now()
  const step = Math.max(1, Math.floor(size / each))
  let next = 1
  let done = 0
  const worker = async () => {
    for (let from = next; from <= count; from = next) {
      next += step
      const to = Math.min(count, from + step - 1)
      await run(from, to)
      done += to - from + 1
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      progress(`${what}: ${Math.floor((done / count) * 100)} % after ${seconds} s`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE[engine] }, worker))
}

/** The number that a row is made for. */
export const n: Whole = sql`n`

/**
 * Makes `count` rows of a table: the values of each are worked out from its number `n`, from 1 on.
 */
export function fill<Table extends keyof Database>(
  seeding: Seeding,
  table: Table,
  count: number,
  values: { [Column in keyof Database[Table]]?: RawBuilder<unknown> },
): Promise<void> {
  const columns = sql.join(Object.keys(values).map((name) => sql.ref(name)))
  const given = sql.join(Object.values(values) as RawBuilder<unknown>[])
  return inBatches(seeding, table, { count }, (from, to) =>
    sql`insert into ${sql.table(table)} (${columns}) select ${given} from ${numbers(from, to)} as made`.execute(
      seeding.db,
    ),
  )
}
