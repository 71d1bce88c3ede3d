import * as z from 'zod/mini'
import { HOUR } from '#lib/both/time/clock.ts'
import { profile } from '#features/auth/auth.contract.ts'
import { CODE_LENGTH } from '#features/auth/login-form.rules.ts'
import { endpoint, IMAGE_FORM_LIMIT } from '#lib/both/calls/endpoint.ts'
import { digits, done, id, imageFile, line, means, named, text } from '#lib/both/calls/fields.ts'
import { optionalPhoneNumber } from '#lib/both/calls/phone-fields.ts'
import { howMany, instant, isoInstant, rowId } from '#lib/both/calls/reply-fields.ts'

/** Account settings (document 1, sections 2, 5 and 7). */

/** What the settings show: the profile and the picture above it. */
const ownProfile = z.extend(profile, { cover: z.nullable(z.string()) })

export type OwnProfile = z.output<typeof ownProfile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/user/profilewithsales',
  access: 'learner',
  summary: "The learner's own profile",
  reply: z.object({ status: z.boolean(), data: z.object({ user: ownProfile }) }),
})

export const editProfile = endpoint({
  method: 'POST',
  path: '/user/profile/edit',
  access: 'learner',
  summary: 'Changes name, date of birth and city; email and phone only repeat what they are',
  /** What is left out stays as it is. */
  body: z.object({
    name: z.optional(line(300)),
    email: z.optional(text(300)),
    phone: z.optional(optionalPhoneNumber()),
    birthday: means(z.optional(z.nullable(text(30))), 'yyyy-mm-dd; empty or null for none'),
    city: z.optional(z.nullable(line(200))),
  }),
  example: { name: 'Asha Nair', email: 'asha@example.org', birthday: '2001-02-03', city: 'Kochi' },
  reply: z.extend(done, { user: ownProfile }),
})

const picture = {
  method: 'POST',
  access: 'learner',
  bodyKind: 'multipart',
  bodyLimit: IMAGE_FORM_LIMIT,
  reply: z.extend(done, { msg: z.string(), user: ownProfile }),
} as const

export const changeAvatar = endpoint({
  ...picture,
  path: '/user/profile/avatar',
  limit: { count: 20, span: HOUR },
  summary: "Changes the learner's picture",
  body: z.object({ avatar: imageFile }),
})

/** Ours: the documents name no call for the picture above the profile. */
export const changeCover = endpoint({
  ...picture,
  path: '/user/profile/cover',
  limit: { count: 20, span: HOUR },
  summary: 'Changes the picture above the profile',
  body: z.object({ cover: imageFile }),
})

export const removePicture = endpoint({
  method: 'POST',
  path: '/user/profile/picture/remove',
  access: 'learner',
  summary: "Removes the learner's picture, or the one above the profile",
  body: z.object({ picture: z.enum(['avatar', 'cover']) }),
  reply: picture.reply,
})

const session = z.object({
  id: rowId,
  device: means(z.string(), "In plain words: 'Chrome on Android'"),
  phone_sized: z.boolean(),
  current: means(z.boolean(), 'This is the session that asks'),
  /** Instants; the last use is known to about ten minutes. */
  created_at: instant,
  last_seen_at: instant,
  created_at_iso: isoInstant,
  last_seen_at_iso: isoInstant,
})

export type Session = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  access: 'learner',
  summary: 'Where the learner is logged in, the caller first',
  reply: z.object({ status: z.boolean(), data: z.array(session) }),
})

export const endSession = endpoint({
  method: 'POST',
  path: '/user/sessions/end',
  access: 'learner',
  refuses: ['not_found'],
  summary: "Logs another of the learner's devices out",
  body: z.object({ id }),
  reply: done,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/user/sessions/end-others',
  access: 'learner',
  summary: "Logs all of the learner's other devices out",
  reply: z.extend(done, { ended: howMany }),
})

export const makeExport = endpoint({
  method: 'POST',
  path: '/user/export',
  limit: { count: 10, span: HOUR },
  access: 'learner',
  summary: 'A link, valid for ten minutes, to everything known about the learner',
  body: z.object({ format: z.enum(['json', 'html']) }),
  reply: z.object({ status: z.boolean(), address: z.string() }),
})

export const explainDeletion = endpoint({
  method: 'GET',
  path: '/user/deletion',
  access: 'learner',
  summary: 'What goes and what stays when the account is deleted',
  reply: z.object({ status: z.boolean(), goes: z.array(z.string()), stays: z.array(z.string()) }),
})

export const sendDeletionCode = endpoint({
  method: 'POST',
  path: '/user/deletion/code',
  access: 'learner',
  refuses: ['too_many_requests', 'bad_gateway'],
  summary: 'Sends the code that confirms the deletion of the account',
  reply: done,
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/user/deletion/confirm',
  access: 'learner',
  refuses: ['refund_under_way', 'too_many_requests'],
  summary: "Deletes the learner's account, confirmed by the code",
  body: z.object({
    otp: digits(CODE_LENGTH),
  }),
  reply: done,
})

named({ OwnProfile: ownProfile, Session: session })
