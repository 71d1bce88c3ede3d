import { sql } from 'kysely'
import type { StaffContext } from '#core/context.ts'
import type { Db, Engine } from '#db/database.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { DAY } from '#lib/both/time/clock.ts'
import type { FailingService, getPushDeliveries as contract } from '../deliveries.contract.ts'

/** After a message to everybody there may be millions; more than so many tell nothing more. */
const COUNTED = 10_000

/** Push services that are listed: there are some four, and what strangers say are theirs. */
const LISTED = 50

/** Push messages that are due, and those that fail. */
export async function getPushDeliveries({ db, engine, now }: StaffContext): Promise<ReplyOf<typeof contract>> {
  const at = now()
  const services = await failingByService(db, engine, at)
  return {
    due: await dueAt(db, at),
    failing: services.reduce((sum, { failing }) => sum + failing, 0),
    data: services.slice(0, LISTED),
  }
}

async function dueAt(db: Db, now: number): Promise<number> {
  const due = db.selectFrom('push_deliveries').select('id').where('due_at', '<=', now).limit(COUNTED)
  const { count } = await db
    .selectFrom(due.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function failingByService(db: Db, engine: Engine, now: number): Promise<FailingService[]> {
  const failing = db
    .selectFrom('push_deliveries')
    .select(['notification_id', 'subscription_id', 'due_at', 'tries'])
    // Whatever is tried again is so within a day.
    .where('due_at', '<=', now + DAY)
    // One try may be under way: only the next says that it was in vain.
    .where('tries', '>', 1)
    .orderBy('due_at')
    .limit(COUNTED)
  // All addresses begin with https:// and have a path (push-address.ts).
  const host =
    engine === 'postgres'
      ? sql<string>`split_part(substr(browser.endpoint, 9), '/', 1)`
      : sql<string>`substr(browser.endpoint, 9, instr(substr(browser.endpoint, 9), '/') - 1)`
  const rows = await db
    .selectFrom(failing.as('found'))
    .innerJoin('push_subscriptions as browser', 'browser.id', 'found.subscription_id')
    .innerJoin('notifications', 'notifications.id', 'found.notification_id')
    .select(({ fn }) => [
      host.as('service'),
      fn.countAll<number>().as('failing'),
      fn.min('found.tries').as('least_tries'),
      fn.max('found.tries').as('most_tries'),
      fn.min('notifications.created_at').as('since'),
      fn.min('found.due_at').as('next_at'),
    ])
    .groupBy(host)
    .orderBy('failing', 'desc')
    .orderBy('service')
    .execute()
  return rows.map((row) => ({ ...row, failing: Number(row.failing) }))
}
