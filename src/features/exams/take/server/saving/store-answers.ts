import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { togetherOn } from '#db/statements/together.ts'
import { storeFor, type SaveValues, type Stored } from './store-answer.ts'

/** Saves that name their attempt and their number, by columns: a value of each save in every list. */
type Columns = { [Name in keyof SaveValues]: SaveValues[Name][] }

type StoredAnswer = Stored & { question_id: number }

/**
 * The statement of store-answer.ts for several saves on PostgreSQL, with the same conditions for each. An attempt that
 * somebody changes just now is left out: nobody else's save waits for that.
 *
 * Attempt, paper and option are asked for by their keys, for each save by itself: for a plain join PostgreSQL reads the open
 * attempts of everybody when its statistics are older than the exam.
 */
const storeAll = preparedOnce((db, slot: Slots<Columns>) => {
  const statement = sql<StoredAnswer>`
    insert into responses (attempt_id, question_id, option_id, marked, seq, time_from, time_to, saved_at,
      visited)
    select attempt.id, given.question_id, given.option_id, given.marked, given.seq, given.time_from, given.time_to,
      given.saved_at, given.visited
    from unnest(
      ${slot('user_id')}::integer[], ${slot('exam_id')}::integer[], ${slot('attempt_id')}::integer[],
      ${slot('writer')}::text[], ${slot('deadline_from')}::bigint[], ${slot('question_id')}::integer[],
      ${slot('option_id')}::integer[], ${slot('marked')}::integer[], ${slot('seq')}::bigint[],
      ${slot('time_from')}::bigint[], ${slot('time_to')}::bigint[], ${slot('saved_at')}::bigint[],
      ${slot('visited')}::text[]
    ) as given (user_id, exam_id, attempt_id, writer, deadline_from, question_id, option_id, marked, seq, time_from,
      time_to, saved_at, visited)
    cross join lateral (
      select attempts.id
      from attempts
      where attempts.id = given.attempt_id
      and attempts.user_id = given.user_id
      and attempts.exam_id = given.exam_id
      and attempts.status = 'open'
      and attempts.deadline_at + 0 >= given.deadline_from
      and attempts.time_left is null
      and (given.writer is null or attempts.writer = given.writer)
      and (
        select paper_questions.question_id
        from paper_questions
        where paper_questions.paper_id = attempts.paper_id
        and paper_questions.question_id = given.question_id
      ) is not null
      and (given.option_id is null or (
        select question_options.question_id
        from question_options
        where question_options.id = given.option_id
      ) = given.question_id)
      for share skip locked
    ) as attempt
    on conflict (attempt_id, question_id)
    do update
    set option_id = excluded.option_id, marked = excluded.marked, seq = excluded.seq,
      time_from = excluded.time_from, time_to = excluded.time_to, saved_at = excluded.saved_at,
      visited = coalesce(excluded.visited, responses.visited)
    where excluded.seq > responses.seq
    returning responses.attempt_id, responses.question_id, responses.seq, (
      select attempts.deadline_at
      from attempts
      where attempts.id = responses.attempt_id) as deadline_at`
  return { compile: () => statement.compile(db) }
})

/**
 * Stores saves by one statement.
 * @returns a result a save, in their order; undefined for one that was not stored
 */
export async function storeMany(db: Db, saves: SaveValues[]): Promise<(Stored | undefined)[]> {
  // In one order, whoever stores them: two such statements never wait for one another.
  const sorted = saves.toSorted((a, b) => a.attempt_id! - b.attempt_id! || a.question_id - b.question_id)
  const rows = await storeAll(db, columnsOf(sorted))
  const stored = new Map(rows.map((row) => [keyOf(row), row]))
  return saves.map((save) => stored.get(keyOf(save)))
}

function columnsOf(saves: SaveValues[]): Columns {
  const names = Object.keys(saves[0]!) as (keyof SaveValues)[]
  return Object.fromEntries(names.map((name) => [name, saves.map((save) => save[name])])) as Columns
}

/** The row that a save is stored in. */
const keyOf = ({ attempt_id, question_id }: { attempt_id: number | undefined; question_id: number }) =>
  `${attempt_id} ${question_id}`

async function storeOne(db: Db, values: SaveValues): Promise<Stored | undefined> {
  const chosen = values.option_id !== null
  const run = storeFor(db, 'postgres', { named: true, numbered: true, chosen, written: values.writer !== undefined })
  const [stored] = await run(db, values)
  return stored
}

/**
 * Stores a save that names its attempt and its number on PostgreSQL, by one statement with others that come meanwhile.
 * @returns undefined when it may not be stored, or is stored already
 */
export const storeTogether = togetherOn<SaveValues, Stored | undefined>({ keyOf, one: storeOne, many: storeMany })
