import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'

const read = new WeakMap<Kysely<Database>, Map<string, Promise<string>>>()

/**
 * A secret for signatures that is made once and kept in `meta`, so that every process of the same data knows what another one
 * signed, also after a restart. 256 bits.
 */
export function storedSecret(db: Kysely<Database>, name: string): Promise<string> {
  const known = read.get(db) ?? new Map<string, Promise<string>>()
  read.set(db, known)
  const secret =
    known.get(name) ??
    readSecret(db, name).catch((error: unknown) => {
      known.delete(name)
      throw error
    })
  known.set(name, secret)
  return secret
}

async function readSecret(db: Kysely<Database>, key: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ key, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  return row.value
}
