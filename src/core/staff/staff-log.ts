import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { MOST_REASON } from '#lib/both/calls/staff-fields.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { hasAtMost } from '#lib/both/text/count-characters.ts'
import { readStored } from '#lib/server/stored.ts'
import { hashOfDetails, hashOfEntry } from './audit-chain.ts'

/** Whose work it is, from where, why, and when: what every act of those who run the site brings along. */
export interface StaffWork {
  /** The member of the staff who is logged in; null of a command. */
  staffId: number | null
  /** Their name, or who is logged in at the machine. */
  who: string
  /** Where they are: an address, or the machine's name. */
  address: string
  /** What was called: method and path as declared, or the command. */
  call: string
  requestId: string
  /** Empty where the call asks for none. */
  reason: string
  now: number
}

/** Values by name; instants are milliseconds and their names end with `_at` or `_until`, money is paise, `_paise`. */
export type Facts = Record<string, string | number | null>

export interface StaffAct {
  /** What was done: 'comment hidden'. */
  action: string
  /** What it was done to: 'comment 12'. */
  subject: string
  /** The learners it was done to: one, several, or nobody. */
  userId?: number | readonly number[]
  before?: Facts
  after?: Facts
}

/** Entries a page. */
export const LOG_PAGE = 20

/** Learners that one statement notes. */
const LEARNERS_AT_ONCE = 500

/**
 * Writes down what was done, in the transaction that does it: what is not written down has not happened. Comes last in it,
 * for until its end nobody else can write in the log.
 * @throws invalid with a reason that is too long
 */
export async function logWork(tx: Db, work: StaffWork, act: StaffAct): Promise<void> {
  const reason = work.reason.trim()
  if (!hasAtMost(reason, MOST_REASON)) throw invalid({ reason: `A reason has at most ${MOST_REASON} characters` })
  const details = {
    salt: randomBytes(16).toString('base64url'),
    reason,
    before: JSON.stringify(act.before ?? {}),
    after: JSON.stringify(act.after ?? {}),
  }
  const end = await tx
    .insertInto('audit_head')
    .values({ id: 1, last_id: 1, hash: '' })
    .onConflict((known) => known.column('id').doUpdateSet(({ eb }) => ({ last_id: eb('audit_head.last_id', '+', 1) })))
    .returning(['last_id', 'hash'])
    .executeTakeFirstOrThrow()
  const entry = {
    id: end.last_id,
    at: work.now,
    staff_id: work.staffId,
    who: work.who,
    address: work.address,
    call: work.call,
    request_id: work.requestId,
    action: act.action,
    subject: act.subject,
    details_hash: hashOfDetails(details),
    previous_hash: end.hash,
  }
  const hash = hashOfEntry(entry)
  await tx
    .insertInto('audit_log')
    .values({ ...entry, hash })
    .execute()
  await tx
    .insertInto('audit_details')
    .values({ log_id: entry.id, ...details })
    .execute()
  const learners = [...new Set(act.userId === undefined ? [] : [act.userId].flat())]
  for (let from = 0; from < learners.length; from += LEARNERS_AT_ONCE) {
    const some = learners.slice(from, from + LEARNERS_AT_ONCE)
    await tx
      .insertInto('audit_learners')
      .values(some.map((user_id) => ({ user_id, log_id: entry.id })))
      .execute()
  }
  await tx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute()
}

/** Entries of one member of the staff among which an earlier one is looked for. */
const LATEST = 100

/** Looks for the same act, with the same facts, in the latest audit entries of a member. @param span milliseconds */
export async function didLately(
  db: Db,
  { staffId, now }: Pick<StaffWork, 'staffId' | 'now'>,
  { action, subject, after = {} }: Pick<StaffAct, 'action' | 'subject' | 'after'>,
  span: number,
): Promise<boolean> {
  const latest = await db
    .selectFrom('audit_log as entry')
    .innerJoin('audit_details as details', 'details.log_id', 'entry.id')
    .select(['entry.action', 'entry.subject', 'entry.at', 'details.after'])
    .where('entry.staff_id', '=', staffId)
    .orderBy('entry.id', 'desc')
    .limit(LATEST)
    .execute()
  const facts = JSON.stringify(after)
  return latest.some(
    (entry) => entry.action === action && entry.subject === subject && entry.after === facts && entry.at > now - span,
  )
}

/** Parts of one file are asked for within this time. */
const ONE_FILE = HOUR

/** Fields of a query that say where a part of a file begins. All other fields are filters. */
const PLACES = ['after', 'before']

/** The query of a call that exports a part of a file. */
type ExportQuery = Readonly<Record<string, string | number | undefined>>

/** The filters of a query, in the order of their names. */
function filtersIn(query: ExportQuery): Facts {
  const filters = Object.entries(query).filter(([name, value]) => value !== undefined && !PLACES.includes(name))
  return Object.fromEntries(filters.sort(([one], [other]) => (one < other ? -1 : 1))) as Facts
}

