import { sql } from 'kysely'
import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { LOOKS_BACK } from '#features/purchases/staff/money/money.rules.ts'
import { countMismatches } from '#features/purchases/staff/server/mismatches.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import type { getWaiting as contract, Waiting } from '../home.contract.ts'

/** Nobody needs to know of more, and counting them all would take long. */
const WAITING_MOST = 1000

/** How far back unanswered comments are looked for: what is older is found in the list. */
const COMMENTS_FROM = 60 * DAY

/** What waits, for the roles that see to it. */
export async function getWaiting({ db, engine, staff, now }: StaffContext): Promise<ReplyOf<typeof contract>> {
  const at = now()
  const forRoles = <T>(roles: StaffRole[], read: () => Promise<T>) =>
    staff.roles.some((role) => roles.includes(role)) ? read() : Promise.resolve(null)
  // One after the other: a page of staff takes one connection, not seven.
  return {
    tickets: await forRoles(['owner', 'support'], () => waitingTickets(db)),
    discussions: await forRoles(['owner', 'mentor', 'support'], () => unansweredComments(db, at)),
    reports: await forRoles(['owner', 'mentor', 'support'], () => openReports(db)),
    payments: await forRoles(['owner', 'accountant'], () => openMismatches({ db, engine }, at)),
    sitting: await forRoles(['owner', 'author', 'support'], () => sittingNow(db, at)),
    codes: await forRoles(['owner', 'support'], () => codesOfTheDay(db, at)),
    push: await forRoles(['owner', 'support'], () => duePushes(db, at)),
  }
}

/** Open tickets with something of the learner's that nobody has answered. */
async function waitingTickets(db: Db): Promise<Waiting> {
  const rows = db
    .selectFrom('tickets')
    .select('waiting_since as at')
    .where('mode', '=', 'open')
    .where('waiting_since', 'is not', null)
    .orderBy('waiting_since')
    .limit(WAITING_MOST)
  return counted(db, rows)
}

/** Comments of learners to which nobody of the staff has replied. */
async function unansweredComments(db: Db, now: number): Promise<Waiting> {
  const rows = db
    .selectFrom('discussions as comment')
    .innerJoin('discussion_panels as panel', 'panel.id', 'comment.panel_id')
    .innerJoin('users', 'users.id', 'comment.user_id')
    .select('comment.created_at as at')
    .where('comment.parent_id', 'is', null)
    .where('comment.deleted_at', 'is', null)
    .where('comment.created_at', '>', now - COMMENTS_FROM)
    .where('panel.retired', '=', 0)
    .where('users.role', '=', 'learner')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('discussions as reply')
            .innerJoin('users as writer', 'writer.id', 'reply.user_id')
            .select('reply.id')
            .whereRef('reply.parent_id', '=', 'comment.id')
            .where('reply.deleted_at', 'is', null)
            .where('writer.role', '=', 'mentor'),
        ),
      ),
    )
    .limit(WAITING_MOST)
  return counted(db, rows)
}

/** Comments with reports that nobody has looked at. */
async function openReports(db: Db): Promise<Waiting> {
  const rows = db
    .selectFrom('discussion_reports')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('settled_at', 'is', null)
    .groupBy('discussion_id')
    .limit(WAITING_MOST)
  return counted(db, rows)
}

/** Everything that Money lists under 'Needs attention' when it opens. */
async function openMismatches(data: Pick<StaffContext, 'db' | 'engine'>, now: number): Promise<Waiting> {
  const { count, since } = await countMismatches(data, { now, since: now - LOOKS_BACK[0] * DAY })
  return { count: Math.min(count, WAITING_MOST), since }
}

/** How many rows there are, and the least of their times. */
async function counted(db: Db, rows: { as: (name: 'found') => unknown }): Promise<Waiting> {
  const { count, since } = await db
    .selectFrom(rows.as('found') as never)
    .select([sql<number>`count(*)`.as('count'), sql<number | null>`min(found.at)`.as('since')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), since: since === null ? null : Number(since) }
}

async function sittingNow(db: Db, now: number) {
  const { exams, candidates } = await db
    .selectFrom('attempts')
    .select(({ fn }) => [fn.count<number>('exam_id').distinct().as('exams'), fn.countAll<number>().as('candidates')])
    .where('status', '=', 'open')
    .where('deadline_at', '>', now)
    .executeTakeFirstOrThrow()
  return { exams: Number(exams), candidates: Number(candidates) }
}

async function codesOfTheDay(db: Db, now: number) {
  const { sent, not_sent } = await db
    .selectFrom('code_hours')
    .select(({ fn }) => [fn.sum<number | null>('sent').as('sent'), fn.sum<number | null>('not_sent').as('not_sent')])
    .where('hour', '>', Math.floor((now - DAY) / HOUR))
    .executeTakeFirstOrThrow()
  return { sent: Number(sent ?? 0), not_sent: Number(not_sent ?? 0) }
}

async function duePushes(db: Db, now: number) {
  const { waiting, failing } = await db
    .selectFrom('push_deliveries')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.sum<number | null>(sql<number>`case when tries > 1 then 1 else 0 end`).as('failing'),
    ])
    .where('due_at', '<=', now + DAY)
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), failing: Number(failing ?? 0) }
}
