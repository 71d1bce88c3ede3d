import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Engine } from '#db/database.ts'
import { STAFF_PAGE } from '../../server/learners.ts'
import { readPlace, writePlace, type Place } from './list-places.ts'
import { conditionsOf, fewOf, type ListFilters } from './list-filters.ts'
import type { ListedLearner } from './find-learners.ts'
import type { ListSort } from '../learner-lists.rules.ts'
import { along, shown } from './users-along.ts'

export interface LearnerList extends ListFilters {
  sort: ListSort
}

export interface LearnersPage {
  learners: ListedLearner[]
  /** Where the next page begins; undefined after the last. */
  next: string | undefined
}

/** Learners that a page looks at, and how many at a time: what it finds may be few, or nobody, before the list ends. */
const STEP = 2000
const STEPS = 2

/** Learners whom a download reads at a time. */
const BATCH = 500

/**
 * A page of the learners on a list, twenty unless told otherwise, without accounts that have ended. Time does not grow with the number of learners: a
 * page of a list that few of very many learners are on may have fewer than twenty, or none, and still a `next`.
 * @param cursor `next` of the page before
 * @throws invalid when the cursor is none of this sort
 */
export async function listLearners(
  db: Db,
  engine: Engine,
  { cursor, size = STAFF_PAGE, ...list }: LearnerList & { cursor?: string | undefined; size?: number },
): Promise<LearnersPage> {
  const { learners, next } = await pageOf(db, engine, list, readPlace(cursor, list.sort), size)
  return { learners, next: next && writePlace(next) }
}

/** All learners on a list, in its order, as they are when they are read; others have their turn between two batches. */
export async function* allLearners(db: Db, engine: Engine, list: LearnerList): AsyncGenerator<ListedLearner, void> {
  let from: Place | undefined
  do {
    const { learners, next } = await pageOf(db, engine, list, from, BATCH)
    yield* learners
    from = next
    await setImmediate()
  } while (from)
}

type Row = ListedLearner & { place: string | number }

interface Order {
  /** What it is by before ids, which tell apart those who are alike in it. */
  key: (engine: Engine) => RawBuilder<string | number>
  direction: 'asc' | 'desc'
}

const orders: Record<ListSort, Order> = {
  // Ids count up as learners join.
  newest: { key: () => sql<number>`users.id`, direction: 'desc' },
  seen: { key: () => along.seen, direction: 'desc' },
  name: { key: along.name, direction: 'asc' },
}

async function pageOf(
  db: Db,
  engine: Engine,
  list: LearnerList,
  from: Place | undefined,
  size: number,
): Promise<{ learners: ListedLearner[]; next: Place | undefined }> {
  const few = await fewOf(db, list)
  const limit = size + 1
  const { rows, next } = few
    ? { rows: await amongFew(db, engine, list, { few, from, limit }), next: undefined }
    : await walk(db, engine, list, { from: from ?? beginningOf(list), limit })
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    learners: rows.slice(0, size).map(({ place: _, ...learner }) => learner),
    next: last ? placeOf(last) : next,
  }
}

/** Where somebody may be on a list. */
const beginningOf = ({ sort, seenBefore }: LearnerList): Place | undefined =>
  sort === 'seen' && seenBefore !== undefined ? { key: seenBefore } : undefined

const placeOf = ({ place, id }: Pick<Row, 'place' | 'id'>): Place => ({ key: place, id })

/** What comes after a place, or a part of it, and the columns by which an index leads through it in order. */
interface Part {
  condition: RawBuilder<boolean>
  by: RawBuilder<string | number>[]
}

/**
 * What comes after a place. For SQLite in parts, those who are alike there and those who come after them: it would read from
 * its beginning what is compared by two values of which one is worked out, and sort by a value that is the same for all.
 * PostgreSQL would go along ids for those who are alike, however few they are.
 */
function partsAfter(engine: Engine, { sort, seenSince }: LearnerList, from: Place | undefined): Part[] {
  const order = orders[sort]
  const key = order.key(engine)
  const id = sql<number>`users.id`
  const by = sort === 'newest' ? [id] : [key, id]
  const isThere = sql`users.deleted_at is null`
  // Where the list ends, nobody looks on.
  const within = sort === 'seen' && seenSince !== undefined ? sql`${isThere} and ${key} >= ${seenSince}` : isThere
  if (!from) return [{ condition: sql`${within}`, by }]
  const after = sql.raw(order.direction === 'desc' ? '<' : '>')
  const beyond = { condition: sql<boolean>`${within} and ${key} ${after} ${from.key}`, by }
  if (sort === 'newest' || from.id === undefined) return [beyond]
  if (engine === 'postgres')
    return [{ condition: sql`${within} and (${key}, ${id}) ${after} (${from.key}, ${from.id})`, by }]
  return [{ condition: sql`${isThere} and ${key} = ${from.key} and ${id} ${after} ${from.id}`, by: [id] }, beyond]
}

/** All of a set that is small, in order. */
function amongFew(
  db: Db,
  engine: Engine,
  list: LearnerList,
  { few, from, limit }: { few: RawBuilder<number>; from: Place | undefined; limit: number },
): Promise<Row[]> {
  const { key, direction } = orders[list.sort]
  return (
    db
      .with(
        (cte) => cte('few').materialized(),
        () => sql<{ id: number }>`(${few})`,
      )
      .selectFrom('few')
      // SQLite begins with what stands first in a cross join, and not along an index of all learners.
      .crossJoin('users')
      .whereRef('users.id', '=', 'few.id')
      .select(shown)
      .select(key(engine).as('place'))
      .where(conditionsOf(list))
      .where(({ or }) => or(partsAfter(engine, list, from).map(({ condition }) => condition)))
      .orderBy(key(engine), direction)
      .orderBy('users.id', direction)
      .limit(limit)
      .execute()
  )
}

/** Goes along the order and takes whom the list is about, until there are enough or it has looked at enough. */
async function walk(
  db: Db,
  engine: Engine,
  list: LearnerList,
  { from, limit }: { from: Place | undefined; limit: number },
): Promise<{ rows: Row[]; next: Place | undefined }> {
  const { key, direction } = orders[list.sort]
  const rows: Row[] = []
  let next = from
  for (let step = 0; step < STEPS; step += 1) {
    const [part, beyond] = partsAfter(engine, list, next)
    const stretch = part!.by.reduce(
      (query, column) => query.orderBy(column, direction),
      db.selectFrom('users').where(part!.condition),
    )
    const found = await db
      .selectFrom(stretch.selectAll().limit(STEP).as('users'))
      .select(shown)
      .select(key(engine).as('place'))
      .where(conditionsOf(list))
      .orderBy(key(engine), direction)
      .orderBy('users.id', direction)
      .limit(limit - rows.length)
      .execute()
    rows.push(...found)
    if (rows.length === limit) break
    const end = await stretch
      .select(['users.id', key(engine).as('place')])
      .limit(1)
      .offset(STEP - 1)
      .executeTakeFirst()
    if (end) next = placeOf(end)
    else if (beyond && next) next = { key: next.key }
    else return { rows, next: undefined }
  }
  return { rows, next }
}
