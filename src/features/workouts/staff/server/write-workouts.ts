import { changeContent, makeContent, type Changed, type FieldsOf } from '#core/content/change-content.ts'
import { newContentKey } from '#core/content/content-changes.ts'
import { keepSources } from '#core/content/text-sources.ts'
import type { StaffContext } from '#core/context.ts'
import type { Facts, StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { useOf } from '../workouts.rules.ts'
import { markdownOf, workoutOf } from './read-workouts.ts'
import { contentOf, type SaidContent, type WorkoutContent } from './workout-content.ts'

/** What the console shows of a workout, and which field of a pack each is (docs/decisions/0076-content-from-two-sides.md). */
const fields: FieldsOf<'workout'> = {
  type: 'type',
  title: 'title',
  audio: 'content',
  picture: 'content',
  document: 'content',
  markdown: 'content',
  text: 'content',
  filename: 'content',
  published_at: 'published',
  withdrawn: 'retired',
}

/** What a form says. */
export interface SaidWorkout extends SaidContent {
  title: string
  /** Null: now. */
  published_at: number | null
}

/** Makes a workout of a course, with what `contentOf` made of what was said. @returns its id @throws invalid naming `course_id` */
export function makeWorkout(
  tx: Db,
  work: StaffWork,
  {
    course_id,
    type,
    title,
    published_at,
  }: Pick<SaidWorkout, 'type' | 'title' | 'published_at'> & { course_id: number },
  content: WorkoutContent,
): Promise<number> {
  return addWorkout(tx, work, {
    ...{ course_id, contenttype: type, title, ...content, action: 'workout made' },
    published_at: published_at ?? thisMinute(work.now),
  })
}

/** Makes a workout that says the same as another. @returns its id @throws notFound; invalid naming `course_id` */
export async function copyWorkout(
  tx: Db,
  work: StaffWork,
  { id, course_id, published_at }: { id: number; course_id: number; published_at: number | null },
): Promise<number> {
  const { contenttype, title, content, filename, source } = await workoutOf(tx, id)
  return addWorkout(tx, work, {
    ...{ course_id, contenttype, title, content, filename, source, action: 'workout copied', copied_from: id },
    published_at: published_at ?? thisMinute(work.now),
  })
}

/**
 * Changes a workout, which stays in its course.
 * @param said `published_was`: where it is `published_at`, nobody touched the time, and a relative one stays so
 * @throws notFound; conflict `edited`; invalid naming a field
 */
export async function changeWorkout(
  ctx: Pick<StaffContext, 'db' | 'files' | 'staff' | 'signal'>,
  work: StaffWork,
  {
    id,
    version,
    title,
    published_at,
    published_was,
    ...said
  }: SaidWorkout & { id: number; version: number; published_was?: number | undefined },
): Promise<Changed> {
  const { db } = ctx
  const workout = await workoutOf(db, id)
  const { content, filename, source } = await contentOf(ctx, said, workout)
  const time =
    published_at !== null && published_at === published_was
      ? {}
      : { published_at: published_at ?? thisMinute(work.now), published_rule: null }
  return changeContent(db, work, {
    ...entryOf(id, workout.key),
    version,
    action: 'workout changed',
    write: async (tx) => {
      const row = { contenttype: said.type, title, content, filename, ...time }
      await tx.updateTable('daily_workouts').set(row).where('id', '=', id).execute()
      await keepSources(tx, 'workout', [{ key: workout.key, html: [content], source }])
    },
  })
}

/** Takes a workout out of sight, or brings it back; nothing is done where it is so already. @throws notFound */
export async function showWorkout(db: Db, work: StaffWork, id: number, shown: boolean): Promise<Changed> {
  const { key } = await workoutOf(db, id)
  return changeContent(db, work, {
    ...entryOf(id, key),
    version: undefined,
    action: shown ? 'workout brought back' : 'workout withdrawn',
    write: (tx) =>
      tx
        .updateTable('daily_workouts')
        .set({ retired: shown ? 0 : 1 })
        .where('id', '=', id)
        .execute(),
  })
}

const entryOf = (id: number, key: string) => ({
  kind: 'workout' as const,
  ...{ key, fields, subject: `workout ${id}` },
  read: (tx: Db) => factsOf(tx, id),
})

async function factsOf(tx: Db, id: number): Promise<Facts> {
  const workout = await workoutOf(tx, id)
  const { contenttype, title, content, filename, published_at, retired, source } = workout
  const use = useOf(contenttype)
  return {
    ...{ type: contenttype, title, audio: null, picture: null, document: null },
    ...(use && { [use]: content }),
    markdown: markdownOf(source),
    text: contenttype === 'plain' ? content : null,
    filename: filename || null,
    published_at,
    withdrawn: retired,
  }
}

type Row = WorkoutContent & {
  course_id: number
  contenttype: SaidWorkout['type']
  title: string
  published_at: number
}

async function addWorkout(
  tx: Db,
  work: StaffWork,
  { source, action, copied_from, ...row }: Row & { action: string; copied_from?: number },
): Promise<number> {
  const course = await tx.selectFrom('courses').select('key').where('id', '=', row.course_id).executeTakeFirst()
  if (!course) throw invalid({ course_id: 'Please choose a course from the list' })
  const own = newContentKey()
  const key = `${course.key}/${own}`
  let made = 0
  await makeContent(tx, work, {
    kind: 'workout',
    ...{ key, fields, action },
    read: (inside) => factsOf(inside, made),
    write: async (inside) => {
      const { id } = await inside
        .insertInto('daily_workouts')
        .values({ ...row, key: own, published_rule: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      made = id
      await keepSources(inside, 'workout', [{ key, html: [row.content], source }])
      return { subject: `workout ${id}` }
    },
    ...(copied_from !== undefined && { then: () => Promise.resolve({ copied_from }) }),
  })
  return made
}

/** The minute that has begun: whatever appears now has no seconds that nobody chose. */
const thisMinute = (now: number) => Math.floor(now / MINUTE) * MINUTE
