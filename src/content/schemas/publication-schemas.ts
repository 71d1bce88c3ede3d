import * as z from 'zod'
import { webAddress } from './announcement-schemas.ts'
import { html, inMarkdown, key, keyed, line, time, whole, written } from './schema-fields.ts'

/** The shape of what a site publishes on pages of its own: articles of its blog, and webinars. */

export const blogSchema = keyed(
  z.strictObject({
    key,
    title: line(120),
    summary: line(200),
    author: line(80),
    image: z.string(),
    alt: line(300),
    published: time,
  }),
)

/** The address of a meeting is followed by learners who are logged in. */
const joinAddress = webAddress.refine((text) => text.startsWith('https://'), { error: 'must begin with https://' })

export const webinarsSchema = keyed(
  z
    .strictObject({
      key,
      title: line(120),
      summary: line(200),
      about: written,
      html,
      presenter: line(120),
      image: z.string(),
      alt: line(300),
      starts: time,
      ends: time,
      join_url: joinAddress,
      recording: joinAddress.optional(),
      seats: whole(1, 100_000).optional(),
    })
    .superRefine(...inMarkdown({ about: 20_000 })),
)

export type BlogEntry = z.output<typeof blogSchema>[number]
export type WebinarEntry = z.output<typeof webinarsSchema>[number]
