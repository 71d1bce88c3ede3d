import { callName, countCall } from '#core/calls/call-limits.ts'
import type { Context, LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { invalid, notFound } from '#lib/both/calls/errors.ts'
import { pushAddress } from '#providers/push/push-address.ts'
import {
  PUSH_LIMIT,
  renewPush as renew,
  type choosePush as choose,
  type subscribeToPush as subscribe,
  type unsubscribeFromPush as unsubscribe,
} from '../push.contract.ts'
import { kinds, MOST_SUBSCRIPTIONS, type Kind } from '../notifications.rules.ts'

/** What a browser needs to subscribe, and which kinds are pushed to the learner. */
export async function getPushSettings({ db, user, push }: LearnerContext) {
  const rows = await db.selectFrom('push_choices').select(['kind', 'pushed']).where('user_id', '=', user.id).execute()
  const off = new Set(rows.filter(({ pushed }) => pushed === 0).map(({ kind }) => kind))
  const subscription = await db
    .selectFrom('push_subscriptions')
    .where('session_id', '=', user.sessionId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  const chosen = Object.fromEntries(kinds.map((kind) => [kind, !off.has(kind)])) as Record<Kind, boolean>
  const subscribed = subscription !== undefined
  return { status: true, data: { public_key: await push.publicKey(), kinds: chosen, subscribed } }
}

/** Chooses whether a kind is pushed, to all the learner's browsers. */
export async function choosePush({ db, user }: LearnerContext, { body }: Pick<InputOf<typeof choose>, 'body'>) {
  const pushed = body.pushed ? 1 : 0
  await db
    .insertInto('push_choices')
    .values({ user_id: user.id, kind: body.kind, pushed })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ pushed }))
    .execute()
  return { status: true, success: true, message: 'Saved' }
}

/**
 * Takes a browser on, for the session that asks. One that belonged to somebody who used it before is theirs no longer.
 * @throws invalid when the address is not one of a push service
 */
export async function subscribeToPush(
  { db, user, now }: LearnerContext,
  { body }: Pick<InputOf<typeof subscribe>, 'body'>,
) {
  const address = addressOf(body.endpoint)
  const subscriber = { user_id: user.id, session_id: user.sessionId, ...body.keys }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('push_subscriptions')
      .values({ ...subscriber, endpoint: address.href, created_at: now() })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...subscriber, created_at: now() }))
      .execute()
    const kept = tx
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', user.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_SUBSCRIPTIONS)
    await tx.deleteFrom('push_subscriptions').where('user_id', '=', user.id).where('id', 'not in', kept).execute()
  })
  return { status: true, success: true, message: 'Notifications are on for this browser' }
}

/**
 * Gives a subscription the address and keys that its browser has now. The worker that asks has no token: the secret of the
 * subscription before, which its browser and the server alone know, takes its place.
 * @throws invalid when the address is not one of a push service
 * @throws notFound when there is no such subscription with this secret
 * @throws ApiError 429 when the learner's browsers renew too often
 */
export async function renewPush(
  services: Pick<Context, 'db' | 'groupCommit' | 'now'>,
  { body }: Pick<InputOf<typeof renew>, 'body'>,
) {
  const address = addressOf(body.endpoint)
  const before = pushAddress(body.old.endpoint)?.href ?? body.old.endpoint
  // Read outside a transaction: strangers without the secret take no write lock.
  const known = await services.db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('endpoint', '=', before)
    .where('auth', '=', body.old.auth)
    .executeTakeFirst()
  if (!known) throw notFound('There is no such subscription')
  await countCall(services, { user: known.user_id }, callName(renew), PUSH_LIMIT)
  await services.db.transaction().execute(async (tx) => {
    if (address.href !== before) await freeEndpoint(tx, address.href, known.id)
    const renewed = await tx
      .updateTable('push_subscriptions')
      .set({ endpoint: address.href, ...body.keys })
      .where('id', '=', known.id)
      .where('auth', '=', body.old.auth)
      .returning('id')
      .executeTakeFirst()
    if (!renewed) throw notFound('There is no such subscription')
  })
  return { status: true, success: true, message: 'Notifications stay on for this browser' }
}

/**
 * Frees an endpoint for a renewed subscription: a page may have subscribed with the endpoint, or does so at this moment. The
 * inserted row locks the endpoint, so that concurrent subscriptions wait until the transaction has ended.
 * @param id of the subscription that takes the endpoint
 */
async function freeEndpoint(tx: Db, endpoint: string, id: number): Promise<void> {
  await tx
    .insertInto('push_subscriptions')
    .columns(['user_id', 'session_id', 'endpoint', 'p256dh', 'auth', 'created_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('push_subscriptions')
        .where('id', '=', id)
        .select(['user_id', 'session_id', val(endpoint).as('endpoint'), 'p256dh', 'auth', 'created_at']),
    )
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ endpoint }))
    .execute()
  await tx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('id', '!=', id).execute()
}

function addressOf(endpoint: string): URL {
  const address = pushAddress(endpoint)
  if (!address) throw invalid({ endpoint: 'Must be the https address of a push service' })
  return address
}

/** Lets a browser of the learner go. */
export async function unsubscribeFromPush(
  { db, user }: LearnerContext,
  { body }: Pick<InputOf<typeof unsubscribe>, 'body'>,
) {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', user.id)
    .where('endpoint', '=', pushAddress(body.endpoint)?.href ?? body.endpoint)
    .execute()
  return { status: true, success: true, message: 'Notifications are off for this browser' }
}
