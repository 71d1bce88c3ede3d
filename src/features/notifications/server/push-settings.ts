import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { pushAddress } from '#providers/push/push-address.ts'
import type {
  choosePush as choose,
  subscribeToPush as subscribe,
  unsubscribeFromPush as unsubscribe,
} from '../notifications.contract.ts'
import { kinds, MOST_SUBSCRIPTIONS, type Kind } from '../notifications.rules.ts'

/** What a browser needs to subscribe, and which kinds are pushed to the learner. */
export async function getPushSettings({ db, user, push }: LearnerContext) {
  const rows = await db.selectFrom('push_choices').select(['kind', 'pushed']).where('user_id', '=', user.id).execute()
  const off = new Set(rows.filter(({ pushed }) => pushed === 0).map(({ kind }) => kind))
  const chosen = Object.fromEntries(kinds.map((kind) => [kind, !off.has(kind)])) as Record<Kind, boolean>
  return { status: true, data: { public_key: await push.publicKey(), kinds: chosen } }
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
  const address = pushAddress(body.endpoint)
  if (!address) throw invalid({ endpoint: 'Must be the https address of a push service' })
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
