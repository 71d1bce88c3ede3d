import type { Db } from '#db/database.ts'
import { readFact, writeFact } from '#db/meta.ts'
import { siteKey, storedSite, type Site } from '../site/site.ts'

/**
 * Lets one import, refresh or change in the console at a time into the content, here and in other processes, as the first
 * statement of their transactions: PostgreSQL lets others wait at this row. On SQLite a transaction has its turn when it
 * begins.
 */
export async function lockContent(tx: Db): Promise<void> {
  await writeFact(tx, 'content-lock', '')
}

/** Writes all but the look, which changes with imports alone: who keeps times has no business with it. */
export async function writeFacts(tx: Db, facts: Omit<Site, 'brand' | 'splashes'>): Promise<void> {
  await writeFact(tx, siteKey, JSON.stringify(facts))
}

/** Gives the content another version, so that what is kept in memory of it is dropped; nothing before the first import. */
export async function renewContent(tx: Db, now: number): Promise<void> {
  const site = await storedSite(tx)
  if (!site) return
  const { brand: _, splashes: __, ...facts } = site
  const [print, moment = ''] = site.contentVersion.split('-')
  // Two changes within a millisecond are two versions.
  const at = moment === now.toString(36) ? now + 1 : now
  await writeFacts(tx, { ...facts, contentVersion: `${print}-${at.toString(36)}` })
}

/** How a number that rises with every import stands in `meta`; see `versionOf`. */
const importsKey = 'content-imports'

/** Above every version that was told of an entry before the last import which changed anything; 1 where none was counted. */
export async function versionOfImports(db: Db): Promise<number> {
  return Number((await readFact(db, importsKey)) ?? 1)
}

/** Lets every entry have another version than before; called while the marks are still there. */
export async function countImport(tx: Db): Promise<void> {
  const { highest } = await tx
    .selectFrom('content_changes')
    .select(({ fn }) => fn.max('version').as('highest'))
    .executeTakeFirstOrThrow()
  const next = Math.max(await versionOfImports(tx), Number(highest ?? 0)) + 1
  await writeFact(tx, importsKey, String(next))
}
