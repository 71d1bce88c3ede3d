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
  secondFactor: 'session',
  summary: 'Who is logged in',
  reply: me,
})

export const logOutStaff = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/logout',
  secondFactor: 'session',
  summary: 'Ends the session',
  reply: done,
})

export const listStaffSessions = endpoint({
  ...own,
  method: 'GET',
  path: '/staff/sessions',
  secondFactor: 'session',
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
  secondFactor: 'recent',
  refuses: ['not_found'],
  summary: "Ends one of the caller's own sessions, or all others",
  body: z.object({
    id: means(z.optional(id), 'All others without it'),
  }),
  reply: z.extend(done, { ended: z.int() }),
})

export const listFactors = endpoint({
  ...own,
  method: 'GET',
  path: '/staff/factors',
  secondFactor: 'session',
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
    fresh_until: means(instant, 'Until when the last second factor is recent'),
  }),
})

export const offerAuthenticator = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/factors/authenticator/options',
  secondFactor: 'recent',
  summary: 'Offers the secret of one more authenticator app',
  reply: offeredAuthenticator,
})

export const addAuthenticator = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/factors/authenticator',
  secondFactor: 'recent',
  summary: 'Adds the authenticator app that was offered, with its first code',
  body: z.object({ code: authenticatorCode, name: factorName }),
  example: { code: '204816', name: 'New phone' },
  reply: done,
})

export const offerPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/factors/passkey/options',
  secondFactor: 'recent',
  summary: 'Asks for what a browser needs to make one more passkey',
  reply: z.object({ options: means(z.string(), 'JSON for navigator.credentials.create') }),
})

export const addPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/factors/passkey',
  secondFactor: 'recent',
  refuses: ['conflict'],
  summary: 'Adds a passkey',
  body: z.object({ response: passkeyJson, name: passkeyName }),
  reply: done,
})

export const renameFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/factors/rename',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Renames a second factor',
  body: z.object({ id, name: factorName }),
  example: { id: 3, name: 'New phone' },
  reply: done,
})

export const removeFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/factors/remove',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict'],
  summary: 'Removes a second factor; the last one stays',
  body: z.object({ id: id }),
  reply: done,
})

export const renewRecoveryCodes = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/recovery-codes',
  secondFactor: 'recent',
  summary: 'Makes ten new recovery codes, which work once they are confirmed; until then those before do',
  reply: z.object({
    recovery_codes: z.array(z.string()),
    batch: means(z.string(), 'Names these ten when they are confirmed'),
  }),
})

export const confirmRecoveryCodes = endpoint({
  ...own,
  method: 'POST',
  path: '/staff/recovery-codes/confirm',
  secondFactor: 'recent',
  refuses: ['conflict'],
  summary: 'Makes new recovery codes work in place of those before, once they are saved',
  body: z.object({ batch: text(40) }),
  reply: done,
})
