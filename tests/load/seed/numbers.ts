import { sql, type RawBuilder } from 'kysely'

/** Something whose value is a whole number in SQL. */
export type Whole = RawBuilder<number>

/** A number as it stands in the text: as a parameter SQLite would take it for a fraction. */
export const whole = (value: number): Whole => sql.lit(value)

/** The numbers of a range, both ends included, as a table with the column `n`. Both engines know it written so. */
export function numbers(from: number, to: number): RawBuilder<unknown> {
  return sql`(with recursive counted (n) as (
    select cast(${whole(from)} as bigint) union all select n + 1 from counted where n < ${whole(to)}
  ) select n from counted)`
}

/**
 * A number from 0 up to `below`, which is never reached; it looks random and is the same for the same `of` and `salt`. The
 * multiplications stay within 64 bits.
 */
export function scattered(of: Whole, salt: number, below: number): Whole {
  return sql`((${of} + ${whole(salt * 7919)}) * 2654435761 % 4294967291 * 40503 % 2147483647 % ${whole(below)})`
}

const FINE = 1_000_000

/** The same with the low numbers far more frequent than the high ones: of 5,000 the first comes in one case of 17. */
export function skewed(of: Whole, salt: number, below: number): Whole {
  const even = scattered(of, salt, FINE)
  return sql`(${even} * ${even} / ${whole(FINE)} * ${even} / ${whole(FINE)} * ${whole(below)} / ${whole(FINE)})`
}
