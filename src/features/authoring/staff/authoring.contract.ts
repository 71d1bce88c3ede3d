import * as z from 'zod/mini'
import { endpoint, IMAGE_FORM_LIMIT } from '#lib/both/calls/endpoint.ts'
import { imageFile, means, named, text, written } from '#lib/both/calls/fields.ts'
import { safeHtml } from '#lib/both/calls/reply-fields.ts'
import { MOST_MARKDOWN, pictureShapes } from '../authoring.rules.ts'

/** What staff need to write content: pictures, and how a text will look. */

const authors = { access: 'staff', roles: ['owner', 'author', 'support'] } as const

const pixels = means(z.int().check(z.minimum(1)), 'Pixels')

const storedPicture = z.object({ address: z.string(), width: pixels, height: pixels })

export const storePicture = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/authoring/picture',
  summary: 'Stores a picture that a form then names by its address; cut to a shape and drawn anew',
  bodyKind: 'multipart',
  bodyLimit: IMAGE_FORM_LIMIT,
  body: z.object({
    picture: imageFile,
    shape: means(z.enum(pictureShapes), '`wide` is 16:9, `tall` 3:4, `text` as it is, for within a text'),
  }),
  reply: storedPicture,
})

export const previewText = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/authoring/preview',
  summary: 'A text in Markdown as it will be shown',
  body: z.object({
    text: written(MOST_MARKDOWN),
    short: means(z._default(z.boolean(), false), 'Line breaks stay, as in texts that are no page of their own'),
    media: means(
      z._default(
        z.array(z.object({ path: text(200), address: text(200) })).check(z.maxLength(500, { error: 'At most 500' })),
        [],
      ),
      'What the text already named: files by the paths that it has for them',
    ),
  }),
  example: { text: 'The hall tickets are **out**.' },
  reply: z.object({ html: safeHtml }),
})

named({ StoredPicture: storedPicture })
