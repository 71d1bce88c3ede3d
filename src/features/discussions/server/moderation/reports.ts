import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { sightOf } from './moderate.ts'
import { STAFF_PAGE } from './staff.ts'

/**
 * Comments that learners have reported and can still read, the one that waits longest first; with `all` those that were
 * looked at or are gone as well, the one reported last first.
 */
export async function listReports(db: Db, { all, page }: { all: boolean; page: number }) {
  const found = db
    .selectFrom('discussion_reports as report')
    .innerJoin('discussions as comment', 'comment.id', 'report.discussion_id')
    .$if(!all, (query) => query.where('report.settled_at', 'is', null).where('comment.deleted_at', 'is', null))
  const { total } = await found
    .select(({ fn }) => fn.count<number>('report.discussion_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .innerJoin('discussion_panels as panel', 'panel.id', 'comment.panel_id')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .innerJoin('users as writer', 'writer.id', 'comment.user_id')
    .select(({ fn }) => [
      'comment.id',
      'comment.content_html',
      'comment.deleted_at',
      'comment.hidden_at',
      'courses.title as course',
      'writer.name as writer',
      'writer.country_code',
      'writer.phone',
      fn.countAll<number>().as('reports'),
      fn.min<number>('report.created_at').as('first_at'),
      fn.max<number>('report.created_at').as('last_at'),
      sql<number>`sum(case when report.settled_at is null then 1 else 0 end)`.as('waiting'),
    ])
    .groupBy(['comment.id', 'courses.title', 'writer.name', 'writer.country_code', 'writer.phone'])
    .$if(all, (query) => query.orderBy('last_at', 'desc'))
    .$if(!all, (query) => query.orderBy('first_at'))
    .orderBy('comment.id')
    .limit(STAFF_PAGE)
    .offset((page - 1) * STAFF_PAGE)
    .execute()
  const reported = rows.map((row) => ({ ...row, waiting: Number(row.waiting), sight: sightOf(row) }))
  return { reported, total }
}
