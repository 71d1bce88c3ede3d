import { sql } from 'kysely'
import { versionOf } from '#core/content/content-changes.ts'
import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import type * as contracts from '../news-entries.contract.ts'
import type { NewsEntry } from '../news-entries.contract.ts'
import { markdownOf, stateOf, storedNewsEntry } from './stored-news.ts'

/** Entries a page. */
const PAGE = 25

export async function listNews(
  { db, now: clock }: StaffContext,
  { query }: InputOf<typeof contracts.listNews>,
): Promise<ReplyOf<typeof contracts.listNews>> {
  const now = clock()
  const read = await matching(db, query, now)
  const rows = read.slice(0, PAGE)
  const last = rows.at(-1)
  return {
    data: rows.map((row) => ({ ...row, state: stateOf(row, now) })),
    next: last && read.length > PAGE ? placeText({ at: last.published_at, id: last.id }) : null,
  }
}

function matching(
  db: Db,
  { words = '', category, state, after }: InputOf<typeof contracts.listNews>['query'],
  now: number,
) {
  const place = placeIn(after)
  const like = `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('news')
    .innerJoin('news_categories', 'news_categories.id', 'news.category_id')
    .$if(words !== '', (query) =>
      query.where(
        sql<boolean>`(lower(news.description) like ${like} escape '\\' or lower(news.title) like ${like} escape '\\')`,
      ),
    )
    .$if(category !== undefined, (query) => query.where('news_categories.title', '=', category!))
    .$if(state !== undefined, (query) => query.where('news.retired', '=', state === 'withdrawn' ? 1 : 0))
    .$if(state === 'published', (query) => query.where('news.published_at', '<=', now))
    .$if(state === 'scheduled', (query) => query.where('news.published_at', '>', now))
    .$if(place !== undefined, (query) =>
      query.where(({ eb, or, and }) =>
        or([
          eb('news.published_at', '<', place!.at),
          and([eb('news.published_at', '=', place!.at), eb('news.id', '<', place!.id)]),
        ]),
      ),
    )
    .select(({ ref }) => [
      'news.id',
      'news.title',
      ref('news.description').as('text'),
      'news.image',
      'news.published_at',
      'news.retired',
      ref('news_categories.title').as('category'),
    ])
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
    .limit(PAGE + 1)
    .execute()
}

export async function newsChoices({ db }: StaffContext): Promise<ReplyOf<typeof contracts.newsChoices>> {
  const rows = await db
    .selectFrom('news_categories')
    .select('title')
    .where('retired', '=', 0)
    .orderBy('title')
    .execute()
  return { categories: rows.map(({ title }) => title) }
}

/** @throws notFound */
export function getNews(
  ctx: StaffContext,
  { params: { id } }: InputOf<typeof contracts.getNews>,
): Promise<ReplyOf<typeof contracts.getNews>> {
  return newsEntry(ctx, id)
}

/** @throws notFound */
export async function newsEntry({ db, now }: Pick<StaffContext, 'db' | 'now'>, id: number): Promise<NewsEntry> {
  const { key } = await storedNewsEntry(db, id)
  // Before what it says: of what changes between the two, whoever saves is told.
  const version = await versionOf(db, { kind: 'news', key })
  const entry = await storedNewsEntry(db, id)
  const { source, body_html, link } = entry
  const change = await db
    .selectFrom('content_changes')
    .select(['who as by', 'changed_at as at'])
    .where('kind', '=', 'news')
    .where('key', '=', key)
    .executeTakeFirst()
  return {
    id,
    ...{ category: entry.category, title: entry.title, text: entry.description, image: entry.image, alt: entry.alt },
    link: link === '' ? null : link,
    published_at: entry.published_at,
    moves: entry.published_rule,
    state: stateOf(entry, now()),
    page: body_html === null ? 'none' : source ? 'written' : 'html',
    body: markdownOf(entry),
    media: Object.entries(source?.media ?? {}).map(([path, address]) => ({ path, address })),
    version,
    changed: change ?? null,
  }
}
