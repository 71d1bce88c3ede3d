import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, named, text } from '#lib/both/calls/fields.ts'
import { howMany, rowId } from '#lib/both/calls/reply-fields.ts'
import { before, nextRow, version } from '#lib/both/calls/staff-fields.ts'
import { longestSplash } from './splash.rules.ts'

/** Marketing splashes as staff make and change them (docs/decisions/0081-news-and-splashes-from-the-console.md). */

const authors = { access: 'staff', roles: ['owner', 'author'] } as const

const splash = z.object({
  id: rowId,
  image: means(z.string(), 'Address of a 16:9 picture'),
  portrait: means(z.nullable(z.string()), 'Address of a 3:4 picture, for screens that are taller than wide'),
  alt: z.string(),
  title: means(z.string(), 'Empty where the picture says it'),
  text: z.string(),
  success: means(z.string(), 'What a learner reads who is interested'),
  withdrawn: z.boolean(),
  interested: means(howMany, 'Learners who have said that they are, whose accounts there are'),
  version: rowId,
})
export type StoredSplash = z.output<typeof splash>

export const listSplashes = endpoint({
  ...authors,
  method: 'GET',
  path: '/staff/splashes',
  secondFactor: 'session',
  summary: 'Splashes in their order, of which learners see the first; or those that are withdrawn, the newest first',
  query: z.object({
    state: z._default(z.enum(['used', 'withdrawn']), 'used'),
    before,
  }),
  reply: z.object({
    data: z.array(splash),
    next: nextRow,
    enabled: means(z.boolean(), 'Whether learners are shown splashes at all'),
  }),
})

export const getSplash = endpoint({
  ...authors,
  method: 'GET',
  path: '/staff/splashes/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'A splash, as a form needs it',
  params: z.object({ id }),
  reply: splash,
})

const picture = (error: string) => text(200).check(z.minLength(1, { error }))

const fields = {
  image: means(picture('Please choose a picture'), 'Address of a stored picture, 16:9'),
  portrait: means(
    z._default(z.nullable(text(200)), null),
    'Address of a stored picture, 3:4, for screens that are taller than wide',
  ),
  alt: line(longestSplash.alt).check(z.minLength(1, { error: 'Please write all that the picture shows, and says' })),
  title: z._default(z.nullable(line(longestSplash.title)), null),
  text: z._default(z.nullable(line(longestSplash.text)), null),
  success: line(longestSplash.success).check(
    z.minLength(1, { error: 'Please write what a learner reads who is interested' }),
  ),
}

export const makeSplash = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/splashes/make',
  secondFactor: 'session',
  creates: true,
  refuses: ['conflict'],
  summary: 'Makes a splash, which waits behind the others',
  body: z.object(fields),
  reply: z.extend(done, { id: rowId }),
})

export const changeSplash = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/splashes/change',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict', 'edited'],
  summary: 'Changes a splash; who has answered it is not asked again',
  body: z.object({ id, version, ...fields }),
  reply: z.extend(done, { splash }),
})

export const moveSplash = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/splashes/move',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Moves a splash before the one before it, or behind the one behind it',
  body: z.object({ id, to: z.enum(['up', 'down']) }),
  reply: done,
})

export const withdrawSplash = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/splashes/withdraw',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Takes a splash out of sight',
  body: z.object({ id }),
  reply: done,
})

export const restoreSplash = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/splashes/restore',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Brings back a splash that was withdrawn, to its place',
  body: z.object({ id }),
  reply: done,
})

export const switchSplashes = endpoint({
  ...authors,
  method: 'POST',
  path: '/staff/splashes/switch',
  secondFactor: 'session',
  refuses: ['conflict'],
  summary: 'Lets learners see splashes, or none',
  body: z.object({ on: z.boolean() }),
  reply: done,
})

named({ StoredSplash: splash })
