import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { digits, done, id, means } from '#lib/both/calls/fields.ts'
import { callingCode, phoneNumber } from '#lib/both/calls/phone-fields.ts'
import { howMany } from '#lib/both/calls/reply-fields.ts'
import { needed, reason } from '#lib/both/calls/staff-fields.ts'
import { CODE_LENGTH } from '../../login-form.rules.ts'
import { helpers } from '../learner-roles.rules.ts'

/** What staff do with a learner's log-in. */

const acts = { access: 'staff', roles: helpers, method: 'POST', params: z.object({ id }) } as const

export const logOutLearner = endpoint({
  ...acts,
  path: '/staff/learners/{id}/logout',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict'],
  summary: 'Logs a learner out everywhere, within a second: a lost phone, a stolen log-in',
  body: z.object({ reason }),
  reply: z.extend(done, { ended: means(howMany, 'Devices that were logged in') }),
})

export const unlockLearner = endpoint({
  ...acts,
  path: '/staff/learners/{id}/unlock',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict'],
  summary: 'Forgets what counts against a learner’s phone after others asked for too many codes or guessed',
  body: z.object({ reason }),
  reply: z.extend(done, {
    sent: means(howMany, 'Codes sent that no longer count'),
    tried: means(howMany, 'Guesses that no longer count'),
  }),
})

const from = means(
  z.enum(['log-in', 'discussions']),
  'Everything, with the end of all log-ins; or writing in discussions alone',
)

export const blockLearner = endpoint({
  ...acts,
  path: '/staff/learners/{id}/block',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Keeps a learner out of the account, or of writing in discussions',
  body: z.object({ from, reason }),
  reply: z.extend(done, { ended: means(howMany, 'Devices that were logged in') }),
})

export const unblockLearner = endpoint({
  ...acts,
  path: '/staff/learners/{id}/unblock',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict'],
  summary: 'Lets a learner in again',
  body: z.object({ from, reason }),
  reply: done,
})

const newPhone = {
  mobile: means(phoneNumber(), 'The new phone'),
  country_code: callingCode,
}

export const askNewPhoneCode = endpoint({
  ...acts,
  path: '/staff/learners/{id}/phone/code',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict', 'phone_taken', 'too_many_requests', 'bad_gateway'],
  summary: 'Sends a code to the new phone of a learner, who reads it out',
  body: z.object(newPhone),
  example: { mobile: '9847012345', country_code: '91' },
  reply: z.extend(done, {
    phone: means(z.string(), 'Where the code went: +91 9847012345'),
    empty_account: means(
      z.boolean(),
      'The phone has an account without a profile and with nothing in it, which ends when the phone is moved',
    ),
  }),
})

export const moveLearnerPhone = endpoint({
  ...acts,
  path: '/staff/learners/{id}/phone',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict', 'phone_taken', 'too_many_requests'],
  summary: 'Gives an account another phone, with the code that was sent there, and ends all its log-ins',
  body: z.object({
    ...newPhone,
    otp: means(digits(CODE_LENGTH), 'The code that the learner reads out'),
    proof: means(
      needed(300, 'Say which proof of identity you saw'),
      'Which proof of identity was seen; stands in the log, without numbers of documents',
    ),
    reason,
  }),
  example: {
    mobile: '9847012345',
    country_code: '91',
    otp: '4711',
    proof: 'Voter card shown at the desk; name and birthday agree',
    reason: 'The old SIM is lost',
  },
  reply: z.extend(done, {
    ended: means(howMany, 'Devices that were logged in'),
    emptied: means(z.boolean(), 'An account without a profile that had the phone was ended'),
  }),
})
