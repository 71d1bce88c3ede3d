import type { Services } from '#core/context.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import type { PushOutcome } from '#providers/push/push-sender.ts'
import { announcementOf } from '../staff/announcements.rules.ts'
import { countPushes } from '../staff/server/count-announcements.ts'
import { pushedOf } from './pushed.ts'

type Delivering = Pick<Services, 'db' | 'now' | 'log' | 'push' | 'site'>

/** Messages taken on at once, and those of them under way at the same time. */
const BATCH = 200
const AT_ONCE = 20

/** How long a process that took messages on may take. */
const LEASE = 2 * MINUTE

/** Waits between tries; after the last the learner finds it under the bell alone. */
const WAITS = [30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR]
const LONGEST_WAIT = 6 * HOUR

/** How long a push service keeps a message for a browser that is away. */
const KEPT = DAY

/**
 * Pushes what is due. Several processes may do so at once: who moves a message's due time has it; a process that ends in
 * the middle leaves its messages to the next after the lease, so that a browser may get one twice and shows it once.
 * @returns how many were taken on
 */
export async function deliverPushes(services: Delivering, stopped = () => false): Promise<number> {
  const { db, now } = services
  let taken = 0
  while (!stopped()) {
    const claimed = await claim(services)
    taken += claimed.length
    const done: Ended[] = []
    const gone: number[] = []
    const waiting = [...claimed]
    const worker = async () => {
      for (let next = waiting.shift(); next && !stopped(); next = waiting.shift()) {
        const outcome = await deliver(services, next)
        if (outcome.is === 'later' && (await postpone(services, next, outcome))) continue
        if (outcome.is === 'gone') gone.push(next.subscription_id)
        done.push({ ...next, pushed: outcome.is === 'sent' })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    // What a stopping process has not got to is due at once for the others.
    const left = waiting.map(({ id }) => id)
    if (left.length > 0) {
      await db
        .updateTable('push_deliveries')
        .set(({ eb }) => ({ due_at: now(), tries: eb('tries', '-', 1) }))
        .where('id', 'in', left)
        .execute()
    }
    if (done.length > 0) await inTransaction(db, (tx) => endDeliveries(tx, done, gone))
    if (claimed.length < BATCH) break
  }
  return taken
}

/** A message that nobody has to push any more, and whether the push service took it. */
type Ended = Pick<Claimed, 'id' | 'key'> & { pushed: boolean }

/** Each is counted by whoever takes its row away. */
async function endDeliveries(tx: Db, done: readonly Ended[], gone: readonly number[]): Promise<void> {
  const mine = await tx
    .deleteFrom('push_deliveries')
    .where(
      'id',
      'in',
      done.map(({ id }) => id),
    )
    .returning('id')
    .execute()
  if (gone.length > 0) await tx.deleteFrom('push_subscriptions').where('id', 'in', gone).execute()
  const ended = new Set(mine.map(({ id }) => id))
  await countPushes(
    tx,
    done.flatMap(({ id, key, pushed }) => {
      const announcement = announcementOf(key)
      return announcement === undefined || !ended.has(id) ? [] : [{ announcement, pushed }]
    }),
  )
}

async function claim({ db, now }: Delivering) {
  const at = now()
  const due = db.selectFrom('push_deliveries').select('id').where('due_at', '<=', at).orderBy('due_at').limit(BATCH)
  const claimed = await db
    .updateTable('push_deliveries')
    .set(({ eb }) => ({ due_at: at + LEASE, tries: eb('tries', '+', 1) }))
    .where('id', 'in', due)
    // Looked at again when another process has been faster.
    .where('due_at', '<=', at)
    .returning('id')
    .execute()
  if (claimed.length === 0) return []
  return db
    .selectFrom('push_deliveries as delivery')
    .innerJoin('notifications', 'notifications.id', 'delivery.notification_id')
    .innerJoin('push_subscriptions as browser', 'browser.id', 'delivery.subscription_id')
    .innerJoin('sessions', 'sessions.id', 'browser.session_id')
    .select([
      'delivery.id',
      'delivery.tries',
      'delivery.subscription_id',
      'browser.endpoint',
      'browser.p256dh',
      'browser.auth',
      'sessions.revoked_at',
      'sessions.expires_at as session_ends',
      'notifications.id as notification_id',
      'notifications.key',
      'notifications.kind',
      'notifications.title',
      'notifications.message_html',
      'notifications.click_action',
      'notifications.target_id',
      'notifications.expires_at',
    ])
    .where(
      'delivery.id',
      'in',
      claimed.map(({ id }) => id),
    )
    .execute()
}

type Claimed = Awaited<ReturnType<typeof claim>>[number]

async function deliver({ push, site, now, log }: Delivering, claimed: Claimed): Promise<PushOutcome> {
  // Whoever has logged out on a browser is told nothing there.
  if (claimed.revoked_at !== null || claimed.session_ends <= now()) return { is: 'gone' }
  if (claimed.expires_at <= now()) return { is: 'refused', why: 'expired' }
  const { pages } = await site()
  const outcome = await push.send(claimed, {
    text: JSON.stringify(pushedOf({ ...claimed, id: claimed.notification_id }, pages)),
    ttl: Math.ceil(Math.min(KEPT, claimed.expires_at - now()) / SECOND),
    urgency: claimed.kind === 'announcements' ? 'normal' : 'high',
    topic: `n${claimed.notification_id}`,
  })
  // The address is a secret: whoever knows it may push to that browser. Its host says enough.
  if (outcome.is === 'later' || outcome.is === 'refused') {
    log.warn({ service: URL.parse(claimed.endpoint)?.host, outcome: outcome.is, why: outcome.why }, 'not pushed')
  }
  return outcome
}

/** @returns false when it has been tried often enough */
async function postpone({ db, now }: Delivering, { id, tries }: Claimed, { wait = 0 }: { wait?: number }) {
  const pause = WAITS[tries - 1]
  if (pause === undefined) return false
  await db
    .updateTable('push_deliveries')
    .set({ due_at: now() + Math.min(Math.max(wait, pause), LONGEST_WAIT) })
    .where('id', '=', id)
    .execute()
  return true
}

/** Drops what nobody is shown any more, and browsers whose log-in has ended. */
export async function tidyNotifications({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('notifications').where('expires_at', '<=', now()).execute()
  await db
    .deleteFrom('push_subscriptions')
    .where('session_id', 'in', (from) =>
      from
        .selectFrom('sessions')
        .select('id')
        .where(({ or, eb }) => or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', now())])),
    )
    .execute()
}
