import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { digits, done, id, line, means, named } from '#lib/both/calls/fields.ts'
import { callingCode, phoneNumber } from '#lib/both/calls/phone-fields.ts'
import { howMany, instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { CODE_LENGTH } from '#features/auth/login-form.rules.ts'
import { needed, staffReason, version } from '#lib/both/calls/staff-fields.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import { MAX_PROOF, MOST_STAFF_NAME } from '../staff.rules.ts'

/** Who is of the staff, which is the owners' matter. */

const owners = { access: 'staff', roles: ['owner'] } as const

const role = z.enum(everyRole)

const member = z.object({
  id: rowId,
  name: z.string(),
  country_code: z.string(),
  phone: z.string(),
  roles: z.array(role),
  version: means(howMany, 'Sent back with a change; of two changes at once the second is refused'),
  created_at: instant,
  last_logged_on: z.nullable(instant),
  left_at: means(z.nullable(instant), 'Since when they are no longer of the staff'),
  factors: means(howMany, 'Second factors; none before the first log-in'),
})

export type TeamMember = z.output<typeof member>

const name = means(
  line(MOST_STAFF_NAME).check(z.minLength(1, { error: 'Please enter a name' })),
  'As learners read it at answers',
)

const roles = z
  .array(role, { error: 'Please choose at least one role' })
  .check(z.minLength(1, { error: 'Please choose at least one role' }), z.maxLength(everyRole.length))

const phone = { mobile: phoneNumber(), country_code: callingCode }

export const listTeam = endpoint({
  ...owners,
  method: 'GET',
  path: '/staff/team',
  secondFactor: 'session',
  summary: 'Everybody of the staff, and who has left',
  reply: z.object({ data: z.array(member) }),
})

export const addMember = endpoint({
  ...owners,
  method: 'POST',
  path: '/staff/team/add',
  secondFactor: 'recent',
  creates: true,
  refuses: ['conflict'],
  summary: 'Takes somebody into the staff, who then logs in with their phone and sets up a second factor',
  body: z.object({
    name,
    ...phone,
    roles,
    reason: staffReason,
  }),
  example: { name: 'Lekha Varma', mobile: '9812345670', roles: ['mentor'], reason: 'Teaches from June' },
  reply: z.extend(done, { id: rowId }),
})

export const changeMember = endpoint({
  ...owners,
  method: 'POST',
  path: '/staff/team/change',
  secondFactor: 'recent',
  refuses: ['not_found', 'edited', 'last_owner'],
  summary: 'Changes the name and the roles of somebody of the staff, at once also where they are logged in',
  body: z.object({ id, version, name, roles, reason: staffReason }),
  example: { id: 3, version: 1, name: 'Lekha Varma', roles: ['mentor', 'author'], reason: 'Writes exams too' },
  reply: done,
})

export const sendMemberPhoneCode = endpoint({
  ...owners,
  method: 'POST',
  path: '/staff/team/phone/code',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict', 'phone_taken', 'too_many_requests', 'bad_gateway'],
  summary: 'Sends a code to the new phone of a member of the staff, who reads it out',
  body: z.object({ id, ...phone }),
  example: { id: 3, mobile: '9847012345', country_code: '91' },
  reply: z.extend(done, { phone: means(z.string(), 'Where the code was sent: +91 9847012345') }),
})

export const changeMemberPhone = endpoint({
  ...owners,
  method: 'POST',
  path: '/staff/team/phone',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict', 'phone_taken', 'too_many_requests'],
  summary: 'Changes the phone of a member of the staff with the code that was sent to it, and ends their sessions',
  body: z.object({
    id,
    ...phone,
    otp: means(digits(CODE_LENGTH), 'The code that the member reads out'),
    proof: means(
      needed(MAX_PROOF, 'Say which proof of identity you saw'),
      'Which proof of identity was seen; stands in the audit log, without numbers of documents',
    ),
    reason: staffReason,
  }),
  example: {
    id: 3,
    mobile: '9847012345',
    country_code: '91',
    otp: '4711',
    proof: 'Came to the office; known in person',
    reason: 'The old SIM is lost',
  },
  reply: z.extend(done, { ended: means(howMany, 'Sessions that were ended') }),
})

export const endMember = endpoint({
  ...owners,
  method: 'POST',
  path: '/staff/team/end',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict', 'last_owner'],
  summary: 'Somebody leaves the staff: they are logged out everywhere and cannot log in any more',
  body: z.object({ id, reason: staffReason }),
  reply: done,
})

export const returnMember = endpoint({
  ...owners,
  method: 'POST',
  path: '/staff/team/return',
  secondFactor: 'recent',
  refuses: ['not_found', 'conflict'],
  summary: 'Somebody who had left is of the staff again, with the roles of before',
  body: z.object({ id, reason: staffReason }),
  reply: done,
})

export const resetMember = endpoint({
  ...owners,
  method: 'POST',
  path: '/staff/team/reset',
  secondFactor: 'recent',
  refuses: ['not_found', 'last_owner'],
  summary: 'Removes all second factors of somebody who has lost them; the next log-in sets one up',
  body: z.object({ id, reason: staffReason }),
  reply: done,
})

export const unlockMember = endpoint({
  ...owners,
  method: 'POST',
  path: '/staff/team/unlock',
  secondFactor: 'recent',
  refuses: ['not_found'],
  summary: 'Forgets wrong codes and failed second factors of a member, whoever entered them; limits of networks stay',
  body: z.object({ id, reason: staffReason }),
  reply: done,
})

named({ TeamMember: member })
