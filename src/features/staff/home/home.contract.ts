import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { means, named } from '#lib/both/calls/fields.ts'
import { howMany, indianDay, instant, paise } from '#lib/both/calls/reply-fields.ts'
import { everyRole } from '#lib/both/staff-roles.ts'

/** What waits for those who run the site, and how the site does. */

const all = { access: 'staff', roles: everyRole } as const

/** Things that wait: how many, at most WAITING_MOST, and since when the first of them does. */
const waiting = z.object({ count: howMany, since: means(z.nullable(instant), 'Of the first of them') })

export type Waiting = z.output<typeof waiting>

/** Null of what the caller's roles are not about. */
const forRole = <Schema extends z.ZodMiniType>(schema: Schema) =>
  means(z.nullable(schema), "Null where the caller's roles have nothing to do with it")

export const getWaiting = endpoint({
  ...all,
  method: 'GET',
  path: '/staff/home',
  secondFactor: 'session',
  summary: 'What waits for the caller: what their roles have nothing to do with is left out',
  reply: z.object({
    tickets: forRole(waiting),
    discussions: forRole(waiting),
    reports: forRole(waiting),
    payments: forRole(waiting),
    sitting: forRole(
      z.object({
        exams: means(howMany, 'Exams with somebody in them'),
        candidates: means(howMany, 'Attempts under way'),
      }),
    ),
    codes: forRole(
      z.object({
        sent: means(howMany, 'One-time codes of the last 24 hours'),
        not_sent: means(howMany, 'Codes of these hours that the provider did not take'),
      }),
    ),
    push: forRole(
      z.object({
        waiting: means(howMany, 'Messages to browsers that are due'),
        failing: means(howMany, 'Those of them that were tried in vain'),
      }),
    ),
  }),
})

const day = z.object({
  day: indianDay,
  log_ins: howMany,
  exams: means(howMany, 'Attempts that were handed in'),
  sales: means(
    z.nullable(howMany),
    'Payments of the day that are not refunded in full, without test payments; null without a role of money',
  ),
  sold: means(z.nullable(paise), 'Net: payments of the day less their refunds, with GST, without test payments'),
})

export type Day = z.output<typeof day>

export const getDays = endpoint({
  ...all,
  method: 'GET',
  path: '/staff/home/days',
  secondFactor: 'session',
  summary: 'Log-ins, exams taken and net sales of the last thirty days in India, the oldest first',
  reply: z.object({ days: z.array(day) }),
})

named({ StaffDay: day })
