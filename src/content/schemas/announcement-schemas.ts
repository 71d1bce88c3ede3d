import * as z from 'zod'
import { longestSplash, MOST_SPLASHES } from '#features/dashboard/staff/splash.rules.ts'
import { longestNews } from '#features/news/staff/news-entry.rules.ts'
import { webAddress as readWebAddress } from '#lib/both/text/link-address.ts'
import { key, keyed, line, time } from './schema-fields.ts'

/** The shape of what a site tells all its learners: news and the marketing splash. */

export const webAddress = z
  .string()
  .refine((text) => readWebAddress(text) !== undefined, { error: 'must be an address with https:// or http://' })

export const newsSchema = keyed(
  z.strictObject({
    key,
    category: line(longestNews.category),
    title: line(longestNews.title).optional(),
    text: line(longestNews.text),
    link: webAddress.max(longestNews.link).optional(),
    image: z.string(),
    alt: line(longestNews.alt),
    published: time,
  }),
)

export const splashesSchema = keyed(
  z.strictObject({
    key,
    image: z.string(),
    /** For screens that are taller than wide. */
    portrait: z.optional(z.string()),
    alt: line(longestSplash.alt),
    title: z.optional(line(longestSplash.title)),
    text: z.optional(line(longestSplash.text)),
    success: line(longestSplash.success),
  }),
).max(MOST_SPLASHES)

export type NewsEntry = z.output<typeof newsSchema>[number]
export type SplashEntry = z.output<typeof splashesSchema>[number]
