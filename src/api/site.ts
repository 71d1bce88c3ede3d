import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { LinkedPages } from '#lib/linked-pages.ts'
import { SECOND, type Clock } from '#lib/clock.ts'
import { readStored } from '#lib/stored.ts'

/** Facts of the imported content that belong to no single course or exam. */
export interface Site {
  /** Changes with every import; what is kept in memory is keyed by it. */
  contentVersion: string
  name: string
  contentSource: 'cc' | 'wac'
  phone: string
  enableHomePageExam: boolean
  enableMarketingSplash: boolean
  /** Pages elsewhere that notifications lead to, with `{id}` in their addresses. */
  pages: LinkedPages
  /** Course ids, best first. */
  popularCourses: number[]
  /** Exam ids. */
  featuredExams: number[]
}

/** How the site's facts stand in `meta`. */
export const siteKey = 'site'

/** How the address that learners use stands in `meta`: commands that are started beside the server do not know it. */
const addressKey = 'site-address'

/** Notes the address that learners use, as the server that starts knows it. */
export async function noteSiteAddress(db: Kysely<Database>, value: string): Promise<void> {
  // A start that changes nothing writes nothing: the disk may be full.
  if ((await siteAddress(db)) === value) return
  await db
    .insertInto('meta')
    .values({ key: addressKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** The address that learners use, as the server that was started last knew it; undefined before the first start. */
export async function siteAddress(db: Kysely<Database>): Promise<string | undefined> {
  return (await db.selectFrom('meta').select('value').where('key', '=', addressKey).executeTakeFirst())?.value
}

const none: Site = {
  contentVersion: 'none',
  name: 'Padavu',
  contentSource: 'cc',
  phone: '',
  enableHomePageExam: false,
  enableMarketingSplash: false,
  pages: { currentAffairs: null, blog: null, webinar: null },
  popularCourses: [],
  featuredExams: [],
}

const page = z.nullable(z.string())

/** As it is stored; what is younger than a stored one is missing there. */
const stored = z.object({
  contentVersion: z.string(),
  name: z._default(z.string(), none.name),
  contentSource: z._default(z.enum(['cc', 'wac']), none.contentSource),
  phone: z._default(z.string(), none.phone),
  enableHomePageExam: z._default(z.boolean(), none.enableHomePageExam),
  enableMarketingSplash: z._default(z.boolean(), none.enableMarketingSplash),
  pages: z._default(z.object({ currentAffairs: page, blog: page, webinar: page }), none.pages),
  popularCourses: z._default(z.array(z.number()), none.popularCourses),
  featuredExams: z._default(z.array(z.number()), none.featuredExams),
})

/** The facts as they stand in `meta`. @throws Error where they cannot be read */
export function siteOf(text: string): Site {
  return readStored(stored, text, 'What is known of the site')
}

/** How long a process may believe what it read: an import by another process shows within this time. */
const BELIEVED = SECOND

/** Reads the site's facts at most once a second. */
export function siteReader(db: Kysely<Database>, now: Clock): () => Promise<Site> {
  let known: { site: Site; at: number; text: string } | undefined
  let reading: Promise<Site> | undefined
  const read = async () => {
    const row = await db.selectFrom('meta').select('value').where('key', '=', siteKey).executeTakeFirst()
    const text = row?.value ?? ''
    const site = known && known.text === text ? known.site : text ? siteOf(text) : none
    known = { site, text, at: now() }
    return site
  }
  return () => {
    if (known && Math.abs(now() - known.at) < BELIEVED) return Promise.resolve(known.site)
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }
}