/**
 * Logs the export of a file with the filters of its query. The first part is always logged, a later part only where no part
 * with the same filters was logged within the last hour: callers choose both where a part begins and its filters.
 * @returns whether this part is the first
 */
export async function logExport(
  { db, work: workOf }: { db: Db; work: () => StaffWork },
  { query, ...act }: Pick<StaffAct, 'action' | 'subject'> & { query: ExportQuery },
): Promise<{ isFirst: boolean }> {
  const work = workOf()
  const isFirst = PLACES.every((name) => query[name] === undefined)
  const entry = { ...act, after: filtersIn(query) }
  if (isFirst || !(await didLately(db, work, entry, ONE_FILE)))
    await inTransaction(db, (tx) => logWork(tx, work, entry))
  return { isFirst }
}

/** Which entries of the log are meant; all without. Instants are milliseconds, `until` is not in it. */
export interface LogFilter {
  userId?: number | undefined
  /** Null: entries of commands. */
  staffId?: number | null | undefined
  action?: string | undefined
  /** What it was done to: 'ticket 12'. */
  subject?: string | undefined
  from?: number | undefined
  until?: number | undefined
  /** Only entries before this one. */
  before?: number | undefined
}

/** Entries of the log that a filter lets through. */
function entriesOf(db: Db, { userId, staffId, action, subject, from, until, before }: LogFilter) {
  return db
    .selectFrom('audit_log as entry')
    .$if(userId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('audit_learners as about')
            .select('about.log_id')
            .whereRef('about.log_id', '=', 'entry.id')
            .where('about.user_id', '=', userId!),
        ),
      ),
    )
    .$if(staffId !== undefined, (query) => query.where('entry.staff_id', staffId === null ? 'is' : '=', staffId!))
    .$if(action !== undefined, (query) => query.where('entry.action', '=', action!))
    .$if(subject !== undefined, (query) => query.where('entry.subject', '=', subject!))
    .$if(from !== undefined, (query) => query.where('entry.at', '>=', from!))
    .$if(until !== undefined, (query) => query.where('entry.at', '<', until!))
    .$if(before !== undefined, (query) => query.where('entry.id', '<', before!))
}

/** What was done, newest first, a page of it. */
export async function listWork(db: Db, { page, ...filter }: LogFilter & { page: number }) {
  const { total } = await entriesOf(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { entries: await readWork(db, filter, { count: LOG_PAGE, skip: (page - 1) * LOG_PAGE }), total }
}

/** Some entries of the log, newest first, each with its details and the learners it is about, the first of them by name. */
export async function readWork(db: Db, filter: LogFilter, { count, skip = 0 }: { count: number; skip?: number }) {
  const rows = await entriesOf(db, filter)
    .leftJoin('audit_details as details', 'details.log_id', 'entry.id')
    .select([
      'entry.id',
      'entry.at',
      'entry.staff_id',
      'entry.who',
      'entry.address',
      'entry.call',
      'entry.request_id',
      'entry.action',
      'entry.subject',
      'details.reason',
      'details.before',
      'details.after',
    ])
    .select(({ selectFrom }) => [
      selectFrom('audit_learners as about')
        .select(({ fn }) => fn.countAll<number>().as('learners'))
        .whereRef('about.log_id', '=', 'entry.id')
        .as('learners'),
      selectFrom('audit_learners as about')
        .select(({ fn }) => fn.min<number>('about.user_id').as('first'))
        .whereRef('about.log_id', '=', 'entry.id')
        .as('first'),
    ])
    .orderBy('entry.id', 'desc')
    .limit(count)
    .offset(skip)
    .execute()
  const firsts = [...new Set(rows.flatMap(({ first }) => first ?? []))]
  const learners =
    firsts.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'name', 'country_code', 'phone', 'deleted_at'])
          .where('id', 'in', firsts)
          .execute()
  const byId = new Map(learners.map((learner) => [learner.id, learner]))
  return rows.map(({ first, reason, before, after, ...row }) => ({
    ...row,
    learners: row.learners ?? 0,
    learner: first === null ? undefined : byId.get(first),
    reason: reason ?? '',
    before: factsIn(before ?? '{}'),
    after: factsIn(after ?? '{}'),
  }))
}

/** Every action that there is: each is looked up after the one before, since they are few and the log is long. */
export async function listActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known(action) as (
      select min(action) from audit_log
      union all
      select (select min(action) from audit_log where action > known.action) from known where known.action is not null
    ) select action from known where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}

export type LogEntry = Awaited<ReturnType<typeof readWork>>[number]

const storedFacts = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])))

function factsIn(text: string): Facts {
  return readStored(storedFacts, text, 'An entry of the staff log')
}
