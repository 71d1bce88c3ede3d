import * as z from 'zod/mini'
import { LAST_INSTANT } from '#features/authoring/authoring.rules.ts'
import { contentFileName, contentText } from '#features/authoring/staff/authoring.contract.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, LARGEST_ID, line, means, named, whole } from '#lib/both/calls/fields.ts'
import { howMany, instant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'
import { MAX_STAFF_SEARCH, searches } from '#lib/both/calls/search.ts'
import { after, next, version } from '#lib/both/calls/staff-fields.ts'
import { workoutBounds } from '../workout-bounds.rules.ts'
import { workoutTypes } from '../workouts.contract.ts'
import { workoutStates } from './workouts.rules.ts'

/** Daily workouts as staff make them. */

const readers = { access: 'staff', roles: ['owner', 'author', 'mentor'], method: 'GET' } as const
const authors = { access: 'staff', roles: ['owner', 'author'], method: 'POST' } as const

const params = z.object({ id })

const type = z.enum(workoutTypes, { error: 'Please choose what it is' })

const facts = {
  id: rowId,
  type: z.enum(workoutTypes),
  title: z.string(),
  course: z.object({ id: rowId, title: z.string() }),
  published_at: instant,
  state: means(z.enum(workoutStates), 'scheduled: learners see it from `published_at` on'),
  opened: means(z.nullable(howMany), 'Learners who opened it; null of what shows where it stands'),
}

const listed = z.object(facts)
export type ListedWorkout = z.output<typeof listed>

export const listAllWorkouts = endpoint({
  ...readers,
  path: '/staff/workouts',
  secondFactor: 'session',
  summary: 'Daily workouts of all courses, the newest first, twenty-five a page',
  ...searches('content', 'words'),
  query: z.object({
    words: means(z.optional(line(MAX_STAFF_SEARCH)), 'In the title'),
    course: z.optional(id),
    type: z.optional(z.enum(workoutTypes)),
    state: z.optional(z.enum(workoutStates)),
    after,
  }),
  reply: z.object({ data: z.array(listed), next }),
})

const whatItSays = z.object({
  ...facts,
  version: rowId,
  published_rule: means(
    z.nullable(z.string()),
    'A time that is counted from the day, in the words of the pack: today-1d 07:00',
  ),
  filename: means(z.string(), 'What the file is called; empty of texts'),
  file: means(
    z.nullable(z.object({ name: z.string(), address: means(z.string(), 'Signed: opens it for some time') })),
    'Null of texts',
  ),
  text: means(z.nullable(z.string()), 'Of plain text'),
  html: means(z.nullable(safeHtml), 'Of rich text, as it is shown'),
  markdown: means(z.nullable(z.string()), 'Of rich text, as it was written; null where that is not known'),
  media: means(
    z.array(z.object({ path: z.string(), address: z.string() })),
    'Files that the Markdown names, by the paths that it has for them',
  ),
})
export type WorkoutOfStaff = z.output<typeof whatItSays>

export const getWorkout = endpoint({
  ...readers,
  path: '/staff/workouts/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'A workout, with what a form needs to change it',
  params,
  reply: whatItSays,
})

const markdown = contentText(workoutBounds.text, 'Please write the text')
const text = contentText(workoutBounds.text, 'Please write the text')

/** What a workout is made of: of each type one is needed. */
export const workoutContent = z.object({
  audio: contentFileName,
  picture: contentFileName,
  document: contentFileName,
  markdown,
  text,
})

const publishedAt = means(
  z.nullable(whole(0, LAST_INSTANT, 'Please choose a day and a time before the year 10000')),
  'Milliseconds since 1970-01-01, UTC; null: now',
)

const courseId = whole(1, LARGEST_ID, 'Please choose a course')

const says = {
  type,
  title: line(workoutBounds.title).check(z.minLength(1, { error: 'Please enter a title' })),
  audio: means(z.optional(contentFileName), 'Of this type: the name that a file was stored under'),
  picture: means(z.optional(contentFileName), 'Of this type: the name that a file was stored under'),
  document: means(z.optional(contentFileName), 'Of this type: the name that a file was stored under'),
  markdown: means(
    z.optional(markdown),
    'Of richtext; left out where how it was written is not known: it stays as it is',
  ),
  text: means(z.optional(text), 'Of plain'),
  filename: means(z.optional(line(workoutBounds.filename)), 'What learners see that the file is called'),
  called: means(
    z.optional(line(workoutBounds.filename)),
    'The name that a new file had, for where `filename` says nothing',
  ),
  published_at: publishedAt,
}

export const makeWorkout = endpoint({
  ...authors,
  path: '/staff/workouts/make',
  secondFactor: 'session',
  creates: true,
  summary: 'Makes a workout of a course',
  body: z.object({ course_id: courseId, ...says }),
  example: { course_id: 1, type: 'plain', title: 'Five articles', text: 'Articles 14 to 18.', published_at: null },
  reply: z.extend(done, { id: rowId }),
})

export const changeWorkout = endpoint({
  ...authors,
  path: '/staff/workouts/{id}/change',
  secondFactor: 'session',
  refuses: ['not_found', 'edited'],
  summary: 'Changes a workout, which stays in its course',
  params,
  body: z.object({
    ...says,
    published_was: means(
      z.optional(whole(0, LAST_INSTANT, 'Must be a time')),
      'The time that the form began with: where `published_at` is the same, the time stays as it is, a relative one too',
    ),
    version,
  }),
  example: { type: 'plain', title: 'Five articles', text: 'Articles 14 to 18.', published_at: null, version: 1 },
  reply: z.extend(done, { version: rowId }),
})

export const withdrawWorkout = endpoint({
  ...authors,
  path: '/staff/workouts/{id}/withdraw',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Takes a workout out of the sight of learners',
  params,
  reply: done,
})

export const bringBackWorkout = endpoint({
  ...authors,
  path: '/staff/workouts/{id}/bring-back',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Shows a workout again that was withdrawn',
  params,
  reply: done,
})

export const copyWorkout = endpoint({
  ...authors,
  path: '/staff/workouts/{id}/copy',
  secondFactor: 'session',
  creates: true,
  refuses: ['not_found'],
  summary: 'Makes a workout that says the same, in another course or on another day',
  params,
  body: z.object({ course_id: courseId, published_at: publishedAt }),
  reply: z.extend(done, { id: rowId }),
})

named({ WorkoutOfAll: listed, WorkoutOfStaff: whatItSays })
