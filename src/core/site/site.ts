import { readFact, writeFact } from '#db/meta.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { LinkedPages } from '#lib/both/linked-pages.ts'
import { brandSchema, neutralBrand, type Brand } from './brand.ts'
import { policyKinds, type PolicyDays } from './policies.ts'
import { SECOND, type Clock } from '#lib/both/time/clock.ts'
import { readStored } from '#lib/server/stored.ts'

/** Facts of the imported content that belong to no single course or exam. */
export interface Site {
  /** Changes with every import; what is kept in memory is keyed by it. */
  contentVersion: string
  /** As learners read it: the content's, unless a setting says otherwise. */
  name: string
  brand: Brand
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
  /** What marketing splashes have beside their rows, by their keys, those that are withdrawn too. */
  splashes: SplashWords[]
  login: LoginPanel
  policies: PolicyDays
}

/** Panel beside the log-in form on wide screens; null where the site's own stands. */
export interface LoginPanel {
  slogan: string | null
  text: string | null
  /** Address of a picture of LOGIN_PICTURE's ratio. */
  picture: string | null
}

/** Width and height of the picture beside the log-in form. */
export const LOGIN_PICTURE = [4, 5] as const

/** What a splash says as text, each '' where it says nothing, and its picture for a phone. */
export interface SplashWords {
  key: string
  title: string
  text: string
  /** Address of the picture. */
  portrait: string | null
}

/** How the site's facts stand in `meta`, without its look. */
export const siteKey = 'site'

/**
 * How brand and splash words stand in `meta`: apart from the other facts. These are read and written again when times move with
 * the day, also by a server of the version before that still runs beside this one, and what it does not know would be lost.
 */
export const lookKey = 'site-look'

/** How log-in panel and days of policies stand in `meta`: apart from both for the same reason. */
export const textsKey = 'site-texts'

/** How the address that learners use stands in `meta`: commands that are started beside the server do not know it. */
const addressKey = 'site-address'

/** Notes the address that learners use, as the server that starts knows it. */
export async function noteSiteAddress(db: Kysely<Database>, value: string): Promise<void> {
  // A start that changes nothing writes nothing: the disk may be full.
  if ((await siteAddress(db)) === value) return
  await writeFact(db, addressKey, value)
}

/** The address that learners use, as the server that was started last knew it; undefined before the first start. */
export async function siteAddress(db: Kysely<Database>): Promise<string | undefined> {
  return readFact(db, addressKey)
}

const none: Site = {
  contentVersion: 'none',
  name: 'Learning site',
  brand: neutralBrand,
  contentSource: 'cc',
  phone: '',
  enableHomePageExam: false,
  enableMarketingSplash: false,
  pages: { currentAffairs: null, blog: null, webinar: null },
  popularCourses: [],
  featuredExams: [],
  splashes: [],
  login: { slogan: null, text: null, picture: null },
  policies: {},
}

const optional = z.nullable(z.string())

/** As it is stored; what is younger than a stored one is missing there. */
const stored = z.object({
  contentVersion: z.string(),
  name: z._default(z.string(), none.name),
  contentSource: z._default(z.enum(['cc', 'wac']), none.contentSource),
  phone: z._default(z.string(), none.phone),
  enableHomePageExam: z._default(z.boolean(), none.enableHomePageExam),
  enableMarketingSplash: z._default(z.boolean(), none.enableMarketingSplash),
  pages: z._default(z.object({ currentAffairs: optional, blog: optional, webinar: optional }), none.pages),
  popularCourses: z._default(z.array(z.number()), none.popularCourses),
  featuredExams: z._default(z.array(z.number()), none.featuredExams),
})

/** The same of the look. */
const storedLook = z.object({
  brand: z._default(brandSchema, none.brand),
  splashes: z._default(
    z.array(z.object({ key: z.string(), title: z.string(), text: z.string(), portrait: z.nullable(z.string()) })),
    none.splashes,
  ),
})

/** The same of log-in panel and policies. */
const storedTexts = z.object({
  login: z._default(z.object({ slogan: optional, text: optional, picture: optional }), none.login),
  policies: z._default(z.partialRecord(z.enum(policyKinds), z.string()), none.policies),
})

/** The site's rows of `meta`; without look or texts before the first import that wrote them. */
interface SiteRows {
  facts: string
  look?: string | undefined
  texts?: string | undefined
}

/** The site as it stands in `meta`. @throws Error where it cannot be read */
export function siteOf({ facts, look = '{}', texts = '{}' }: SiteRows): Site {
  return {
    ...readStored(stored, facts, 'What is known of the site'),
    ...readStored(storedLook, look, 'What is known of the look of the site'),
    ...readStored(storedTexts, texts, 'The log-in panel and policies of the site'),
  }
}

/** Reads the rows by one statement, so that they are of one import; undefined before the first. */
async function siteRows(db: Kysely<Database>): Promise<SiteRows | undefined> {
  const keys = [siteKey, lookKey, textsKey]
  const rows = await db.selectFrom('meta').select(['key', 'value']).where('key', 'in', keys).execute()
  const [facts, look, texts] = keys.map((key) => rows.find((row) => row.key === key)?.value)
  return facts === undefined ? undefined : { facts, look, texts }
}

/** The site as it was imported; undefined before the first import. */
export async function storedSite(db: Kysely<Database>): Promise<Site | undefined> {
  const rows = await siteRows(db)
  return rows && siteOf(rows)
}

/** How long a process may believe what it read: an import by another process shows within this time. */
const BELIEVED = SECOND

interface SiteSettings {
  SITE_NAME?: string | undefined
  SELLER_NAME?: string | undefined
}

/** The site as learners see it: SITE_NAME goes before the content's names, and who sells before none at all. */
function named(site: Site, { SITE_NAME, SELLER_NAME }: SiteSettings): Site {
  if (SITE_NAME !== undefined) return { ...site, name: SITE_NAME, brand: { ...site.brand, shortName: null } }
  return site === none ? { ...site, name: SELLER_NAME ?? none.name } : site
}

/** Reads the site's facts. */
export interface ReadSite {
  (): Promise<Site>
  /** What is believed now; undefined where the database has to be asked. */
  known: () => Site | undefined
}

/** Reads the site's facts at most once a second. */
export function siteReader(db: Kysely<Database>, now: Clock, settings: SiteSettings): ReadSite {
  let known: { site: Site; at: number; rows: SiteRows | undefined } | undefined
  let reading: Promise<Site> | undefined
  const read = async () => {
    const rows = await siteRows(db)
    const isKnown = isDeepStrictEqual(known?.rows, rows)
    const site = known && isKnown ? known.site : named(rows ? siteOf(rows) : none, settings)
    known = { site, rows, at: now() }
    return site
  }
  const believed = () => (known && Math.abs(now() - known.at) < BELIEVED ? known.site : undefined)
  const readSite = () => {
    const site = believed()
    if (site) return Promise.resolve(site)
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }
  return Object.assign(readSite, { known: believed })
}
