import type { CatalogueSource } from '#core/site/catalogue-reader.ts'
import type { Services } from '#core/context.ts'
import type { Webinar } from '../webinars.rules.ts'

type Reading = Pick<Services, 'catalogue'>

/** What everybody may know: neither how to join nor who comes. */
const shown = [
  'id',
  'title',
  'summary',
  'presenter',
  'image',
  'alt',
  'seats',
  'recording_url',
  'starts_at',
  'ends_at',
] as const

/** Webinars that a page of the list shows. */
const A_PAGE = 24

const known = (db: CatalogueSource['db']) => db.selectFrom('webinars').where('retired', '=', 0)

/** What runs and what comes, the next first. */
const comingOf = (db: CatalogueSource['db'], at: number) =>
  known(db).select(shown).where('ends_at', '>', at).orderBy('starts_at').orderBy('id')

/** What is over, the latest first. */
const pastOf = (db: CatalogueSource['db'], at: number) =>
  known(db).select(shown).where('ends_at', '<=', at).orderBy('starts_at', 'desc').orderBy('id', 'desc')

/** A page of all webinars. */
export interface Webinars {
  /** What of it runs or comes, the next first. */
  coming: Webinar[]
  /** What of it is over, the latest first. */
  past: Webinar[]
  /** The page, and the last one there is. */
  page: number
  last: number
  /** The next start and the next end of any webinar, on this page or not: then the page may be another. */
  moments: number[]
}

/** A page of what runs, comes and is over, in this order. Beyond the last page it is the last one. */
export async function listWebinars(
  { catalogue, now }: Reading & Pick<Services, 'now'>,
  asked: number,
  size = A_PAGE,
): Promise<Webinars> {
  return catalogue(async ({ db }) => {
    const at = now()
    const [ahead, { behind }, { starts }] = await Promise.all([
      known(db)
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('ends_at').as('ends')])
        .where('ends_at', '>', at)
        .executeTakeFirstOrThrow(),
      known(db)
        .select(({ fn }) => fn.countAll<number>().as('behind'))
        .where('ends_at', '<=', at)
        .executeTakeFirstOrThrow(),
      known(db)
        .select(({ fn }) => fn.min<number | null>('starts_at').as('starts'))
        .where('starts_at', '>', at)
        .executeTakeFirstOrThrow(),
    ])
    const last = Math.max(1, Math.ceil((ahead.count + behind) / size))
    const page = Math.min(asked, last)
    const from = (page - 1) * size
    const coming = from < ahead.count ? await comingOf(db, at).limit(size).offset(from).execute() : []
    const room = size - coming.length
    const past =
      room > 0
        ? await pastOf(db, at)
            .limit(room)
            .offset(Math.max(0, from - ahead.count))
            .execute()
        : []
    return { coming, past, page, last, moments: [starts, ahead.ends].filter((moment) => moment !== null) }
  })
}

/** The first of those that run or come. */
export async function nextWebinars(
  { catalogue, now }: Reading & Pick<Services, 'now'>,
  count: number,
): Promise<Webinar[]> {
  return catalogue(({ db }) => comingOf(db, now()).limit(count).execute())
}

/** All that have a page, for the sitemap. */
export async function webinarIds({ catalogue }: Reading): Promise<number[]> {
  const rows = await catalogue(({ db }) => known(db).select('id').orderBy('id').execute())
  return rows.map(({ id }) => id)
}

/** A webinar with what it is about, as sanitised HTML. */
export async function readWebinar(
  { catalogue }: Reading,
  id: number | undefined,
): Promise<(Webinar & { about: string }) | undefined> {
  if (id === undefined) return undefined
  return catalogue(({ db }) =>
    db
      .selectFrom('webinars')
      .select([...shown, 'about_html as about'])
      .where('id', '=', id)
      .where('retired', '=', 0)
      .executeTakeFirst(),
  )
}
