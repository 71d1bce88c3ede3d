import * as z from 'zod'
import { webAddress as readWebAddress } from '#lib/both/text/link-address.ts'
import { key, keyed, line, time } from './schema-fields.ts'

/** The shape of what a site tells all its learners: news and the marketing splash. */

export const webAddress = z
  .string()
  .refine((text) => readWebAddress(text) !== undefined, { error: 'must be an address with https:// or http://' })

export const newsSchema = keyed(
  z.strictObject({
    key,
    category: line(60),
    title: line(120).optional(),
    text: line(300),
    link: webAddress.optional(),
    image: z.string(),
    alt: line(300),
    published: time,
  }),
)

export const splashesSchema = keyed(
  z.strictObject({
    key,
    image: z.string(),
    /** For screens that are taller than wide. */
    portrait: z.optional(z.string()),
    alt: line(300),
    title: z.optional(line(80)),
    text: z.optional(line(300)),
    success: line(200),
  }),
)

export type NewsEntry = z.output<typeof newsSchema>[number]
export type SplashEntry = z.output<typeof splashesSchema>[number]
