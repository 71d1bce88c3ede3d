import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { LARGEST_ID, whole } from '#lib/fields.ts'

/** The news service: document 1, sections 3 and 7. */

const wholeNumber = (least: number, most: number, fallback: number) =>
  z._default(whole(least, most, `Must be a whole number from ${least} to ${most}`), fallback)

const newsCard = z.object({
  id: z.number(),
  /** The page that tells more: an address with http or https. */
  link: z.string(),
  description: z.string(),
  /** yyyy-MM-dd HH:mm:ss in Indian time. */
  news_date: z.string(),
  image: z.object({ responsive_image: z.string(), alt: z.string() }),
  /** Ours: what it is about. */
  category: z.object({ id: z.number(), title: z.string() }),
})

export type NewsCard = z.output<typeof newsCard>

export const filterNews = endpoint({
  method: 'GET',
  service: 'news',
  path: '/news-filter',
  access: 'anyone',
  summary: 'News, latest first',
  query: z.object({
    limit: wholeNumber(1, 100, 3),
    offset: wholeNumber(0, 100_000, 0),
    /** A category id; 0: all. */
    category: wholeNumber(0, LARGEST_ID, 0),
  }),
  reply: z.object({ status: z.boolean(), data: z.object({ cards: z.array(newsCard), total: z.number() }) }),
})
