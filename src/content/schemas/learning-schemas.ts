import * as z from 'zod'
import { isJoinUrl, MOST_CLASS_TITLE, MOST_MENTOR } from '#features/live-classes/class.rules.ts'
import { categories, COURSE_CATEGORY, MOST_MESSAGE, MOST_TITLE } from '#features/support/support.rules.ts'
import { workoutBounds } from '#features/workouts/workout-bounds.rules.ts'
import {
  atMost,
  distinct,
  evenIfWrong,
  html,
  inMarkdown,
  isRecord,
  key,
  keyed,
  line,
  markdown,
  time,
  whole,
  written,
} from './schema-fields.ts'

/** The shape of what learners of a course meet: lectures, documents, communities, workouts, classes, discussions, tickets. */

/** No video at all (document 2, section 9). */
export const NO_VIDEO = 'NILL'
/** No community (document 2, section 9). */
export const NO_COMMUNITY = 'nil'

const youtubeId = /^[\w-]{11}$/

/** Where a chapter's video is. */
export type VideoSource =
  | { provider: 'file'; file: string }
  | { provider: 'vimeo'; id: string; hash: string | null }
  | { provider: 'youtube'; id: string }
  | { provider: null }

/** Reads `media/…`, `vimeo:ID`, `vimeo:ID/HASH`, `youtube:ID` or NILL; undefined when it is none of them. */
export function videoSource(text: string): VideoSource | undefined {
  if (text === NO_VIDEO) return { provider: null }
  if (text.startsWith('media/')) return { provider: 'file', file: text }
  const vimeo = /^vimeo:(\d{1,12})(?:\/([0-9a-f]{6,40}))?$/.exec(text)
  if (vimeo) return { provider: 'vimeo', id: vimeo[1]!, hash: vimeo[2] ?? null }
  const [, youtube] = /^youtube:(.*)$/.exec(text) ?? []
  return youtube !== undefined && youtubeId.test(youtube) ? { provider: 'youtube', id: youtube } : undefined
}

/** An invitation to a group, on the one host where such invitations live. */
const invitation = (host: string) =>
  z
    .string()
    .refine((text) => text === NO_COMMUNITY || isAddress(text, (url) => url.host === host && url.pathname.length > 1), {
      error: `must be an address at https://${host}/, or ${NO_COMMUNITY}`,
    })

/** An address with https and without a user name. */
function isAddress(text: string, fits: (url: URL) => boolean): boolean {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && fits(url)
}

export const chapterSchema = z
  .strictObject({
    key,
    title: line(160),
    minutes: whole(1, 600),
    video: z
      .string()
      .refine((text) => videoSource(text) !== undefined, {
        error: `must be a file below media/, vimeo:ID, vimeo:ID/HASH, youtube:ID or ${NO_VIDEO}`,
      })
      .optional(),
    captions: z.string().optional(),
    documents: keyed(z.strictObject({ key, title: line(160), file: z.string() })).optional(),
    questions: distinct(z.string()).min(1).max(100).optional(),
  })
  .superRefine(
    (_, context) =>
      context.addIssue({
        code: 'custom',
        message: 'are only for a video that is a file of the pack',
        path: ['captions'],
      }),
    evenIfWrong(
      ({ captions, video }) => captions !== undefined && !(typeof video === 'string' && video.startsWith('media/')),
    ),
  )

/** Optional fields of a course. */
export const courseParts = {
  cover: z.string().optional(),
  video: z
    .string()
    .refine((text) => text === NO_VIDEO || youtubeId.test(text), {
      error: `must be the id of a YouTube video, 11 characters, or ${NO_VIDEO}`,
    })
    .optional(),
  communities: z
    .strictObject({ whatsapp: invitation('chat.whatsapp.com').optional(), telegram: invitation('t.me').optional() })
    .optional(),
  discussion_panel: z.boolean().optional(),
  syllabuses: distinct(z.strictObject({ year: line(20), file: z.string() }), yearOf, ['year'])
    .min(1)
    .optional(),
}

function yearOf(entry: unknown): unknown {
  return isRecord(entry) ? entry.year : undefined
}

/** What a workout of each type is made of. */
const workoutParts = { audio: 'file', image: 'file', document: 'file', richtext: 'text', plain: 'text' } as const
type WorkoutKind = keyof typeof workoutParts

const workoutSchema = z
  .strictObject({
    key,
    type: z.enum(Object.keys(workoutParts) as WorkoutKind[]),
    title: line(workoutBounds.title),
    file: z.string().optional(),
    filename: line(workoutBounds.filename).optional(),
    text: written.optional(),
    html,
    published: time,
  })
  .superRefine(...inMarkdown({ text: workoutBounds.text }))
  .superRefine(
    ({ type, ...given }, context) => {
      const part = workoutParts[type]
      const other = part === 'file' ? 'text' : 'file'
      const report = (field: string, message: string) =>
        context.addIssue({ code: 'custom', message: `${message} (its type is ${type})`, path: [field] })
      if (given[part] === undefined) report(part, 'is missing')
      if (given[other] !== undefined) report(other, 'does not belong here')
      if (given.filename !== undefined && part !== 'file') report('filename', 'does not belong here')
      if (given.html !== undefined && type !== 'richtext') report('html', 'does not belong here')
    },
    evenIfWrong(({ type }) => typeof type === 'string' && type in workoutParts),
  )

export const workoutsSchema = keyed(workoutSchema)

export const liveClassesSchema = keyed(
  z.strictObject({
    key,
    course: z.string(),
    title: line(MOST_CLASS_TITLE),
    mentor: line(MOST_MENTOR),
    starts: time,
    ends: time,
    join_url: z.string().refine(isJoinUrl, { error: 'must be an address with https://' }),
  }),
)

const contribution = {
  key,
  by: z.string(),
  at: time,
  text: markdown.pipe(atMost(5000)),
  /** Phones of learners. */
  reported_by: z.array(z.string()).optional(),
  /** By the staff. */
  hidden: z.boolean().optional(),
}

export const discussionSchema = keyed(
  z.strictObject({ ...contribution, replies: keyed(z.strictObject(contribution)).optional() }),
)

/** A ticket of a demo learner; what has a `by` is an answer of the support, signed so. */
export const ticketSchema = z
  .strictObject({
    title: line(MOST_TITLE),
    category: z.literal(
      categories.map(({ id }) => id),
      { error: `must be a number from 1 to ${categories.length}` },
    ),
    course: z.string().optional(),
    closed: z.boolean().optional(),
    messages: z
      .array(
        z.strictObject({
          by: line(60).optional(),
          at: time,
          text: z.string().trim().min(1).pipe(atMost(MOST_MESSAGE)),
        }),
      )
      .min(1),
  })
  .superRefine(
    (_, context) => context.addIssue({ code: 'custom', message: 'is missing in category 3', path: ['course'] }),
    evenIfWrong(({ category, course }) => category === COURSE_CATEGORY && course === undefined),
  )

export type TicketEntry = z.output<typeof ticketSchema>
export type ChapterEntry = z.output<typeof chapterSchema>
export type WorkoutEntry = z.output<typeof workoutSchema>
export type LiveClassEntry = z.output<typeof liveClassesSchema>[number]
