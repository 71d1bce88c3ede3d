import { sql, type RawBuilder } from 'kysely'
import type { Engine } from '#db/database.ts'

/** Columns of learners that staff see in lists. */
export const shown = [
  'users.id',
  'users.name',
  'users.country_code',
  'users.phone',
  'users.email',
  'users.role',
  'users.blocked_at',
  'users.muted_at',
  'users.last_logged_on',
  'users.created_at',
] as const

/** The order of bytes, as indexes of migration 0031 have it on PostgreSQL. */
const bytes = <T>(engine: Engine, of: RawBuilder<T>): RawBuilder<T> =>
  engine === 'sqlite' ? of : sql<T>`(${of} collate "C")`

/** After every name. */
const NAMELESS = '\u{10ffff}'

/** What migration 0031 has indexes of: written otherwise they would not be used. */
export const along = {
  national: (engine: Engine) => bytes(engine, sql<string>`users.phone`),
  lastDigits: sql<string>`substr(users.phone, length(users.phone) - 3)`,
  address: (engine: Engine) => bytes(engine, sql<string>`lower(users.email)`),
  name: (engine: Engine) => bytes(engine, sql<string>`coalesce(lower(users.name), ${sql.lit(NAMELESS)})`),
  seen: sql<number>`coalesce(users.last_logged_on, 0)`,
}

/** Whether a value in the order of bytes begins with a text. */
export function beginsWith(value: RawBuilder<string>, text: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(${value} >= ${text} and ${value} < ${text} || ${sql.lit(NAMELESS)})`
}
