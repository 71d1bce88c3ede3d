import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#db/database.ts'
import { RECOVERY_CODES } from '../staff.rules.ts'

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const GROUPS = 4
const GROUP = 4

/**
 * Makes new recovery codes in the place of all that there were. Sixteen signs of 31, some 79 random bits: too many to be
 * tried, so a hash without salt will do.
 * @returns the codes in clear, which are stored nowhere
 */
export async function renewRecoveryCodes(tx: Db, staffId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  await tx
    .insertInto('staff_recovery_codes')
    .values(codes.map((code) => ({ staff_id: staffId, code_hash: hashOf(code), used_at: null })))
    .execute()
  return codes
}

/** Uses up a recovery code, however it is typed. @returns whether it was one that nobody had used */
export async function useRecoveryCode(tx: Db, staffId: number, typed: string, now: number): Promise<boolean> {
  const used = await tx
    .updateTable('staff_recovery_codes')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hashOf(typed))
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return used !== undefined
}

/** How many of them are left. */
export async function recoveryCodesLeft(db: Db, staffId: number): Promise<number> {
  const { left } = await db
    .selectFrom('staff_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** `k7qm-…`: bytes that would favour some letters are drawn anew. */
function newCode(): string {
  let signs = ''
  while (signs.length < GROUPS * GROUP) {
    const [byte = 255] = randomBytes(1)
    if (byte < 256 - (256 % ALPHABET.length)) signs += ALPHABET[byte % ALPHABET.length]
  }
  return signs.match(/.{4}/g)!.join('-')
}

function hashOf(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex')
}
