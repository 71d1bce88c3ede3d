import { sql, type Selectable } from 'kysely'
import type { Db, Engine } from '#db/database.ts'
import { prepared } from '#db/statements/prepared.ts'
import type { ResponsesTable } from '../../../exams.tables.ts'

/** What differs from one save to the next: the row, and whose attempt it has to be. */
export interface SaveValues extends Omit<Selectable<ResponsesTable>, 'attempt_id'> {
  user_id: number
  exam_id: number
  attempt_id: number | undefined
  writer: string | undefined
  /** Attempts whose deadline is not before this are still open for saves. */
  deadline_from: number
}

/** What is told of a save that was stored. */
export interface Stored {
  attempt_id: number
  seq: number
  deadline_at: number
}

/** What a save says of itself, beside the row. */
export type Variant = Record<'named' | 'chosen' | 'numbered' | 'written', boolean>

/** Stores a save; undefined when it may not be stored, or is stored already. */
export type Store = (db: Db, values: SaveValues) => Promise<Stored[]>

/** The statement in its variants, compiled when first needed. */
const stores = new Map<string, Store>()

export function storeFor(db: Db, engine: Engine, variant: Variant): Store {
  const { named, chosen, numbered, written } = variant
  const key = `${engine} ${named} ${chosen} ${numbered} ${written}`
  let store = stores.get(key)
  if (!store) stores.set(key, (store = prepareStore(db, engine, variant)))
  return store
}

/**
 * Authorises and stores in one statement: the row to insert is selected from the caller's open attempt, whose time has not
 * run out and which no other writer has claimed, and from its paper's questions and their options. Actions carry a sequence
 * number; one that is not above the stored one changes nothing. Without a number the action is the latest.
 *
 * On PostgreSQL the select locks the attempt's row in share mode until the save is stored, which is what keeps a save from
 * slipping in behind the scoring (finalise.ts). Saves do not hinder each other. SQLite has one writer at a time and knows
 * no such lock.
 */
function prepareStore(db: Db, engine: Engine, { named, chosen, numbered, written }: Variant): Store {
  return prepared<SaveValues, Stored>((slot) => {
    let attempt = db
      .selectFrom('attempts')
      .where('attempts.user_id', '=', slot('user_id'))
      .where('attempts.exam_id', '=', slot('exam_id'))
      .where('attempts.status', '=', sql.lit('open' as const))
      // Not the bare column: among the open attempts of everybody the index of the sweep would find it, too, and PostgreSQL
      // takes that for the shorter way when its statistics are older than the exam.
      .where(sql<number>`attempts.deadline_at + 0`, '>=', slot('deadline_from'))
      .where('attempts.time_left', 'is', null)
      // By its key, not as a join: for that PostgreSQL reads the questions of all papers when it takes them for few.
      .where(
        ({ selectFrom }) =>
          selectFrom('paper_questions')
            .whereRef('paper_questions.paper_id', '=', 'attempts.paper_id')
            .where('paper_questions.question_id', '=', slot('question_id'))
            .select('paper_questions.question_id'),
        'is not',
        null,
      )
    if (named) attempt = attempt.where('attempts.id', '=', slot('attempt_id')!)
    if (written) attempt = attempt.where('attempts.writer', '=', slot('writer')!)
    if (chosen) {
      attempt = attempt.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('question_options')
            .where('question_options.id', '=', slot('option_id'))
            .where('question_options.question_id', '=', slot('question_id'))
            .select(sql.lit(1).as('one')),
        ),
      )
    }
    if (engine === 'postgres') attempt = attempt.forShare('attempts')
    return db
      .insertInto('responses')
      .columns([
        'attempt_id',
        'question_id',
        'option_id',
        'marked',
        'seq',
        'time_from',
        'time_to',
        'saved_at',
        'visited',
      ])
      .expression(
        attempt.select([
          'attempts.id',
          sql<number>`cast(${slot('question_id')} as integer)`.as('question_id'),
          sql<number | null>`cast(${slot('option_id')} as integer)`.as('option_id'),
          sql<number>`cast(${slot('marked')} as integer)`.as('marked'),
          sql<number>`cast(${slot('seq')} as bigint)`.as('seq'),
          sql<number | null>`cast(${slot('time_from')} as bigint)`.as('time_from'),
          sql<number | null>`cast(${slot('time_to')} as bigint)`.as('time_to'),
          sql<number>`cast(${slot('saved_at')} as bigint)`.as('saved_at'),
          sql<string | null>`cast(${slot('visited')} as text)`.as('visited'),
        ]),
      )
      .onConflict((conflicting) => {
        const update = conflicting.columns(['attempt_id', 'question_id']).doUpdateSet(({ ref, eb, fn }) => ({
          option_id: ref('excluded.option_id'),
          marked: ref('excluded.marked'),
          seq: numbered ? ref('excluded.seq') : eb('responses.seq', '+', 1),
          time_from: ref('excluded.time_from'),
          time_to: ref('excluded.time_to'),
          saved_at: ref('excluded.saved_at'),
          visited: fn.coalesce('excluded.visited', 'responses.visited'),
        }))
        return numbered ? update.whereRef('excluded.seq', '>', 'responses.seq') : update
      })
      .returning(({ selectFrom }) => [
        'responses.attempt_id',
        'responses.seq',
        selectFrom('attempts')
          .whereRef('attempts.id', '=', 'responses.attempt_id')
          .select('attempts.deadline_at')
          .$asScalar()
          .$notNull()
          .as('deadline_at'),
      ])
  })
}
