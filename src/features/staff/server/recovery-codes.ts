import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { readStored } from '#lib/server/stored.ts'
import { RECOVERY_CODES } from '../staff.rules.ts'

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const GROUPS = 4
const GROUP = 4

/**
 * Makes new recovery codes, which replace all others at once. Sixteen signs of 31, some 79 random bits: too many to be
 * tried, so a hash without salt will do.
 * @returns the codes in clear, which are stored nowhere
 */
export async function makeRecoveryCodes(tx: Db, staffId: number): Promise<string[]> {
  const codes = newCodes()
  await removeRecoveryCodes(tx, staffId)
  await storeRecoveryCodes(tx, staffId, codes.map(hashOf))
  return codes
}

/**
 * Makes new recovery codes that work once they are confirmed; until then those before do. A set that was not confirmed is
 * dropped. Comes after the member's turn.
 * @returns the codes in clear, which are stored nowhere, and the name of their set
 */
export async function offerRecoveryCodes(tx: Db, staffId: number): Promise<{ codes: string[]; batch: string }> {
  const codes = newCodes()
  const batch = randomBytes(16).toString('base64url')
  const row = { batch, code_hashes: JSON.stringify(codes.map(hashOf)) }
  await tx
    .insertInto('staff_new_recovery_codes')
    .values({ staff_id: staffId, ...row })
    .onConflict((of) => of.column('staff_id').doUpdateSet(row))
    .execute()
  return { codes, batch }
}

/**
 * Replaces a member's recovery codes with a set that was offered. Comes after the member's turn.
 * @returns 'replaced'; 'before' where this set was confirmed before, by a request whose reply was lost; undefined where another
 * set was offered since
 */
export async function confirmRecoveryCodes(
  tx: Db,
  staffId: number,
  batch: string,
): Promise<'replaced' | 'before' | undefined> {
  const set = () => tx.selectFrom('staff_new_recovery_codes').where('staff_id', '=', staffId).where('batch', '=', batch)
  const offered = await set().select('code_hashes').executeTakeFirst()
  if (!offered) return undefined
  const hashes = readStored(storedHashes, offered.code_hashes, 'New recovery codes')
  if (hashes.length === 0) return 'before'
  await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  await storeRecoveryCodes(tx, staffId, hashes)
  await tx
    .updateTable('staff_new_recovery_codes')
    .set({ code_hashes: '[]' })
    .where('staff_id', '=', staffId)
    .where('batch', '=', batch)
    .execute()
  return 'replaced'
}

/** Removes all recovery codes of a member, also those that are not confirmed. */
export async function removeRecoveryCodes(tx: Db, staffId: number): Promise<void> {
  await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  await tx.deleteFrom('staff_new_recovery_codes').where('staff_id', '=', staffId).execute()
}

async function storeRecoveryCodes(tx: Db, staffId: number, hashes: readonly string[]): Promise<void> {
  await tx
    .insertInto('staff_recovery_codes')
    .values(hashes.map((code_hash) => ({ staff_id: staffId, code_hash, used_at: null })))
    .execute()
}

const storedHashes = z.array(z.string())

const newCodes = () => Array.from({ length: RECOVERY_CODES }, newCode)

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
