import type { Db } from '#db/database.ts'

/** Where something is under way with a second factor: in a log-in, or in a session. */
export interface Proving {
  table: 'staff_log_ins' | 'staff_sessions'
  id: number
}

/** Column of a challenge. A second factor may be given while a new passkey is made, so each has its own. */
type ChallengeColumn = 'challenge' | 'new_challenge'

/** Stores the challenge that the next answer has to sign. */
export async function keepChallenge(
  db: Db,
  { table, id }: Proving,
  column: ChallengeColumn,
  challenge: string,
): Promise<void> {
  await db.updateTable(table).set(column, challenge).where('id', '=', id).execute()
}

/** Removes the stored challenge, which is good for one answer. @returns undefined where there is none */
export async function takeChallenge(
  db: Db,
  { table, id }: Proving,
  column: ChallengeColumn,
): Promise<string | undefined> {
  const row = await db.selectFrom(table).select(column).where('id', '=', id).executeTakeFirst()
  const challenge = row?.[column] ?? undefined
  if (challenge === undefined) return undefined
  const taken = await db
    .updateTable(table)
    .set(column, null)
    .where('id', '=', id)
    .where(column, '=', challenge)
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
