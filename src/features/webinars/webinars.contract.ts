import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, isoInstant, rowId } from '#lib/both/calls/reply-fields.ts'

/** Registering for webinars: all of it is ours. What a webinar is about stands on its page, for everybody. */

const registration = z.object({
  id: rowId,
  title: z.string(),
  starts_at: instant,
  starts_at_iso: isoInstant,
  ends_at: instant,
  ends_at_iso: isoInstant,
  phase: z.enum(['coming', 'running', 'over']),
  registered: z.boolean(),
  places_left: means(z.nullable(howMany), 'Null when places are unlimited'),
  join_from: means(instant, 'From when registered learners may join; milliseconds since 1970-01-01, UTC'),
  join_from_iso: isoInstant,
  join_url: means(
    z.nullable(z.string()),
    'For those who registered, from join_from until the end; null for all others',
  ),
  recording_url: means(z.nullable(z.string()), 'Once it is over, where there is a recording'),
})

export type WebinarRegistration = z.output<typeof registration>

const reply = z.object({ status: z.boolean(), success: z.boolean(), message: z.string(), data: registration })

export const getWebinarRegistration = endpoint({
  method: 'GET',
  path: '/user/webinars/{id}',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'Whether the learner is registered for a webinar, and how to join it',
  params: z.object({ id }),
  reply,
})

export const registerForWebinar = endpoint({
  method: 'POST',
  path: '/user/webinars/{id}/register',
  access: 'learner',
  refuses: ['not_found', 'ended', 'full'],
  summary: 'Registers the learner for a webinar; they are reminded a quarter of an hour before it starts',
  params: z.object({ id }),
  reply,
})

export const leaveWebinar = endpoint({
  method: 'POST',
  path: '/user/webinars/{id}/cancel',
  access: 'learner',
  refuses: ['not_found', 'ended'],
  summary: 'Cancels the registration for a webinar',
  params: z.object({ id }),
  reply,
})

named({ WebinarRegistration: registration })
