import type { FieldsOf } from '#core/content/change-content.ts'
import { readSources, type TextSource } from '#core/content/text-sources.ts'
import type { Facts } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { NewsState } from '../news-entry.rules.ts'

/** An entry of news as it is stored, with how the text of its page was written where that is known. */
export async function storedNewsEntry(db: Db, id: number) {
  const row = await db
    .selectFrom('news')
    .innerJoin('news_categories', 'news_categories.id', 'news.category_id')
    .where('news.id', '=', id)
    .selectAll('news')
    .select('news_categories.title as category')
    .executeTakeFirst()
  if (!row) throw notFound('There is no such entry of news')
  const source = row.body_html === null ? undefined : await sourceOf(db, row.key, row.body_html)
  return { ...row, source }
}

export type StoredNewsEntry = Awaited<ReturnType<typeof storedNewsEntry>>

async function sourceOf(db: Db, key: string, html: string): Promise<TextSource | undefined> {
  const sources = await readSources(db, 'news', [key])
  return sources(key, [html])
}

/** The Markdown of its page; '' of none, and where it is not known. */
export function markdownOf({ source }: Pick<StoredNewsEntry, 'source'>): string {
  const text = source?.texts.body
  return typeof text === 'string' ? text : ''
}

/** What an entry says, by the names of its form. `page_html`: the text of a page, where how it was written is not known. */
export function factsOf(entry: StoredNewsEntry): Facts {
  const { category, title, description: text, link, image, alt, published_at, retired, body_html } = entry
  return {
    ...{ category, title, text, image, alt, published_at },
    link: link === '' ? null : link,
    body: entry.source ? markdownOf(entry) : null,
    page_html: entry.source ? null : body_html,
    withdrawn: retired,
  }
}

/** Which field of a pack each of these is. */
export const newsFields: FieldsOf<'news'> = {
  category: 'category',
  title: 'title',
  text: 'text',
  body: 'body',
  page_html: 'body',
  link: 'link',
  image: 'image',
  alt: 'alt',
  published_at: 'published',
  withdrawn: 'retired',
}

export function stateOf(
  { retired, published_at }: Pick<StoredNewsEntry, 'retired' | 'published_at'>,
  now: number,
): NewsState {
  if (retired === 1) return 'withdrawn'
  return published_at > now ? 'scheduled' : 'published'
}
