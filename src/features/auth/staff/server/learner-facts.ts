import type { Db } from '#db/database.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import type { LearnerFacts } from '../learner-facts.contract.ts'
import { isVisible } from '../learner-fields.rules.ts'
import { helpers } from '../learner-roles.rules.ts'

/** Open tickets that stand beside a learner. */
const FEW_TICKETS = 10

/**
 * What is told of a learner beside their words; undefined where there is nobody.
 * @param to the roles of whoever reads it
 */
export async function learnerFacts(
  { db, now }: { db: Db; now: () => number },
  userId: number,
  to: readonly StaffRole[],
): Promise<LearnerFacts | undefined> {
  const learner = await db
    .selectFrom('users')
    .select(({ selectFrom }) => [
      'users.id',
      'users.name',
      'users.country_code',
      'users.phone',
      'users.created_at as joined_at',
      'users.deleted_at as ended_at',
      'users.blocked_at',
      'users.muted_at',
      selectFrom('sessions')
        .select(({ fn }) => fn.max<number | null>('sessions.last_seen_at').as('seen'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('last_seen_at'),
    ])
    .where('users.id', '=', userId)
    .where('users.staff_id', 'is', null)
    .executeTakeFirst()
  if (!learner) return undefined
  const courses = await db
    .selectFrom('enrolments')
    .innerJoin('courses', 'courses.id', 'enrolments.course_id')
    .select(['courses.id', 'courses.title', 'enrolments.valid_until'])
    .where('enrolments.user_id', '=', userId)
    .orderBy('enrolments.valid_until', 'desc')
    .orderBy('courses.id')
    .execute()
  const { country_code, phone, ...told } = learner
  const at = now()
  const isThere = learner.ended_at === null
  return {
    ...told,
    phone: isThere && isVisible('phone', to) ? `+${country_code} ${phone}` : null,
    courses: courses.map((course) => ({ ...course, active: course.valid_until >= at })),
    open_tickets: isThere && to.some((role) => helpers.includes(role)) ? await openTickets(db, userId) : [],
  }
}

async function openTickets(db: Db, userId: number) {
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'title', 'waiting_since'])
    .where('user_id', '=', userId)
    .where('mode', '=', 'open')
    .orderBy('id', 'desc')
    .limit(FEW_TICKETS)
    .execute()
  return rows.map(({ waiting_since, ...ticket }) => ({ ...ticket, waiting: waiting_since !== null }))
}
