import type { Db } from '#db/database.ts'
import { freeFiles } from '../freed-files.ts'
import type { Person } from './part.ts'
import { personalParts } from './parts.ts'

/**
 * Erases what is personal of an account that ends, or that has ended already; its files are noted to be removed. In one
 * transaction, after the account was marked as ended.
 */
export async function eraseEverything(tx: Db, person: Person, now: number): Promise<void> {
  for (const { files } of personalParts) if (files) await freeFiles(tx, await files(tx, person))
  for (const { erase } of personalParts) await erase(tx, person, now)
}
