import * as z from 'zod/mini'
import { helpers } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant } from '#lib/both/calls/reply-fields.ts'

/** How notifications reach browsers, for whoever is asked why none comes. */

const tries = means(howMany, 'Tries so far, one that is under way included')

const service = z.object({
  service: means(z.string(), 'The host of the push service; the rest of an address is a secret of its browser'),
  failing: means(howMany, 'Messages that were tried in vain'),
  least_tries: tries,
  most_tries: tries,
  since: means(instant, 'When the oldest of them was written'),
  next_at: means(instant, 'When the first of them is tried again'),
})
export type FailingService = z.output<typeof service>

export const getPushDeliveries = endpoint({
  access: 'staff',
  roles: helpers,
  method: 'GET',
  path: '/staff/deliveries/push',
  secondFactor: 'session',
  summary: 'Push messages that are due, and those that fail, by push service',
  reply: z.object({
    due: means(howMany, 'Messages that are due; at most 10,000 are counted'),
    failing: means(howMany, 'Messages that were tried in vain and are tried again; at most 10,000 are counted'),
    data: means(z.array(service), 'Of those that fail, at most fifty services, most messages first'),
  }),
})

named({ FailingService: service })
