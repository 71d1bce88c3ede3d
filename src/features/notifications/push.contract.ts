import * as z from 'zod/mini'
import { HOUR } from '#lib/both/time/clock.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, means, named, text } from '#lib/both/calls/fields.ts'
import { kinds } from './notifications.rules.ts'
import { counted } from '#lib/both/text/format.ts'

/** Calls of pushed notifications; all are ours. Apart from those of the bell, which every page fetches. */

const choices = z.object({
  announcements: z.boolean(),
  replies: z.boolean(),
  tickets: z.boolean(),
  live_classes: z.boolean(),
})

export const getPushSettings = endpoint({
  method: 'GET',
  path: '/user/notifications/push',
  access: 'learner',
  summary: "The server's public key for Web Push, and which kinds of notification are pushed to the learner",
  reply: z.object({
    status: z.boolean(),
    data: z.object({
      public_key: z.string(),
      kinds: choices,
      subscribed: means(z.boolean(), 'A browser is subscribed with this log-in'),
    }),
  }),
})

export const choosePush = endpoint({
  method: 'POST',
  path: '/user/notifications/push/choose',
  access: 'learner',
  summary: 'Chooses whether a kind of notification is pushed to the learner',
  body: z.object({ kind: z.enum(kinds), pushed: z.boolean({ error: 'Must be true or false' }) }),
  reply: done,
})

/** Bytes in base64url, as browsers write the keys of a subscription. */
const bytes = (length: number) => {
  const form = new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}={0,2}$`)
  const isOfForm = z.refine<string>((given) => form.test(given), {
    error: `Must be ${counted(length, 'byte')} in base64url`,
  })
  return z.string({ error: 'Must be text' }).check(isOfForm)
}

const pushAddress = text(1000)

/** Subscriptions of a learner, and renewals, each. */
export const PUSH_LIMIT = { count: 30, span: HOUR }

export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/user/notifications/push/subscribe',
  limit: PUSH_LIMIT,
  access: 'learner',
  summary: "Pushes notifications to this browser from now on, for as long as the learner's log-in lasts",
  body: z.object({ endpoint: pushAddress, keys: z.object({ p256dh: bytes(65), auth: bytes(16) }) }),
  reply: done,
})

/**
 * Ours: the service worker's, which has no token. The secret of the subscription before proves whose it is. A request with
 * the secret counts for that learner (`PUSH_LIMIT`).
 */
export const renewPush = endpoint({
  method: 'POST',
  path: '/user/notifications/push/renew',
  access: 'anyone',
  refuses: ['not_found', 'too_many_requests'],
  summary: 'Replaces a subscription that the browser has renewed; the log-in and its end stay the same',
  body: z.object({
    old: means(z.object({ endpoint: pushAddress, auth: bytes(16) }), 'The subscription before, with its secret'),
    endpoint: pushAddress,
    keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
  }),
  reply: done,
})

export const unsubscribeFromPush = endpoint({
  method: 'POST',
  path: '/user/notifications/push/unsubscribe',
  access: 'learner',
  summary: 'Stops pushing to this browser',
  body: z.object({ endpoint: pushAddress }),
  reply: done,
})

named({ PushChoices: choices })
