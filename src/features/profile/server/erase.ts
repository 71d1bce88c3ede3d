import type { Db } from '#db/database.ts'
import type { Person, PersonalPart } from '#core/personal-data/part.ts'
import { freeFiles } from './freed-files.ts'

/**
 * Erases what is personal of an account that ends, or that has ended already; its files are noted to be removed. In one
 * transaction, after the account was marked as ended.
 */
export async function eraseEverything(
  tx: Db,
  parts: readonly PersonalPart[],
  person: Person,
  now: number,
): Promise<void> {
  for (const { files } of parts) if (files) await freeFiles(tx, await files(tx, person))
  for (const { erase } of parts) await erase(tx, person, now)
}
