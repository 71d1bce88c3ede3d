import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#db/database.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type { ListStatus } from '../learner-lists.rules.ts'
import { along } from './users-along.ts'

/** Whom a list is about. */
export interface ListFilters {
  /** The instant at which courses are open or have ended. */
  now: number
  /** Those who have, or had, this course. */
  courseId?: number | undefined
  status?: ListStatus | undefined
  /** Those who logged in last at or after `seenSince`, and before `seenBefore`: who never did is before. Milliseconds. */
  seenSince?: number | undefined
  seenBefore?: number | undefined
}

const isBlocked = sql<boolean>`users.blocked_at is not null`
const isMuted = sql<boolean>`users.muted_at is not null`
const isIncomplete = sql<boolean>`users.registration_completed = 0 and users.deleted_at is null`

/**
 * Whether a learner is on a list, as a condition on `users`.
 * @throws invalid for learners of a course who never had one
 */
export function conditionsOf(filters: ListFilters): RawBuilder<boolean> {
  const { now, courseId, status } = filters
  if (status === 'never-bought' && courseId !== undefined)
    throw invalid({ status: 'Learners of a course have had one' })
  const ofCourse = courseId === undefined ? sql`` : sql`and enrolments.course_id = ${courseId}`
  const has = (more = sql``) =>
    sql<boolean>`exists (select 1 from enrolments where enrolments.user_id = users.id ${ofCourse} ${more})`
  const isOpen = has(sql`and enrolments.valid_until >= ${now}`)
  const byStatus: Record<ListStatus, RawBuilder<boolean>> = {
    active: isOpen,
    expired: sql`${has()} and not ${isOpen}`,
    blocked: isBlocked,
    muted: isMuted,
    incomplete: isIncomplete,
    'never-bought': sql`not ${has()}`,
  }
  return all([
    sql`users.deleted_at is null and users.staff_id is null`,
    ...(courseId === undefined ? [] : [has()]),
    ...(status === undefined ? [] : [byStatus[status]]),
    ...seenIn(filters),
  ])
}

function seenIn({ seenSince, seenBefore }: ListFilters): RawBuilder<boolean>[] {
  return [
    ...(seenSince === undefined ? [] : [sql<boolean>`${along.seen} >= ${seenSince}`]),
    ...(seenBefore === undefined ? [] : [sql<boolean>`${along.seen} < ${seenBefore}`]),
  ]
}

const all = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`

/** Learners who can be read and sorted whole for a page. */
const FEW = 10_000

/**
 * The ids of a set that everybody on a list is in, where there is one that an index knows and that is small; undefined where
 * there is none.
 */
export async function fewOf(db: Db, filters: ListFilters): Promise<RawBuilder<number> | undefined> {
  const { courseId, status } = filters
  const users = (condition: RawBuilder<boolean>) => sql<number>`select users.id from users where ${condition}`
  const seen = seenIn(filters)
  const sets = [
    ...(status === 'blocked' ? [users(isBlocked)] : []),
    ...(status === 'muted' ? [users(isMuted)] : []),
    ...(courseId === undefined
      ? []
      : [sql<number>`select enrolments.user_id as id from enrolments where enrolments.course_id = ${courseId}`]),
    ...(status === 'incomplete' ? [users(isIncomplete)] : []),
    ...(seen.length > 0 ? [users(all(seen))] : []),
  ]
  for (const set of sets) {
    const { rows } = await sql<{ many: number }>`
      select count(*) as many from (${set} limit ${sql.lit(FEW + 1)}) as counted`.execute(db)
    if (rows[0]!.many <= FEW) return set
  }
  return undefined
}
