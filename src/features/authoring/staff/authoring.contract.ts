import * as z from 'zod/mini'
import { BODY_LIMIT, endpoint, IMAGE_FORM_LIMIT } from '#lib/both/calls/endpoint.ts'
import { EMPTY_FILE } from '#lib/both/files.ts'
import { imageFile, means, named, text, written } from '#lib/both/calls/fields.ts'
import { howMany, safeHtml } from '#lib/both/calls/reply-fields.ts'
import {
  fileUses,
  LARGE_FILE,
  LARGEST_FILE,
  MOST_MARKDOWN,
  pictureShapes,
  unfitCharacters,
} from '../authoring.rules.ts'

/** What staff need to write content: pictures, files for learners alone, and how a text will look. */

const authors = { access: 'staff', roles: ['owner', 'author', 'support'] } as const

const pixels = means(z.int().check(z.minimum(1)), 'Pixels')

const storedPicture = z.object({ address: z.string(), width: pixels, height: pixels })

export const storePicture = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/authoring/picture',
  secondFactor: 'session',
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
  secondFactor: 'session',
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
  reply: z.object({
    html: safeHtml,
    warnings: means(z.array(z.string()), 'Likely mistakes with their lines; the text can be stored like this'),
  }),
})

/** What learners of a course open is the business of those who write courses. */
const fileAuthors = { access: 'staff', roles: ['owner', 'author'] } as const

const bytes = means(howMany, 'Bytes')
const address = means(z.string(), 'Signed: opens the file for ten minutes, what plays for six hours')

/** The name of a stored file that content may have: those of learners' uploads are longer. */
export const contentFileName = z
  .string({ error: 'Please choose a file' })
  .check(z.regex(/^[0-9a-f]{32}\.[a-z0-9]{2,4}$/, { error: 'Please choose a file' }))

/** A text of content, which a pack takes as well. @param missing what somebody reads who writes none */
export const contentText = (most: number, missing: string) =>
  written(most).check(
    z.refine((value) => value.trim() !== '', { error: missing }),
    z.refine((value) => !unfitCharacters.test(value), { error: 'Has a tab. Please use spaces in its place.' }),
  )

const storedFile = z.object({
  file: means(z.string(), 'The name that a form then sends'),
  name: means(z.string(), 'What it was called by who stored it'),
  size: bytes,
  address,
})

export const storeFile = endpoint({
  ...fileAuthors,
  method: 'POST',
  path: '/staff/authoring/file',
  secondFactor: 'session',
  summary: 'Stores a file for learners alone, which a form then names; a picture is drawn anew',
  bodyKind: 'multipart',
  bodyLimit: LARGEST_FILE + BODY_LIMIT,
  body: z.object({
    file: z
      .file({ error: 'Please choose a file' })
      .check(z.minSize(1, { error: EMPTY_FILE }), z.maxSize(LARGEST_FILE, { error: LARGE_FILE })),
    use: means(z.enum(fileUses), '`audio` is MP3 or OGG, `document` PDF, `picture` JPEG, PNG, WebP, AVIF or GIF'),
  }),
  reply: storedFile,
})

export const lookAtFile = endpoint({
  ...fileAuthors,
  method: 'GET',
  path: '/staff/authoring/file',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'A stored file for learners alone: how large it is, and an address that opens it',
  query: z.object({ file: contentFileName }),
  reply: z.object({ size: bytes, address }),
})

named({ StoredPicture: storedPicture, StoredFile: storedFile })
