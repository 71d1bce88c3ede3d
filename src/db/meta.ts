import type { Db } from './database.ts'

/** Single facts that everybody with the same data shares, by name (`meta`). */

/** A fact, undefined while it is not known. */
export async function readFact(db: Db, key: string): Promise<string | undefined> {
  return (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value
}

/** Writes a fact, in the place of the one before. */
export async function writeFact(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Writes a fact that never changes, unless another process has been faster. @returns the one that counts */
export async function keepFact(db: Db, key: string, value: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  return row.value
}

/** Forgets a fact. */
export async function removeFact(db: Db, key: string): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', key).execute()
}
