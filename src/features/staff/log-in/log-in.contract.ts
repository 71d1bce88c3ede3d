import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { digits, done, line, means, named, text } from '#lib/both/calls/fields.ts'
import { callingCode, phoneNumber } from '#lib/both/calls/phone-fields.ts'
import { instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import { CODE_LENGTH, LONG_CODE_LENGTH, messages } from '#features/auth/login-form.rules.ts'

/** How staff log in: a code by phone, and then a second factor, always (docs/decisions/0077-staff.md). */

const role = z.enum(everyRole)

/** Somebody of the staff as their own browser knows them. */
export const me = z.object({
  id: rowId,
  name: z.string(),
  phone: means(z.string(), 'With its calling code, such as +919000000201'),
  roles: z.array(role),
  csrf: means(z.string(), 'What every call of the session sends in X-CSRF-Token'),
  ends_at: means(instant, 'When the session ends, however it is used'),
  recovery_codes_left: z.int(),
})

export type Me = z.output<typeof me>

/** What the first factor of an account brings, once. */
const entered = z.extend(me, {
  recovery_codes: means(z.array(z.string()), 'Ten after the first factor was set up, shown this once; otherwise none'),
})

export type Entered = z.output<typeof entered>

export const authenticatorCode = means(digits(6), 'Six digits of an authenticator app')

/** What its owner calls a second factor. */
export const factorName = line(60).check(z.minLength(1, { error: 'Please enter a name' }))

export const passkeyName = means(z.optional(factorName), 'Browser and system without it')

/** What @simplewebauthn/browser takes and gives, as JSON. */
export const passkeyJson = text(20_000)

const phone = z.object({
  mobile: phoneNumber(messages.phone),
  country_code: callingCode,
})

/** Reply to a request for a code of 8 digits, which is the same for a day. */
const longCodeSent = z.extend(done, {
  sent: means(z.boolean(), 'False when it has already been sent as often as allowed: the phone has it'),
  until: means(instant, 'Until when the code is valid'),
})

export const askStaffCode = endpoint({
  method: 'POST',
  path: '/staff/login',
  access: 'anyone',
  refuses: ['not_from_here', 'too_many_requests', 'long_code', 'code_cap', 'bad_gateway'],
  summary: 'Sends a code to a phone of the staff; the reply is the same for any other phone',
  body: phone,
  example: { mobile: '9000000201', country_code: '91' },
  reply: done,
})

export const askStaffLongCode = endpoint({
  method: 'POST',
  path: '/staff/login/long',
  access: 'anyone',
  refuses: ['not_from_here', 'short_code', 'too_many_requests', 'code_cap', 'bad_gateway'],
  summary: 'Sends a code of 8 digits to a phone that is refused one of 4 digits with the error code long_code',
  body: phone,
  example: { mobile: '9000000201', country_code: '91' },
  reply: longCodeSent,
})

export const verifyStaffCode = endpoint({
  method: 'POST',
  path: '/staff/login/verify',
  access: 'anyone',
  refuses: ['not_from_here', 'too_many_requests', 'long_code'],
  summary: 'Proves the phone with the code that this browser asked for; the second factor is still to come',
  body: z.object({ otp: means(digits(CODE_LENGTH, LONG_CODE_LENGTH), 'Four digits; eight of a long code') }),
  example: { otp: '0417' },
  reply: z.extend(done, {
    name: z.string(),
    passkey: means(z.boolean(), 'A passkey will do'),
    authenticator: means(z.boolean(), 'A code of an authenticator app will do'),
    set_up: means(z.boolean(), 'There is no second factor yet: one is set up now'),
    confirm: means(
      z.boolean(),
      'Before that the phone is proved with a code of 8 digits, which /staff/login/confirm/send sends',
    ),
  }),
})

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/staff/login/confirm/send',
  access: 'entering',
  refuses: ['conflict', 'too_many_requests', 'code_cap', 'bad_gateway'],
  summary: 'Sends the code of 8 digits with which a member without a second factor proves the phone once more',
  reply: longCodeSent,
})

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/staff/login/confirm',
  access: 'entering',
  refuses: ['too_many_requests'],
  summary: 'Proves the phone with the code of 8 digits, so that a second factor can be set up',
  body: z.object({ otp: digits(LONG_CODE_LENGTH) }),
  example: { otp: '04175522' },
  reply: done,
})

export const enterByAuthenticator = endpoint({
  method: 'POST',
  path: '/staff/login/authenticator',
  access: 'entering',
  refuses: ['too_many_requests'],
  summary: 'Logs in with the code of an authenticator app; none is taken twice',
  body: z.object({ code: authenticatorCode }),
  example: { code: '204816' },
  reply: entered,
})

export const enterByRecoveryCode = endpoint({
  method: 'POST',
  path: '/staff/login/recovery',
  access: 'entering',
  refuses: ['too_many_requests'],
  summary: 'Logs in with one of the ten recovery codes, which is used up',
  body: z.object({ code: text(40) }),
  example: { code: 'k7qm-3rtv-w8xe-p2ny' },
  reply: entered,
})

export const askPasskey = endpoint({
  method: 'POST',
  path: '/staff/login/passkey/options',
  access: 'entering',
  summary: 'Asks for what a passkey has to sign',
  reply: z.object({ options: means(z.string(), 'JSON for navigator.credentials.get') }),
})

export const enterByPasskey = endpoint({
  method: 'POST',
  path: '/staff/login/passkey',
  access: 'entering',
  refuses: ['too_many_requests'],
  summary: 'Logs in with a passkey',
  body: z.object({ response: passkeyJson }),
  reply: entered,
})

export const offeredAuthenticator = z.object({
  secret: means(z.string(), 'In base32, to be typed into an app'),
  uri: means(z.string(), 'The same as an otpauth address, for a QR code'),
})

export const setUpAuthenticator = endpoint({
  method: 'POST',
  path: '/staff/login/setup/authenticator/options',
  access: 'entering',
  enrols: true,
  refuses: ['conflict'],
  summary: 'Offers the secret of an authenticator app to somebody who has no second factor yet',
  reply: offeredAuthenticator,
})

export const enterBySetUpAuthenticator = endpoint({
  method: 'POST',
  path: '/staff/login/setup/authenticator',
  access: 'entering',
  enrols: true,
  refuses: ['conflict'],
  summary: 'Sets up the authenticator app with its first code, and logs in',
  body: z.object({ code: authenticatorCode }),
  example: { code: '204816' },
  reply: entered,
})

export const setUpPasskey = endpoint({
  method: 'POST',
  path: '/staff/login/setup/passkey/options',
  access: 'entering',
  enrols: true,
  refuses: ['conflict'],
  summary: 'Asks for what a browser needs to make a passkey, for somebody who has no second factor yet',
  reply: z.object({ options: means(z.string(), 'JSON for navigator.credentials.create') }),
})

export const enterBySetUpPasskey = endpoint({
  method: 'POST',
  path: '/staff/login/setup/passkey',
  access: 'entering',
  enrols: true,
  refuses: ['conflict'],
  summary: 'Sets up a passkey, and logs in',
  body: z.object({ response: passkeyJson, name: passkeyName }),
  reply: entered,
})

named({ StaffMe: me })
