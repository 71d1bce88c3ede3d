import { sql, type SelectQueryBuilder } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import type { spanOfDays } from '#lib/both/time/days.ts'
import { MOST_COUNTED, stateOf, ticketStates, type TicketState } from '../tickets.rules.ts'
import { categoryTitle } from '../../support.rules.ts'

/** Which tickets are meant; all without. */
export interface QueueFilter {
  category?: number | undefined
  course?: number | undefined
  /** To whom it is assigned: a member of the staff, nobody, or anybody. */
  assignee?: number | 'nobody' | 'somebody' | undefined
  learner?: number | undefined
  /** Words of the title, or the number. */
  text?: string | undefined
  /** Instants between which it was raised. */
  raised?: ReturnType<typeof spanOfDays>
}

type Tickets = Database & { ticket: Database['tickets'] }
type Query = SelectQueryBuilder<Tickets, 'ticket', object>

/** Tickets of a state that a filter lets through. */
function ticketsOf(db: Db, filter: QueueFilter, state: TicketState | 'all'): Query {
  const { category, course, assignee, learner, text, raised } = filter
  return db
    .selectFrom('tickets as ticket')
    .$if(state === 'closed', (query) => query.where('ticket.mode', '=', 'closed'))
    .$if(state === 'waiting' || state === 'answered', (query) =>
      query
        .where('ticket.mode', '=', 'open')
        .where('ticket.waiting_since', state === 'waiting' ? 'is not' : 'is', null),
    )
    .$if(category !== undefined, (query) => query.where('ticket.category_id', '=', category!))
    .$if(course !== undefined, (query) => query.where('ticket.course_id', '=', course!))
    .$if(learner !== undefined, (query) => query.where('ticket.user_id', '=', learner!))
    .$if(assignee === 'nobody', (query) => query.where('ticket.assignee_id', 'is', null))
    .$if(assignee === 'somebody', (query) => query.where('ticket.assignee_id', 'is not', null))
    .$if(typeof assignee === 'number', (query) => query.where('ticket.assignee_id', '=', assignee as number))
    .$if(raised?.since !== undefined, (query) => query.where('ticket.created_at', '>=', raised!.since!))
    .$if(raised?.before !== undefined, (query) => query.where('ticket.created_at', '<', raised!.before!))
    .$if(Boolean(text), (query) =>
      query.where(({ or, eb }) => or([titled(text!), eb('ticket.id', '=', numberIn(text!))])),
    )
}

const titled = (words: string) =>
  sql<boolean>`lower(ticket.title) like ${`%${words.toLowerCase().replace(/[%_!]/g, '!$&')}%`} escape '!'`

/** The ticket that `12` or `#12` names; 0, which none has, of other words. */
function numberIn(text: string): number {
  const number = Number(/^#?(\d{1,10})$/.exec(text)?.[1] ?? 0)
  return number <= 2_147_483_647 ? number : 0
}

/** Where a page begins: after the ticket with this number, among those that wait also by since when. */
interface Place {
  at: number
  id: number
}

/**
 * Tickets in the order in which they are worked on, and where the next page begins. What waits is in the order of its
 * waiting, everything else in that of its numbers.
 * @param most tickets a page
 */
export async function readQueue(
  db: Db,
  filter: QueueFilter,
  {
    state,
    newest,
    after,
    most,
  }: { state: TicketState | 'all'; newest: boolean; after?: Place | undefined; most: number },
) {
  const order = newest ? 'desc' : 'asc'
  const byWait = state === 'waiting'
  const side = sql.raw(newest ? '<' : '>')
  const rows = await withNames(ticketsOf(db, filter, state))
    .$if(after !== undefined, (query) =>
      query.where(
        byWait
          ? sql<boolean>`(ticket.waiting_since, ticket.id) ${side} (${after!.at}, ${after!.id})`
          : sql<boolean>`ticket.id ${side} ${after!.id}`,
      ),
    )
    // Of those that are answered all have none: so the order is that of an index.
    .$if(state === 'waiting' || state === 'answered', (query) => query.orderBy('ticket.waiting_since', order))
    .orderBy('ticket.id', order)
    .limit(most + 1)
    .execute()
  const shown = rows.slice(0, most)
  const last = shown.at(-1)
  return {
    tickets: shown.map(({ learner, user_id, ...row }) => ({ ...toldOf(row), learner: { id: user_id, name: learner } })),
    next: rows.length > most && last ? { at: byWait ? (last.waiting_since ?? 0) : 0, id: last.id } : undefined,
  }
}

/** How many tickets of each state a filter lets through; of more than MOST_COUNTED one more than that. */
export async function countQueue(db: Db, filter: QueueFilter): Promise<Record<TicketState, number>> {
  const counts = await Promise.all(
    ticketStates.map(async (state) => {
      const some = ticketsOf(db, filter, state)
        .select('ticket.id')
        .limit(MOST_COUNTED + 1)
      const { total } = await db
        .selectFrom(some.as('some'))
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return [state, total] as const
    }),
  )
  return Object.fromEntries(counts) as Record<TicketState, number>
}

/** A ticket as the queue shows it. */
export async function ticketRow(db: Db, id: number) {
  const row = await withNames(db.selectFrom('tickets as ticket').where('ticket.id', '=', id)).executeTakeFirst()
  return row && { ...toldOf(row), user_id: row.user_id, learner: row.learner }
}

function withNames(query: Query) {
  return query
    .innerJoin('users', 'users.id', 'ticket.user_id')
    .leftJoin('courses as course', 'course.id', 'ticket.course_id')
    .leftJoin('staff', 'staff.id', 'ticket.assignee_id')
    .select([
      'ticket.id',
      'ticket.user_id',
      'ticket.title',
      'ticket.mode',
      'ticket.category_id',
      'ticket.course_id',
      'ticket.created_at',
      'ticket.waiting_since',
      'ticket.closed_at',
      'course.title as course',
      'ticket.assignee_id',
      'staff.name as assignee',
      'users.name as learner',
    ])
}

interface Row {
  id: number
  title: string
  mode: string
  category_id: number
  course_id: number | null
  course: string | null
  assignee_id: number | null
  assignee: string | null
  created_at: number
  waiting_since: number | null
  closed_at: number | null
}

function toldOf(row: Row) {
  const { id, title, category_id, created_at, waiting_since, closed_at, course_id, course, assignee_id, assignee } = row
  return {
    id,
    title,
    state: stateOf(row),
    category: categoryTitle(category_id),
    category_id,
    course: course_id === null || course === null ? null : { id: course_id, title: course },
    assignee: assignee_id === null || assignee === null ? null : { id: assignee_id, name: assignee },
    created_at,
    waiting_since,
    closed_at,
  }
}
