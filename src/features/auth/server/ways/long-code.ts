import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { storedSecret } from '#core/secrets.ts'
import type { Database } from '#db/database.ts'
import { LONG_CODE_LENGTH } from '../../login-form.rules.ts'

/** Where the secret stands in `meta`. */
const secretName = 'long-code-secret'

/**
 * The code of 8 digits that stands behind a stored value. It is derived, not kept, so that it can be sent again: whoever asks
 * in the owner's place gives the phone a code and takes none away.
 * @param stored random, as `codes.code_hash` has it
 */
export async function longCodeOf(db: Kysely<Database>, userId: number, stored: string): Promise<string> {
  const digest = createHmac('sha256', await storedSecret(db, secretName))
    .update(`${userId} ${stored}`)
    .digest()
  // Of 2^64 values so many more make one code than another that nobody could tell in a lifetime.
  return String(digest.readBigUInt64BE() % 10n ** BigInt(LONG_CODE_LENGTH)).padStart(LONG_CODE_LENGTH, '0')
}
