import { sql } from 'kysely'
import type { FieldsOf } from '#core/content/change-content.ts'
import { versionOf } from '#core/content/content-changes.ts'
import { storedSite, type SplashWords } from '#core/site/site.ts'
import type { Facts } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { StoredSplash } from '../splashes.contract.ts'

export const splashRows = (db: Db) => db.selectFrom('marketing_splashes').selectAll()

type Row = Awaited<ReturnType<ReturnType<typeof splashRows>['execute']>>[number]

/** @throws notFound */
export async function splashRow(db: Db, id: number): Promise<Row> {
  const row = await splashRows(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such splash')
  return row
}

/** What splashes say beside their rows, by their keys. */
async function wordsOfSplashes(db: Db): Promise<(key: string) => SplashWords> {
  const splashes = (await storedSite(db))?.splashes ?? []
  return (key) => splashes.find((words) => words.key === key) ?? { key, title: '', text: '', portrait: null }
}

/** What is told of splashes, with how many are interested. */
export async function told(db: Db, read: () => Promise<Row[]>): Promise<StoredSplash[]> {
  // Before what they say: of what changes between the two, whoever saves is told.
  const versions = new Map<string, number>()
  for (const { key } of await read()) versions.set(key, await versionOf(db, { kind: 'splash', key }))
  const rows = (await read()).filter(({ key }) => versions.has(key))
  const words = await wordsOfSplashes(db)
  const interested = await interestedIn(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, key, web_image: image, alt, splash_success: success, retired }) => {
    const { portrait, title, text } = words(key)
    return {
      ...{ id, image, portrait, alt, title, text, success },
      withdrawn: retired === 1,
      interested: interested.get(id) ?? 0,
      version: versions.get(key)!,
    }
  })
}

/** How many learners have said yes, by splash, along the index of these answers. */
async function interestedIn(db: Db, splashes: number[]): Promise<Map<number, number>> {
  if (splashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('activity_log')
    // In the index's own words: a parameter would not be known to be them.
    .where('kind', '=', sql.lit('splash' as const))
    .where('target_id', 'in', splashes)
    .select(({ fn }) => ['target_id', fn.countAll<number>().as('learners')])
    .groupBy('target_id')
    .execute()
  return new Map(rows.map(({ target_id, learners }) => [target_id, learners]))
}

/** What a splash says, by the names of its form. */
export async function factsOf(db: Db, id: number): Promise<Facts> {
  const { key, web_image: image, alt, splash_success: success, retired } = await splashRow(db, id)
  const { portrait, title, text } = (await wordsOfSplashes(db))(key)
  return { image, portrait, alt, title: title || null, text: text || null, success, withdrawn: retired }
}

/** Which field of a pack each of these is. */
export const splashFields: FieldsOf<'splash'> = {
  image: 'image',
  portrait: 'portrait',
  alt: 'alt',
  title: 'title',
  text: 'text',
  success: 'success',
  withdrawn: 'retired',
}
