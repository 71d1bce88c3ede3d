import { sql, type Kysely, type RawBuilder } from 'kysely'
import { createIndexOnline } from '../migrating/online.ts'
import type { Engine } from '../database.ts'

/**
 * What staff look learners up by and list them along (docs/decisions/0072-learner-search.md). The databases keep all of it up
 * to date by themselves, whichever release writes.
 */
export const online = true

export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await (engine === 'sqlite' ? wordsOnSqlite(db) : wordsOnPostgres(db))

  /** The order of bytes, as SQLite has it, whatever the language of the database. */
  const bytes = (of: RawBuilder<unknown>) => (engine === 'sqlite' ? of : sql`(${of} collate "C")`)
  const along = (name: string, ...expressions: RawBuilder<unknown>[]) =>
    createIndexOnline(db, engine, name, (index) =>
      expressions.reduce((made, expression) => made.expression(expression), index.on('users')),
    )
  const alongLiving = (name: string, ...expressions: RawBuilder<unknown>[]) =>
    createIndexOnline(db, engine, name, (index) =>
      expressions
        .reduce((made, expression) => made.expression(expression), index.on('users'))
        .where(sql.ref('deleted_at'), 'is', sql.lit(null)),
    )
  await along('users_national', bytes(sql`phone`))
  await along('users_last_digits', sql`substr(phone, length(phone) - 3)`)
  await along('users_address', bytes(sql`lower(email)`))
  // Who has no name comes last. Accounts that have ended all have the same.
  await alongLiving('users_by_name', bytes(sql`coalesce(lower(name), ${sql.lit('\u{10ffff}')})`), sql`id`)
  await alongLiving('users_seen', sql`coalesce(last_logged_on, 0)`, sql`id`)

  // The few whom staff keep an eye on.
  for (const [name, column] of [
    ['users_blocked', 'blocked_at'],
    ['users_muted', 'muted_at'],
  ] as const) {
    await createIndexOnline(db, engine, name, (index) =>
      index.on('users').expression(sql.ref(column)).where(sql.ref(column), 'is not', sql.lit(null)),
    )
  }
  await createIndexOnline(db, engine, 'users_incomplete', (index) =>
    index
      .on('users')
      .expression(sql.ref('registration_completed'))
      .where(sql.ref('registration_completed'), '=', sql.lit(0))
      .where(sql.ref('deleted_at'), 'is', sql.lit(null)),
  )
  await createIndexOnline(db, engine, 'enrolments_course', (index) =>
    index.on('enrolments').columns(['course_id', 'user_id']),
  )

  // Numbers that learners read out. Other indexes begin with the provider, which nobody says.
  await createIndexOnline(db, engine, 'payment_orders_number', (index) =>
    index.on('payment_orders').columns(['provider_order_id']),
  )
  await createIndexOnline(db, engine, 'payments_number', (index) =>
    index.on('payments').columns(['provider_payment_id']),
  )
}

/** Malayalam consonants without a vowel: three characters of old, one since Unicode 5.1. Phones and people type both. */
const chillus = { ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ' }
const unseen = ['\u200b', '\u200c', '\u200d']

/** SQL of a text in one spelling: what looks the same is the same. */
function oneSpelling(of: string): string {
  const written = Object.entries(chillus).map(([letter, chillu]) => [`${letter}\u0d4d\u200d`, chillu])
  return [...written, ...unseen.map((character) => [character, ''])].reduce(
    (text, [from, to]) => `replace(${text}, '${from}', '${to}')`,
    of,
  )
}

/**
 * A full-text index that keeps words alone and reads the texts where they are. Mn and Mc are the vowel signs of Malayalam and
 * Hindi, at which words would be cut otherwise. The beginnings of words are kept as well, up to eight letters: without them a
 * common one is put together from all words that begin so, at every search.
 */
async function wordsOnSqlite(db: Kysely<any>): Promise<void> {
  const name = (row: string) => oneSpelling(`${row}name`)
  const address = (row: string) => `substr(${row}email, 1, instr(${row}email || '@', '@') - 1)`
  const isFound = (row: string) => `${row}deleted_at is null and (${row}name is not null or ${row}email is not null)`
  const values = (row: string) => `${row}id, ${name(row)}, ${address(row)}`
  const changed = ['name', 'email', 'deleted_at'].map((column) => `old.${column} is not new.${column}`).join(' or ')
  const add = `insert into learner_words (rowid, name, address) values (${values('new.')})`
  const remove = `insert into learner_words (learner_words, rowid, name, address) values ('delete', ${values('old.')})`
  const statements = [
    `create view learner_texts as
      select id, ${name('')} as name, ${address('')} as address from users where ${isFound('')}`,
    `create virtual table learner_words using fts5(name, address, content='learner_texts', content_rowid='id',
      columnsize=0, prefix='1 2 3 4 5 6 7 8', tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'")`,
    // What somebody deletes is not only no longer found, as elsewhere in the file.
    `insert into learner_words (learner_words, rank) values ('secure-delete', 1)`,
    `insert into learner_words (learner_words) values ('rebuild')`,
    `create trigger learner_words_added after insert on users when ${isFound('new.')} begin ${add}; end`,
    // Two, because one trigger cannot ask twice: the old words go before the new ones come.
    `create trigger learner_words_left before update of name, email, deleted_at on users
      when ${isFound('old.')} and (${changed}) begin ${remove}; end`,
    `create trigger learner_words_came after update of name, email, deleted_at on users
      when ${isFound('new.')} and (${changed}) begin ${add}; end`,
    `create trigger learner_words_removed before delete on users when ${isFound('old.')} begin ${remove}; end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * The same words with all their beginnings up to 20 letters, in an index alone: PostgreSQL would put together those that begin
 * with what is looked for, too, before it found the first learner. Not by its own parser, which takes `asha.menon` for a host
 * and cuts Malayalam as the system's language tells it. The cost keeps the planner from working words out row by row, and that it
 * is not `parallel safe` from starting processes for what takes less time than they do.
 */
async function wordsOnPostgres(db: Kysely<any>): Promise<void> {
  const text = `coalesce(name, '') || ' ' || split_part(coalesce(email, ''), '@', 1)`
  const between = String.raw`[\u0001-/:-@\[-\u0060{-\u00bf\u2000-\u206f\u3000-\u303f]+`
  await sql
    .raw(
      `create or replace function learner_words(name text, email text) returns tsvector
      language sql immutable cost 10000 as $$
        select array_to_tsvector(coalesce(array_agg(distinct left(word, letters)), '{}'))
        from regexp_split_to_table(lower(left(${oneSpelling(text)}, 600)), '${between}') as word,
          generate_series(1, least(length(word), 20)) as letters
      $$`,
    )
    .execute(db)
  await createIndexOnline(db, 'postgres', 'users_words', (index) =>
    index
      .on('users')
      .using('gin')
      .expression(sql`learner_words(name, email)`)
      .where(sql.ref('deleted_at'), 'is', sql.lit(null)),
  )
}
