import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named, page, paged, perPage } from '#lib/both/calls/fields.ts'
import { instant, isoInstant, rowId } from '#lib/both/calls/reply-fields.ts'

/** Daily workouts: document 2, sections 2, 3 and 7. */

export const workoutTypes = ['audios', 'images', 'richtext', 'documents', 'plain'] as const
export type WorkoutType = (typeof workoutTypes)[number]

const workout = z.object({
  id: rowId,
  contenttype: z.enum(workoutTypes),
  title: z.string(),
  /** HTML of richtext, text of plain, the signed address of a file otherwise. */
  content: z.string(),
  filename: means(z.string(), 'What the file shows or is called; empty for texts'),
  created_at: instant,
  created_at_iso: isoInstant,
  viewed: z.boolean(),
})

export type Workout = z.output<typeof workout>

export const listWorkouts = endpoint({
  method: 'GET',
  path: '/user/courses/dailyworkout/{id}',
  access: 'learner',
  refuses: ['not_purchased', 'expired', 'not_found'],
  summary: 'Daily workouts of an active course, newest first',
  params: z.object({ id }),
  query: z.object({ content_id: z.optional(id), per_page: perPage(10), page }),
  reply: z.object({ status: z.boolean(), workouts: paged(workout) }),
})

export const logWorkout = endpoint({
  method: 'POST',
  path: '/user/courses/dailyworkoutlog/{id}',
  access: 'learner',
  refuses: ['not_purchased', 'expired', 'not_found'],
  summary: 'Notes that the learner opened a document or an image',
  params: z.object({ id }),
  reply: done,
})

named({ Workout: workout })
