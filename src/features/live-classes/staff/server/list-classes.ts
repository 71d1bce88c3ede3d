import { sql } from 'kysely'
import { versionOfImports } from '#core/content/content-facts.ts'
import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { startOfDay } from '#lib/both/time/days.ts'
import { CLASSES_PAGE, type listClasses as ListClasses } from '../classes.contract.ts'
import type { classChoices as choicesContract } from '../classes.contract.ts'
import { stateOf } from '../classes.rules.ts'

type Query = InputOf<typeof ListClasses>['query']

export async function listClasses(
  { db, now: clock }: StaffContext,
  { query }: InputOf<typeof ListClasses>,
): Promise<ReplyOf<typeof ListClasses>> {
  const now = clock()
  const read = await matching(db, query, now)
  const rows = read.slice(0, CLASSES_PAGE)
  const last = rows.at(-1)
  const imported = await versionOfImports(db)
  return {
    data: rows.map(({ course_id, course, withdrawn, starts_rule, ends_rule, version, retired, ...row }) => ({
      ...row,
      course: { id: course_id, title: course, withdrawn: withdrawn === 1 },
      state: stateOf({ ...row, retired }, now),
      follows_day: starts_rule !== null || ends_rule !== null,
      // As versionOf tells it of one.
      version: Math.max(version ?? 0, imported),
    })),
    next: read.length > CLASSES_PAGE && last ? placeText({ at: last.starts_at, id: last.id }) : null,
  }
}

/** What is to come, by its start; everything else with the latest first. */
function matching(db: Db, { list, course, from, to, words, after }: Query, now: number) {
  const [order, side] = list === 'upcoming' ? (['asc', sql.raw('>')] as const) : (['desc', sql.raw('<')] as const)
  const place = placeIn(after)
  const like = `%${(words ?? '').toLowerCase().replace(/[%_!]/g, '!$&')}%`
  return db
    .selectFrom('live_classes as class')
    .innerJoin('courses as course', 'course.id', 'class.course_id')
    .leftJoin('content_changes as change', (join) =>
      join.onRef('change.key', '=', 'class.key').on('change.kind', '=', 'live_class'),
    )
    .$if(list !== 'all', (query) => query.where('class.retired', '=', list === 'cancelled' ? 1 : 0))
    .$if(list === 'upcoming', (query) => query.where('class.ends_at', '>=', now))
    .$if(list === 'past', (query) => query.where('class.ends_at', '<', now))
    .$if(course !== undefined, (query) => query.where('class.course_id', '=', course!))
    .$if(from !== undefined, (query) => query.where('class.starts_at', '>=', startOfDay(from!)))
    .$if(to !== undefined, (query) => query.where('class.starts_at', '<', startOfDay(to!) + DAY))
    .$if(Boolean(words), (query) =>
      query.where(
        sql<boolean>`(lower(class.title) like ${like} escape '!' or lower(class.tutor_name) like ${like} escape '!')`,
      ),
    )
    .$if(place !== undefined, (query) =>
      query.where(sql<boolean>`(class.starts_at, class.id) ${side} (${place!.at}, ${place!.id})`),
    )
    .select([
      'class.id',
      'class.title',
      'class.tutor_name as mentor',
      'class.course_id',
      'course.title as course',
      'course.retired as withdrawn',
      'class.starts_at',
      'class.ends_at',
      'class.starts_rule',
      'class.ends_rule',
      'class.join_url',
      'class.retired',
      'change.version',
    ])
    .orderBy('class.starts_at', order)
    .orderBy('class.id', order)
    .limit(CLASSES_PAGE + 1)
    .execute()
}

export async function classChoices({ db }: StaffContext): Promise<ReplyOf<typeof choicesContract>> {
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'title', 'retired'])
    .where(({ or, eb, selectFrom }) =>
      or([eb('retired', '=', 0), eb('id', 'in', selectFrom('live_classes').select('course_id'))]),
    )
    .orderBy('title')
    .orderBy('id')
    .execute()
  return { courses: courses.map(({ id, title, retired }) => ({ id, title, withdrawn: retired === 1 })) }
}
