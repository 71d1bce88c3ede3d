import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, text } from '#lib/both/calls/fields.ts'
import { instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import {
  authenticatorCode,
  factorName,
  me,
  offeredAuthenticator,
  passkeyJson,
  passkeyName,
} from '../log-in/log-in.contract.ts'

/** What a session of staff may do with its own log-in: every role. */
const own = { access: 'staff', roles: everyRole } as const

export const getMe = endpoint({
  ...own,
  method: 'GET',
  path: '/staff/me',
  summary: 'Who is logged in',
  reply: me,
})

export const logOutStaff = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/logout',
  summary: 'Ends the session',
  reply: done,
})

export const listStaffSessions = endpoint({
  ...own,
  method: 'GET',
  path: '/staff/sessions',
  summary: "The caller's own sessions, the one used last first",
  reply: z.object({
    data: z.array(
      z.object({
        id: rowId,
        browser: z.string(),
        address: means(z.string(), 'From where it began'),
        created_at: instant,
        last_seen_at: instant,
        ends_at: instant,
        current: means(z.boolean(), 'The session of this call'),
      }),
    ),
  }),
})

export const endStaffSession = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/sessions/end',
  refuses: ['not_found'],
  summary: "Ends one of the caller's own sessions, or all others",
  body: z.object({
    id: means(z.optional(id), 'All others without it'),
  }),
  reply: z.extend(done, { ended: z.int() }),
})

/** What changes the ways in is done soon after a second factor was given (FRESH_FACTOR). */
const fresh = { ...own, refuses: ['second_factor'] } as const

export const listFactors = endpoint({
  ...own,
  method: 'GET',
  path: '/staff/factors',
  summary: "The caller's second factors",
  reply: z.object({
    data: z.array(
      z.object({
        id: rowId,
        kind: z.enum(['passkey', 'authenticator', 'counter']),
        name: z.string(),
        created_at: instant,
        used_at: z.nullable(instant),
      }),
    ),
    recovery_codes_left: z.int(),
    fresh_until: means(instant, 'Until when they may be changed without logging in again'),
  }),
})

export const offerAuthenticator = endpoint({
  ...fresh,
  method: 'POST',
  path: '/staff/factors/authenticator/options',
  summary: 'Offers the secret of one more authenticator app',
  reply: offeredAuthenticator,
})

export const addAuthenticator = endpoint({
  ...fresh,
  method: 'POST',
  path: '/staff/factors/authenticator',
  summary: 'Adds the authenticator app that was offered, with its first code',
  body: z.object({ code: authenticatorCode, name: factorName }),
  example: { code: '204816', name: 'New phone' },
  reply: done,
})

export const offerPasskey = endpoint({
  ...fresh,
  method: 'POST',
  path: '/staff/factors/passkey/options',
  summary: 'Asks for what a browser needs to make one more passkey',
  reply: z.object({ options: means(z.string(), 'JSON for navigator.credentials.create') }),
})

export const addPasskey = endpoint({
  ...fresh,
  method: 'POST',
  path: '/staff/factors/passkey',
  refuses: ['second_factor', 'conflict'],
  summary: 'Adds a passkey',
  body: z.object({ response: passkeyJson, name: passkeyName }),
  reply: done,
})

export const renameFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/factors/rename',
  refuses: ['not_found'],
  summary: 'Renames a second factor',
  body: z.object({ id, name: factorName }),
  example: { id: 3, name: 'New phone' },
  reply: done,
})

export const removeFactor = endpoint({
  ...fresh,
  method: 'POST',
  path: '/staff/factors/remove',
  refuses: ['second_factor', 'not_found', 'conflict'],
  summary: 'Removes a second factor; the last one stays',
  body: z.object({ id: id }),
  reply: done,
})

export const renewRecoveryCodes = endpoint({
  ...fresh,
  method: 'POST',
  path: '/staff/recovery-codes',
  summary: 'Makes ten new recovery codes, which work once they are confirmed; until then those before do',
  reply: z.object({
    recovery_codes: z.array(z.string()),
    batch: means(z.string(), 'Names these ten when they are confirmed'),
  }),
})

export const confirmRecoveryCodes = endpoint({
  ...fresh,
  method: 'POST',
  path: '/staff/recovery-codes/confirm',
  refuses: ['second_factor', 'conflict'],
  summary: 'Makes new recovery codes work in place of those before, once they are saved',
  body: z.object({ batch: text(40) }),
  reply: done,
})
