import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
  type CompiledQuery,
} from 'kysely'
import type { Database, Db, Engine } from '#db/database.ts'
import { storeFor, type SaveValues } from '#features/exams/take/server/saving/store-answer.ts'
import { storeMany } from '#features/exams/take/server/saving/store-answers.ts'

/** The text of a statement that the product runs, and which value stands at each of its places. */
interface Statement {
  text: string
  names: (keyof SaveValues)[]
}

const names: (keyof SaveValues)[] = [
  'user_id',
  'exam_id',
  'attempt_id',
  'writer',
  'deadline_from',
  'question_id',
  'option_id',
  'marked',
  'seq',
  'time_from',
  'time_to',
  'saved_at',
  'visited',
]

/** Values that say where they stand: each is its own name. */
const marks = Object.fromEntries(names.map((name) => [name, name])) as unknown as SaveValues

/** The statement of a save as the exam screen sends it. */
export function statementOfOne(engine: Engine): Promise<Statement> {
  const variant = { named: true, chosen: true, numbered: true, written: true }
  return statementOf(engine, (db) => storeFor(db, engine, variant)(db, marks))
}

/** That of several saves that go to PostgreSQL together; each value is a list. */
export function statementOfMany(): Promise<Statement> {
  return statementOf('postgres', (db) => storeMany(db, [marks]))
}

async function statementOf(engine: Engine, run: (db: Db) => Promise<unknown>): Promise<Statement> {
  const sent: CompiledQuery[] = []
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => (engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('Nothing is asked of this database')
      },
      createQueryCompiler: () => (engine === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
    log: ({ query }) => void sent.push(query),
  })
  await run(db)
  const [{ sql, parameters }] = sent as [CompiledQuery]
  return { text: sql, names: parameters.flat() as Statement['names'] }
}
