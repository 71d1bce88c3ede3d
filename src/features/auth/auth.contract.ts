import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { digits, done, id, line, means, named, text, yesNo } from '#lib/both/calls/fields.ts'
import { callingCode, optionalPhoneNumber, phoneNumber } from '#lib/both/calls/phone-fields.ts'
import { instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { CODE_LENGTH, LONG_CODE_LENGTH, messages } from './login-form.rules.ts'

/** Log-in and sign-up (document 1, sections 2 and 7). */

/** A learner as the browser knows them; every call that changes the profile replies with it. */
export const profile = z.object({
  id: rowId,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  country_code: means(z.string(), 'Digits of the calling code, such as 91'),
  phone: means(z.string(), 'National digits'),
  birthday: means(z.nullable(z.string()), 'yyyy-mm-dd'),
  city: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  /** ISO 8601, UTC: when the account was made and when its owner last logged on. */
  activefrom: z.string(),
  lastLoggedOn: z.nullable(z.string()),
  registration_completed: yesNo,
  marketing_splash_id: z.nullable(rowId),
})

export type Profile = z.output<typeof profile>

/** What the browser stores under `user` (document 1, section 3): the profile and the bearer token. */
const user = z.extend(profile, { token: z.string() })

export type User = z.output<typeof user>

/** What the preference dialog offers, key to label (docs/decisions/0017-dashboard.md); stored under `user_preference`. */
const preferences = z.record(z.string(), z.string())

export type Preferences = z.output<typeof preferences>

const phone = z.object({
  mobile: phoneNumber(messages.phone),
  device: z._default(text(20), 'web'),
  country_code: callingCode,
  include_watsup_otp: means(
    z._default(yesNo, 'N'),
    'Codes go to India by SMS and elsewhere by WhatsApp, whatever this says',
  ),
})

const codeSent = z.extend(done, {
  user_id: rowId,
  user_exsist: means(
    z.boolean(),
    "The phone has been proved with a code before. The misspelt name is the specification's",
  ),
})

export const registerOrLogin = endpoint({
  method: 'POST',
  path: '/user/registerorlogin',
  access: 'anyone',
  refuses: ['too_many_requests', 'long_code', 'code_cap', 'bad_gateway'],
  summary: 'Sends a one-time code to a phone, known or new',
  body: phone,
  example: { mobile: '9000000001', device: 'web', country_code: '91', include_watsup_otp: 'N' },
  reply: codeSent,
})

/** Ours: what helps a phone whose codes others have used up (docs/decisions/0029-ways-in.md). */
export const askLongCode = endpoint({
  method: 'POST',
  path: '/user/otp/long',
  access: 'anyone',
  refuses: ['short_code', 'too_many_requests', 'code_cap', 'bad_gateway'],
  summary: 'Sends a code of 8 digits to a phone that is refused one of 4 digits with the error code long_code',
  body: phone,
  reply: z.extend(codeSent, {
    sent: means(z.boolean(), 'False when it has already been sent as often as allowed: the phone has it'),
    until: means(instant, 'Until when the code is valid'),
  }),
})

export const resendCode = endpoint({
  method: 'GET',
  path: '/user/otp/resend',
  access: 'anyone',
  refuses: ['too_many_requests', 'long_code', 'code_cap', 'bad_gateway'],
  summary: 'Sends a new code to the phone of a log-in under way',
  query: z.object({ user_id: id }),
  reply: z.object({ status: z.boolean(), success: z.boolean(), msg: z.string() }),
})

const verification = {
  access: 'anyone',
  body: z.object({
    user_id: id,
    otp: means(digits(CODE_LENGTH, LONG_CODE_LENGTH), 'Four digits; eight of a long code'),
  }),
  example: { user_id: 7, otp: '0417' },
  reply: z.object({
    status: z.boolean(),
    success: z.boolean(),
    msg: z.string(),
    user,
    preferences: means(
      z.nullable(preferences),
      'Null for a learner who has answered, and while there is nothing to ask about',
    ),
  }),
} as const

export const verifyCode = endpoint({
  ...verification,
  method: 'POST',
  path: '/user/otp/verify',
  refuses: ['too_many_requests', 'long_code', 'blocked'],
  summary: 'Logs a known learner in with the code',
})

export const verifyNewUser = endpoint({
  ...verification,
  method: 'POST',
  path: '/user/otp/verifynewuser',
  refuses: ['too_many_requests', 'long_code', 'blocked'],
  summary: 'Logs a new learner in with the code',
})

export const registerNewUser = endpoint({
  method: 'POST',
  path: '/user/registernewuser',
  access: 'verified',
  bodyKind: 'form',
  refuses: ['forbidden', 'profile_complete'],
  summary: 'Completes the profile of the learner whose code has just been verified',
  body: z.object({ mobile: optionalPhoneNumber(), name: line(100), email: text(300) }),
  example: { mobile: '9000000002', name: 'Asha Nair', email: 'asha@example.org' },
  reply: z.extend(done, { user: profile }),
})

/** Ours: the documents name no call for it, but a token must stop working when its owner logs out. */
export const logOut = endpoint({
  method: 'POST',
  path: '/user/logout',
  access: 'verified',
  summary: 'Ends the session of the token',
  reply: done,
})

named({ Profile: profile, User: user, CodeSent: codeSent })
