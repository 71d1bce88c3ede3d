import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant } from '#lib/both/calls/reply-fields.ts'
import { helpers } from '../learner-roles.rules.ts'

/** How one-time codes are delivered, for whoever helps learners who get none. */

const sent = means(howMany, 'Codes that the provider was given')
const notSent = means(howMany, 'Those of them that it did not take')

const span = z.object({
  at: means(instant, 'When it begins'),
  sent,
  not_sent: notSent,
  accepted: means(howMany, 'Right guesses'),
  failed: means(howMany, 'Wrong guesses at codes of 4 digits'),
})
export type CodeSpan = z.output<typeof span>

const country = z.object({
  country: means(z.string(), 'Digits of the calling code; empty of codes that were not sent before it was noted'),
  sent,
  not_sent: notSent,
  sent_today: means(howMany, 'Codes of the last 24 hours'),
  most_a_day: means(howMany, 'Codes that may be sent there in 24 hours'),
})
export type CodeCountry = z.output<typeof country>

export const getCodeCounts = endpoint({
  access: 'staff',
  roles: helpers,
  method: 'GET',
  path: '/staff/deliveries/codes',
  secondFactor: 'session',
  summary: 'What came of one-time codes: of each hour of the last day, or of each of the last thirty days in India',
  query: z.object({ by: z._default(z.enum(['hour', 'day']), 'hour') }),
  reply: z.object({
    provider: means(z.enum(['outbox', 'msg91', 'twilio', 'whatsapp']), 'Who sends codes; `outbox` sends none'),
    sent_today: means(howMany, 'Codes of the last 24 hours'),
    most_a_day: means(howMany, 'Codes that may be sent in 24 hours'),
    brake: means(
      z.enum(['off', 'on', 'closed']),
      'Whether guesses at codes are braked: strangers have less, or get codes of 8 digits alone',
    ),
    data: means(z.array(span), 'The latest first; where nothing happened there is none'),
    countries: means(z.array(country), 'Where the codes of all this time went, most first'),
  }),
})

named({ CodeSpan: span, CodeCountry: country })
