import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import { keepFact } from '#db/meta.ts'

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
    keepFact(db, name, randomBytes(32).toString('base64url')).catch((error: unknown) => {
      known.delete(name)
      throw error
    })
  known.set(name, secret)
  return secret
}
