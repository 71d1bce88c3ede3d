import type { Db } from '#db/database.ts'

/** Where something is under way with a second factor: in a log-in, or in a session. */
export interface Proving {
  table: 'staff_log_ins' | 'staff_sessions'
  id: number
}

/** Remembers what has to be answered next. */
export async function keepChallenge(db: Db, { table, id }: Proving, challenge: string): Promise<void> {
  await db.updateTable(table).set({ challenge }).where('id', '=', id).execute()
}

/** What was to be answered, which counts for one answer. */
export async function takeChallenge(db: Db, { table, id }: Proving): Promise<string | undefined> {
  const row = await db.selectFrom(table).select('challenge').where('id', '=', id).executeTakeFirst()
  const challenge = row?.challenge ?? undefined
  if (challenge === undefined) return undefined
  const taken = await db
    .updateTable(table)
    .set({ challenge: null })
    .where('id', '=', id)
    .where('challenge', '=', challenge)
    .returning('id')
    .executeTakeFirst()
  return taken && challenge
}

/** Remembers the secret of an authenticator until a code of it is typed in. */
export async function keepSecret(db: Db, { table, id }: Proving, secret: string): Promise<void> {
  await db.updateTable(table).set({ new_secret: secret }).where('id', '=', id).execute()
}

export async function keptSecret(db: Db, { table, id }: Proving): Promise<string | undefined> {
  const row = await db.selectFrom(table).select('new_secret').where('id', '=', id).executeTakeFirst()
  return row?.new_secret ?? undefined
}

/** Ends what `keepSecret` began. @returns false where it was ended already */
export async function takeSecret(db: Db, { table, id }: Proving, secret: string): Promise<boolean> {
  const taken = await db
    .updateTable(table)
    .set({ new_secret: null })
    .where('id', '=', id)
    .where('new_secret', '=', secret)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
