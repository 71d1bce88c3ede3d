import { sql } from 'kysely'
import type { OpenDatabase } from '#db/open.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { seedAnswers } from './answers.ts'
import { seedCatalogue } from './catalogue.ts'
import { seedLearners } from './learners.ts'
import { countOn, idsAfter } from './seeding.ts'
import { sizesOf, type Sizes } from './sizes.ts'
import { seedTalk } from './talk.ts'

/** The database has learners, who might be somebody. */
export class NotEmpty extends Error {
  override name = 'NotEmpty'
}

export interface SeedOptions {
  /** A part of the whole that the engine gets: sizes.ts. */
  share: number
  /** Exactly so much instead. */
  sizes?: Sizes
  /** Into a database that has learners, too; what is there stays. */
  add?: boolean
  now?: number
  progress?: (text: string) => void
}

/**
 * Fills a migrated database as years with many learners would have. The same share gives the same data on the same day, on
 * both engines; times are relative to its beginning, so that exams are open and sessions live.
 * @throws NotEmpty
 */
export async function seedDatabase(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  { share, sizes = sizesOf(engine, share), add = false, now = Date.now(), progress = () => {} }: SeedOptions,
): Promise<Sizes> {
  const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody && !add) throw new NotEmpty('The database has learners; --add puts others beside them')
  const id = await idsAfter(db)
  const seeding = { db, engine, sizes, now: Math.floor(now / DAY) * DAY, id, progress }
  await seedCatalogue(seeding)
  await seedLearners(seeding)
  await seedAnswers(seeding)
  await seedTalk(seeding)
  await countOn(seeding)
  return sizes
}

/** Does what PostgreSQL does by itself in time. SQLite keeps no statistics unless told to, and the product never tells it. */
export async function settle({ db, engine }: Pick<OpenDatabase, 'db' | 'engine'>): Promise<void> {
  if (engine === 'postgres') await sql`vacuum (analyze)`.execute(db)
}
