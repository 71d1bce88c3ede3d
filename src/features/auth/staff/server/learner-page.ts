import { sql } from 'kysely'
import type { StaffContext } from '#core/context.ts'
import { didLately, logWork } from '#core/staff/staff-log.ts'
import type { Database, Db } from '#db/database.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { codeLimits, REMEMBERED } from '../../server/codes/code-limits.ts'
import { learnerNumbered } from '../../server/accounts.ts'
import { liveSessions } from '../../server/learners.ts'
import type { getLearner as contract, LearnerPage } from '../learners.contract.ts'
import { contactFor } from './contact.ts'
import { helpers, learnerReaders, moneyReaders, studyReaders } from '../learner-roles.rules.ts'

/** What somebody opens again within this time, as after each act on it, is one look. */
const ONE_LOOK = 10 * MINUTE

/**
 * The head of a learner's page, also of an account that has ended. That it was looked at is in the log.
 * @throws notFound
 */
export async function getLearner(
  ctx: StaffContext,
  { params: { id } }: InputOf<typeof contract>,
): Promise<LearnerPage> {
  const { db, staff } = ctx
  const now = ctx.now()
  const { registration_completed, ...account } = await learnerNumbered(db, id)
  const devices = await liveSessions(db, id, now)
  const known_devices = await db
    .selectFrom('known_devices')
    .select(['known_since', 'seen_at'])
    .where('user_id', '=', id)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const page: LearnerPage = {
    ...contactFor(account, staff.roles),
    registration_completed: registration_completed === 1,
    last_seen_at: await lastSeen(db, id),
    devices,
    known_devices,
    codes: await countedCodes(db, id, now),
    counts: await counts(db, id, now, staff.roles),
  }
  await noteLook(ctx, id)
  return page
}

async function lastSeen(db: Db, userId: number): Promise<number | null> {
  const { seen } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.max<number | null>('last_seen_at').as('seen'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return seen
}

/** What of the limits of codes a learner has used up, by which strangers may have locked the phone. */
async function countedCodes(db: Db, userId: number, now: number): Promise<LearnerPage['codes']> {
  const { sent } = await db
    .selectFrom('code_sends')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('user_id', '=', userId)
    .where('sent_at', '>', now - REMEMBERED.sends)
    .executeTakeFirstOrThrow()
  const { tried } = await db
    .selectFrom('code_tries')
    .select(({ fn }) => fn.countAll<number>().as('tried'))
    .where('user_id', '=', userId)
    .where('tried_at', '>', now - longest(codeLimits.guesses.phone))
    .executeTakeFirstOrThrow()
  return { sent, tried }
}

const longest = (limits: readonly { span: number }[]) => Math.max(...limits.map(({ span }) => span))

/** What the tabs have, of those that one of the roles may open. Each is counted by an index of its learner. */
async function counts(
  db: Db,
  userId: number,
  now: number,
  roles: readonly StaffRole[],
): Promise<LearnerPage['counts']> {
  const count = async (readers: readonly StaffRole[], table: keyof Database, more = sql``) => {
    if (!roles.some((role) => readers.includes(role))) return null
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where user_id = ${userId} ${more}`.execute(db)
    return rows[0]!.count
  }
  return {
    courses: await count(learnerReaders, 'enrolments'),
    open_courses: await count(learnerReaders, 'enrolments', sql`and valid_until >= ${now}`),
    purchases: await count(moneyReaders, 'purchases', sql`and payment_status != 'pending'`),
    attempts: await count(studyReaders, 'attempts'),
    tickets: await count(helpers, 'tickets'),
    open_tickets: await count(helpers, 'tickets', sql`and mode = 'open'`),
    comments: await count(studyReaders, 'discussions', sql`and (deleted_at is null or hidden_at is not null)`),
    notes: await count(learnerReaders, 'learner_notes'),
  }
}

/** Notes that somebody of the staff looked at a learner, unless they did so a moment ago. */
async function noteLook({ db, work }: StaffContext, userId: number): Promise<void> {
  const about = { action: 'learner looked at', subject: `learner ${userId}` }
  if (!(await didLately(db, work(), about, ONE_LOOK)))
    await db.transaction().execute((tx) => logWork(tx, work(), { ...about, userId }))
}
