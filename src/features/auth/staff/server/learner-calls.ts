import type { StaffContext } from '#core/context.ts'
import { logExport } from '#core/staff/staff-log.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { spanOfDays } from '#lib/both/time/days.ts'
import { csvOf } from '#lib/server/text/csv.ts'
import type * as contracts from '../learners.contract.ts'
import { contactFor } from './contact.ts'
import { findLearners as find, type ListedLearner } from './find-learners.ts'
import type { ListFilters } from './list-filters.ts'
import { listLearners as list } from './list-learners.ts'

/** Learners in one part of a file. */
const CSV_PART = 500

/** @throws invalid naming `words`, as `find` */
export async function findLearners(
  { db, engine, now, staff }: StaffContext,
  { query: { words, page, ...filters } }: InputOf<typeof contracts.findLearners>,
): Promise<ReplyOf<typeof contracts.findLearners>> {
  const { learners, more, total, isCut } = await find(db, engine, {
    ...{ words, page, roles: staff.roles },
    filters: filtersOf(now(), filters),
  })
  return { data: learners.map((learner) => contactFor(learner, staff.roles)), more, total, cut: isCut }
}

type Asked = InputOf<typeof contracts.listLearners>['query']

function filtersOf(
  now: number,
  { course_id, status, seen_from, seen_until }: Omit<Asked, 'sort' | 'after'>,
): ListFilters {
  const { since, before } = spanOfDays(seen_from, seen_until)
  return {
    now,
    courseId: course_id,
    status,
    seenSince: since,
    seenBefore: before,
  }
}

/** @throws invalid where filters or the place contradict each other */
export async function listLearners(
  { db, engine, now, staff }: StaffContext,
  { query }: InputOf<typeof contracts.listLearners>,
): Promise<ReplyOf<typeof contracts.listLearners>> {
  const { learners, next } = await list(db, engine, {
    ...filtersOf(now(), query),
    ...{ sort: query.sort, cursor: query.after },
  })
  return { data: learners.map((learner) => contactFor(learner, staff.roles)), next: next ?? null }
}

export async function exportLearners(
  { db, engine, now, work }: StaffContext,
  { query }: InputOf<typeof contracts.exportLearners>,
): Promise<ReplyOf<typeof contracts.exportLearners>> {
  const { learners, next } = await list(db, engine, {
    ...filtersOf(now(), query),
    ...{ sort: query.sort, cursor: query.after, size: CSV_PART },
  })
  const { isFirst } = await logExport({ db, work }, { action: 'learners exported', subject: 'learners', query })
  return { csv: csvOf([...(isFirst ? [HEADINGS] : []), ...learners.map(rowOf)], { mark: isFirst }), next: next ?? null }
}

const HEADINGS = ['Number', 'Name', 'Phone', 'Email', 'Joined', 'Last logged in', 'State']

function rowOf(learner: ListedLearner) {
  const { id, name, country_code, phone, email, created_at, last_logged_on, role, blocked_at, muted_at } = learner
  const states = [
    role === 'mentor' && 'mentor',
    blocked_at !== null && 'blocked',
    muted_at !== null && 'may not write in discussions',
  ]
  return [
    id,
    name,
    // With the sign: lists of phones that are read back need it for phones of other countries.
    `+${country_code} ${phone}`,
    email,
    displayTime(created_at),
    last_logged_on === null ? null : displayTime(last_logged_on),
    states.filter(Boolean).join(', '),
  ]
}
