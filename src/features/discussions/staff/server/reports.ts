import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { sightOf } from './moderate.ts'
import { STAFF_PAGE } from './printed-threads.ts'

/** Reports with the comments that they are of; those that wait are of comments that learners can still read. */
function reportsOf(db: Db, { waiting }: { waiting: boolean }) {
  return db
    .selectFrom('discussion_reports as report')
    .innerJoin('discussions as comment', 'comment.id', 'report.discussion_id')
    .$if(waiting, (query) => query.where('report.settled_at', 'is', null).where('comment.deleted_at', 'is', null))
}

/** The comments that reports are of, each with how often and when it was reported. */
function reportedComments(found: ReturnType<typeof reportsOf>) {
  return found
    .innerJoin('discussion_panels as panel', 'panel.id', 'comment.panel_id')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .innerJoin('users as writer', 'writer.id', 'comment.user_id')
    .select(({ fn, selectFrom }) => [
      'comment.id',
      'comment.content_html',
      'comment.deleted_at',
      'comment.hidden_at',
      'courses.title as course',
      'writer.id as writer_id',
      'writer.name as writer',
      'writer.country_code',
      'writer.phone',
      'writer.muted_at',
      selectFrom('discussion_reports as any')
        .select((of) => of.fn.countAll<number>().as('reports'))
        .whereRef('any.discussion_id', '=', 'comment.id')
        .as('reports'),
      fn.min<number>('report.created_at').as('first_at'),
      fn.max<number>('report.created_at').as('last_at'),
      sql<number>`sum(case when report.settled_at is null then 1 else 0 end)`.as('waiting'),
    ])
    .groupBy(['comment.id', 'courses.title', 'writer.id'])
}

type Row = Awaited<ReturnType<ReturnType<typeof reportedComments>['execute']>>[number]

const told = (row: Row) => ({ ...row, reports: row.reports ?? 0, waiting: Number(row.waiting), sight: sightOf(row) })

/**
 * Comments that learners have reported and can still read, the one that waits longest first; with `all` those that were
 * looked at or are gone as well, the one reported last first.
 */
export async function listReports(db: Db, { all, page }: { all: boolean; page: number }) {
  const found = reportsOf(db, { waiting: !all })
  const { total } = await found
    .select(({ fn }) => fn.count<number>('report.discussion_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await reportedComments(found)
    .$if(all, (query) => query.orderBy('last_at', 'desc'))
    .$if(!all, (query) => query.orderBy('first_at'))
    .orderBy('comment.id')
    .limit(STAFF_PAGE)
    .offset((page - 1) * STAFF_PAGE)
    .execute()
  return { reported: rows.map(told), total }
}

/** How many comments were reported, can still be read, and wait for somebody to look at them. */
export async function waitingReports(db: Db): Promise<number> {
  const { total } = await reportsOf(db, { waiting: true })
    .select(({ fn }) => fn.count<number>('report.discussion_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Where a page begins: after the comment with this number, reported at this instant. */
interface Place {
  at: number
  id: number
}

/**
 * Reported comments a page at a time: those that wait, the one that waits longest first, or all others, the one reported
 * last first.
 */
export async function reportsInOrder(
  db: Db,
  { settled, after, most }: { settled: boolean; after: Place | undefined; most: number },
) {
  const order = settled ? 'desc' : 'asc'
  const at = settled ? sql.raw('max(report.created_at)') : sql.raw('min(report.created_at)')
  const side = sql.raw(settled ? '<' : '>')
  const rows = await reportedComments(reportsOf(db, { waiting: !settled }))
    .$if(settled, (query) =>
      query.having(
        sql<boolean>`(comment.deleted_at is not null or sum(case when report.settled_at is null then 1 else 0 end) = 0)`,
      ),
    )
    .$if(after !== undefined, (query) =>
      query.having(sql<boolean>`(${at}, comment.id) ${side} (${after!.at}, ${after!.id})`),
    )
    .orderBy(settled ? 'last_at' : 'first_at', order)
    .orderBy('comment.id', order)
    .limit(most + 1)
    .execute()
  const shown = rows.slice(0, most).map(told)
  const last = shown.at(-1)
  const next = rows.length > most && last ? { at: settled ? last.last_at : last.first_at, id: last.id } : undefined
  return { reported: shown, next }
}
