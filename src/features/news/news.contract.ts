import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { LARGEST_ID, means, named, whole } from '#lib/both/calls/fields.ts'
import { howMany, indianTime, isoInstant, rowId } from '#lib/both/calls/reply-fields.ts'

/** The news service: document 1, sections 3 and 7. */

const wholeNumber = (least: number, most: number, fallback: number) =>
  z._default(whole(least, most, `Must be a whole number from ${least} to ${most}`), fallback)

const newsCard = z.object({
  id: rowId,
  link: means(z.string(), 'The page that tells more, on this site or elsewhere: an address with http or https'),
  description: z.string(),
  news_date: indianTime,
  news_date_iso: isoInstant,
  image: z.object({ responsive_image: z.string(), alt: z.string() }),
  category: means(z.object({ id: rowId, title: z.string() }), 'What it is about'),
})

export type NewsCard = z.output<typeof newsCard>

export const filterNews = endpoint({
  method: 'GET',
  service: 'news',
  path: '/news-filter',
  access: 'anyone',
  versioned: true,
  summary: 'News, latest first',
  query: z.object({
    limit: wholeNumber(1, 100, 3),
    offset: wholeNumber(0, 100_000, 0),
    category: means(wholeNumber(0, LARGEST_ID, 0), 'A category id; 0: all'),
  }),
  reply: z.object({ status: z.boolean(), data: z.object({ cards: z.array(newsCard), total: howMany }) }),
})

named({ NewsCard: newsCard })
