import type { Context } from '#core/context.ts'
import { siteUrl } from '#core/config.ts'
import { digestOf, Versioned } from '#core/calls/versioned.ts'
import { indianDateTime, isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { paths } from '#lib/both/paths.ts'
import type { filterNews as contract } from '../news.contract.ts'

/** News that has been published, latest first (document 1, section 7, 'news-filter'). */
export async function filterNews(ctx: Context, { query }: Pick<InputOf<typeof contract>, 'query'>) {
  const { db, now, site, config } = ctx
  let published = db
    .selectFrom('news')
    .innerJoin('news_categories', 'news_categories.id', 'news.category_id')
    .where('news.retired', '=', 0)
    .where('news.published_at', '<=', now())
  if (query.category !== 0) published = published.where('news.category_id', '=', query.category)
  const [{ contentVersion }, { total }] = await Promise.all([
    site(),
    published.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  // Of the same content those that are out are others only when they are more. Their links begin with the site's address.
  const home = siteUrl(config)
  return new Versioned(`${contentVersion}.${total}.${digestOf(home)}`, async () => {
    const rows = await published
      .select([
        'news.id',
        'news.title as page_title',
        'news.link',
        'news.description',
        'news.image',
        'news.alt',
        'news.published_at',
        'news.category_id',
        'news_categories.title',
      ])
      .orderBy('news.published_at', 'desc')
      .orderBy('news.id', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute()
    const cards = rows.map((row) => ({
      id: row.id,
      // Without a page elsewhere there is one of ours.
      link: row.page_title === null && row.link !== '' ? row.link : home + paths.newsArticle(row.id),
      description: row.description,
      news_date: indianDateTime(row.published_at),
      news_date_iso: isoTime(row.published_at),
      image: { responsive_image: row.image, alt: row.alt },
      category: { id: row.category_id, title: row.title },
    }))
    return { status: true, data: { cards, total } }
  })
}
