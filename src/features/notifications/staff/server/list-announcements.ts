import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { spanOfDays } from '#lib/both/time/days.ts'
import type { AnnouncementCounts, ListedAnnouncement } from '../announcements.contract.ts'
import type { AnnouncementState, Audience } from '../announcements.rules.ts'

export interface AnnouncementFilter {
  state?: AnnouncementState | undefined
  audience?: Audience | undefined
  /** Words of the title. */
  text?: string | undefined
  course?: number | undefined
  /** Instants between which it is or was due. */
  due?: ReturnType<typeof spanOfDays>
}

/**
 * What was and will be told, by its time and then its number: the latest first, but of what is scheduled the next.
 * @param after the place after which a page begins
 */
export async function readAnnouncements(
  db: Db,
  { state, audience, text, course, due }: AnnouncementFilter,
  { after, most }: { after: { at: number; id: number } | undefined; most: number },
): Promise<{ rows: ListedAnnouncement[]; next: { at: number; id: number } | undefined }> {
  const ahead = state === 'scheduled'
  const rows = await announcements(db)
    .$if(state !== undefined, (query) => query.where('announcement.state', '=', state!))
    .$if(audience !== undefined, (query) => query.where('audience', '=', audience!))
    .$if(Boolean(text), (query) => query.where(titled(text!)))
    .$if(course !== undefined, (query) => query.where('announcement.course_id', '=', course!))
    .$if(due?.since !== undefined, (query) => query.where('announcement.send_at', '>=', due!.since!))
    .$if(due?.before !== undefined, (query) => query.where('announcement.send_at', '<', due!.before!))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(announcement.send_at, announcement.id) ${sql.raw(ahead ? '>' : '<')} (${after!.at}, ${after!.id})`,
      ),
    )
    .orderBy('announcement.send_at', ahead ? 'asc' : 'desc')
    .orderBy('announcement.id', ahead ? 'asc' : 'desc')
    .limit(most + 1)
    .execute()
  const last = rows[most - 1]
  return {
    rows: rows.slice(0, most).map(listed),
    next: rows.length > most && last ? { at: last.send_at, id: last.id } : undefined,
  }
}

const titled = (words: string) =>
  sql<boolean>`lower(announcement.title) like ${`%${words.toLowerCase().replace(/[%_!]/g, '!$&')}%`} escape '!'`

/** With what a list shows of each. */
export function announcements(db: Db) {
  return db
    .selectFrom('announcements as announcement')
    .leftJoin('courses', 'courses.id', 'announcement.course_id')
    .leftJoin('announcement_counts as counts', 'counts.announcement_id', 'announcement.id')
    .select([
      'announcement.id',
      'announcement.state',
      'announcement.title',
      'announcement.audience',
      'announcement.course_id',
      'announcement.send_at',
      'announcement.sent_at',
      'announcement.ended_at',
      'announcement.created_by',
      'courses.title as course',
      'counts.told',
      'counts.browsers',
      'counts.pushed',
      'counts.failed',
      'counts.opened',
      'counts.counted_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('announcement_learners as meant')
        .select(({ fn }) => fn.countAll<number>().as('learners'))
        .whereRef('meant.announcement_id', '=', 'announcement.id')
        .as('learners'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof announcements>['execute']>>[number]

export function listed(row: Row): ListedAnnouncement {
  const { id, state, title, audience, course_id, course, send_at, sent_at, ended_at, created_by } = row
  const ofEach = audience === 'list' || audience === 'learner'
  return {
    ...{ id, state, title, audience, send_at, sent_at, ended_at, created_by },
    course: course_id === null || course === null ? null : { id: course_id, title: course },
    learners: ofEach ? Number(row.learners ?? 0) : null,
    counts: countsOf(row),
  }
}

function countsOf({ told, browsers, pushed, failed, opened, counted_at }: Row): AnnouncementCounts | null {
  if (told === null || browsers === null || pushed === null || failed === null) return null
  if (opened === null || counted_at === null) return null
  return { told, browsers, pushed, failed, waiting: Math.max(0, browsers - pushed - failed), opened, counted_at }
}
