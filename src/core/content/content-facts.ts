import { randomUUID } from 'node:crypto'
import type { Db } from '#db/database.ts'
import { readFact, writeFact } from '#db/meta.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { lookKey, siteKey, storedSite, textsKey, type Site, type SplashWords } from '../site/site.ts'

/**
 * `retired` of a row that an import has inserted and not released yet: 2 for a row that will be visible, 3 for a hidden
 * one. Releasing subtracts 2.
 */
export const UNRELEASED = 2

/** Fact whose value is another after each transaction that locked the content. */
const lockKey = 'content-lock'

/**
 * Locks the content, as the first statement of a transaction that refreshes or changes it: PostgreSQL lets others wait at
 * this row. On SQLite a transaction has its turn when it begins.
 * @returns the revision of the content from this transaction on, for `lockRevision`
 */
export async function lockContent(tx: Db): Promise<string> {
  const revision = randomUUID()
  await writeFact(tx, lockKey, revision)
  return revision
}

/** Finds the revision of the content; undefined before `lockContent` has given it one. */
export async function readRevision(db: Db): Promise<string | undefined> {
  // A server of the release before writes an empty one, again and again.
  return (await readFact(db, lockKey)) || undefined
}

/**
 * Locks the content if nobody has locked it since.
 * @param revision as `lockContent` or `readRevision` returned it
 * @returns false where the content may have changed
 */
export async function lockRevision(tx: Db, revision: string): Promise<boolean> {
  const row = await tx
    .updateTable('meta')
    .set({ value: revision })
    .where('key', '=', lockKey)
    .where('value', '=', revision)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

type SiteFacts = Omit<Site, 'brand' | 'splashes' | 'login' | 'policies'>

/** Writes all of the site, as an import has it. */
export async function writeSite(tx: Db, site: Site): Promise<void> {
  const { brand, splashes, login, policies } = site
  await writeFact(tx, lookKey, JSON.stringify({ brand, splashes }))
  await writeFact(tx, textsKey, JSON.stringify({ login, policies }))
  await writeFacts(tx, factsOf(site))
}

function factsOf({ brand: _, splashes: __, login: ___, policies: ____, ...facts }: Site): SiteFacts {
  return facts
}

/** Writes what does not change with imports alone. */
async function writeFacts(tx: Db, facts: SiteFacts): Promise<void> {
  await writeFact(tx, siteKey, JSON.stringify(facts))
}

/** Gives the content another version, so that what is kept in memory of it is dropped; nothing before the first import. */
export async function renewContent(tx: Db, now: number): Promise<void> {
  const site = await storedSite(tx)
  if (!site) return
  const [print, moment = ''] = site.contentVersion.split('-')
  // Two changes within a millisecond are two versions.
  const at = moment === now.toString(36) ? now + 1 : now
  await writeFacts(tx, { ...factsOf(site), contentVersion: `${print}-${at.toString(36)}` })
}

/** What splashes say beside their rows, in the order of their keys: it is the same of the same words. */
export function splashesOf(words: readonly SplashWords[]): SplashWords[] {
  return [...new Map(words.map((one) => [one.key, one])).values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** Writes what a splash says beside its row, in the transaction that writes the row; the brand stays as it is. */
export async function writeSplashWords(tx: Db, words: SplashWords): Promise<void> {
  const site = await siteNow(tx)
  const { brand, splashes } = site
  await writeFact(tx, lookKey, JSON.stringify({ brand, splashes: splashesOf([...splashes, words]) }))
}

/** Says whether learners are shown splashes. */
export async function switchSplashes(tx: Db, on: boolean): Promise<void> {
  await writeFacts(tx, { ...factsOf(await siteNow(tx)), enableMarketingSplash: on })
}

/** @throws conflict before the first import: nothing is a site yet */
async function siteNow(tx: Db): Promise<Site> {
  const site = await storedSite(tx)
  if (!site) throw conflict('There is no content yet: please import a pack first', 'conflict')
  return site
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
