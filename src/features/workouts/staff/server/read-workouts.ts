import { sql } from 'kysely'
import { readSources, type TextSource } from '#core/content/text-sources.ts'
import type { StaffContext } from '#core/context.ts'
import { versionOf } from '#core/content/content-changes.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import type * as contracts from '../workouts.contract.ts'
import { isCounted, stateOf, useOf } from '../workouts.rules.ts'

/** Workouts a page. */
const PAGE = 25

export async function listAllWorkouts(
  { db, now: clock }: StaffContext,
  { query }: InputOf<typeof contracts.listAllWorkouts>,
): Promise<ReplyOf<typeof contracts.listAllWorkouts>> {
  const now = clock()
  const read = await matching(db, query, now)
  const rows = read.slice(0, PAGE)
  const last = rows.at(-1)
  const opened = await openedBy(
    db,
    rows.map(({ id }) => id),
  )
  return {
    data: rows.map((row) => ({
      ...toldOf(row, now),
      opened: isCounted(row.contenttype) ? (opened.get(row.id) ?? 0) : null,
    })),
    next: read.length > PAGE && last ? placeText({ at: last.published_at, id: last.id }) : null,
  }
}

/** @throws notFound */
export async function getWorkout(
  { db, now, links }: StaffContext,
  { params }: InputOf<typeof contracts.getWorkout>,
): Promise<ReplyOf<typeof contracts.getWorkout>> {
  const workout = await workoutOf(db, params.id)
  const { id, contenttype, title, content, filename, published_rule, key, source } = workout
  const isFile = useOf(contenttype) !== undefined
  return {
    ...toldOf(workout, now()),
    opened: isCounted(contenttype) ? ((await openedBy(db, [id])).get(id) ?? 0) : null,
    version: await versionOf(db, { kind: 'workout', key }),
    published_rule,
    filename,
    file: isFile ? { name: content, address: (await links.signer())(content, title) } : null,
    text: contenttype === 'plain' ? content : null,
    html: contenttype === 'richtext' ? content : null,
    markdown: markdownOf(source),
    media: Object.entries(source?.media ?? {}).map(([path, address]) => ({ path, address })),
  }
}

/** A workout as it is stored. `key`: as changes of the content call it. `source`: how a rich text was written, where that is known. */
export type StoredWorkout = Awaited<ReturnType<typeof workoutOf>>

/** @throws notFound */
export async function workoutOf(db: Db, id: number) {
  const row = await workouts(db)
    .where('workout.id', '=', id)
    .select(['workout.content', 'workout.filename', 'workout.published_rule'])
    .select(['workout.key as own_key', 'courses.key as course_key'])
    .executeTakeFirst()
  if (!row) throw notFound('There is no such workout')
  const { own_key, course_key, ...rest } = row
  const key = `${course_key}/${own_key}`
  const sources = row.contenttype === 'richtext' ? await readSources(db, 'workout', [key]) : undefined
  return { ...rest, key, source: sources?.(key, [row.content]) }
}

/** Markdown of a workout; null where it is not known how it was written. */
export function markdownOf(source: TextSource | undefined): string | null {
  const written = source?.texts.text
  return typeof written === 'string' ? written : null
}

function workouts(db: Db) {
  return db
    .selectFrom('daily_workouts as workout')
    .innerJoin('courses', 'courses.id', 'workout.course_id')
    .select([
      'workout.id',
      'workout.course_id',
      'courses.title as course',
      'workout.contenttype',
      'workout.title',
      'workout.published_at',
      'workout.retired',
    ])
}

function matching(
  db: Db,
  { words, course, type, state, after }: InputOf<typeof contracts.listAllWorkouts>['query'],
  now: number,
) {
  const place = placeIn(after)
  return workouts(db)
    .$if(Boolean(words), (query) => query.where(titled(words!)))
    .$if(course !== undefined, (query) => query.where('workout.course_id', '=', course!))
    .$if(type !== undefined, (query) => query.where('workout.contenttype', '=', type!))
    .$if(state !== undefined, (query) => query.where('workout.retired', '=', state === 'withdrawn' ? 1 : 0))
    .$if(state === 'published', (query) => query.where('workout.published_at', '<=', now))
    .$if(state === 'scheduled', (query) => query.where('workout.published_at', '>', now))
    .$if(place !== undefined, (query) =>
      query.where(sql<boolean>`(workout.published_at, workout.id) < (${place!.at}, ${place!.id})`),
    )
    .orderBy('workout.published_at', 'desc')
    .orderBy('workout.id', 'desc')
    .limit(PAGE + 1)
    .execute()
}

const titled = (words: string) =>
  sql<boolean>`lower(workout.title) like ${`%${words.toLowerCase().replace(/[%_!]/g, '!$&')}%`} escape '!'`

type Listed = Awaited<ReturnType<typeof matching>>[number]

const toldOf = ({ id, contenttype, title, course_id, course, published_at, retired }: Listed, now: number) => ({
  ...{ id, type: contenttype, title, published_at },
  course: { id: course_id, title: course },
  state: stateOf({ published_at, retired }, now),
})

/** How many learners opened each of these, along the index of those who opened workouts. */
async function openedBy(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('activity_log')
    .where('kind', '=', sql.lit('workout' as const))
    .where('target_id', 'in', ids)
    .select(({ fn }) => ['target_id', fn.countAll<number>().as('learners')])
    .groupBy('target_id')
    .execute()
  return new Map(rows.map(({ target_id, learners }) => [target_id, Number(learners)]))
}
