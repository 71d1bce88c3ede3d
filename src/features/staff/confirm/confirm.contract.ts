import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, means, text } from '#lib/both/calls/fields.ts'
import { instant } from '#lib/both/calls/reply-fields.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import { authenticatorCode, passkeyJson } from '../log-in/log-in.contract.ts'

/** Calls that give a second factor again within a session (docs/decisions/0087-recent-second-factor.md). */

const own = { access: 'staff', roles: everyRole, method: 'POST' } as const

const confirmed = z.extend(done, { recent_until: means(instant, 'Until when the second factor is recent') })

export const confirmByAuthenticator = endpoint({
  ...own,
  path: '/staff/confirm/authenticator',
  secondFactor: 'session',
  refuses: ['too_many_requests'],
  summary: 'Gives the second factor again with the code of an authenticator app; five wrong ones end the session',
  body: z.object({ code: authenticatorCode }),
  example: { code: '204816' },
  reply: confirmed,
})

export const confirmByRecoveryCode = endpoint({
  ...own,
  path: '/staff/confirm/recovery',
  secondFactor: 'session',
  refuses: ['too_many_requests'],
  summary: 'Gives the second factor again with a recovery code, which is used up',
  body: z.object({ code: text(40) }),
  example: { code: 'k7qm-3rtv-w8xe-p2ny' },
  reply: confirmed,
})

export const askToConfirmByPasskey = endpoint({
  ...own,
  path: '/staff/confirm/passkey/options',
  secondFactor: 'session',
  summary: 'Asks for what a passkey has to sign to give the second factor again',
  reply: z.object({ options: means(z.string(), 'JSON for navigator.credentials.get') }),
})

export const confirmByPasskey = endpoint({
  ...own,
  path: '/staff/confirm/passkey',
  secondFactor: 'session',
  refuses: ['too_many_requests'],
  summary: 'Gives the second factor again with a passkey',
  body: z.object({ response: passkeyJson }),
  reply: confirmed,
})
