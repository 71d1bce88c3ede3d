import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, text } from '#lib/both/calls/fields.ts'
import { optionalPhoneNumber } from '#lib/both/calls/phone-fields.ts'
import { rowId } from '#lib/both/calls/reply-fields.ts'

/** Calls of the registration for an exam: document 1, sections 5 and 7. */

/** What a registration form can ask (document 1, section 5, 'Exam registration'). */
export const registrationFields = [
  'name_as_pre_psc',
  'dob',
  'phone_number',
  'reg_no',
  'district_id',
  'community_id',
  'exam_applied_district',
] as const

export type RegistrationField = (typeof registrationFields)[number]

const flag = z.enum(['true', 'false'])

export const getRegistrationForm = endpoint({
  method: 'GET',
  path: '/user/courses/exam/examregformlist/{examId}',
  access: 'learner',
  refuses: ['not_entitled', 'not_found'],
  summary: 'Which fields the registration form of an exam asks for',
  params: z.object({ examId: id }),
  reply: z.object({
    status: z.boolean(),
    data: z.array(
      z.object({
        exam_froms: z.object({
          name_as_pre_psc: flag,
          dob: flag,
          phone_number: flag,
          reg_no: flag,
          district_id: flag,
          community_id: flag,
          exam_applied_district: flag,
        }),
        /** Ours: what the profile has of the fields that are asked, in the form's own formats. Left out where it has nothing. */
        from_profile: z.optional(
          z.object({
            name_as_pre_psc: z.optional(z.string()),
            /** yyyy-mm-dd */
            dob: z.optional(z.string()),
            /** Digits; with the calling code where that is not India's. */
            phone_number: z.optional(z.string()),
          }),
        ),
      }),
    ),
  }),
})

export const getDistrictsAndCommunities = endpoint({
  method: 'GET',
  path: '/districtcommunity',
  access: 'learner',
  summary: 'Choices of the registration form',
  reply: z.object({
    status: z.boolean(),
    district: z.array(z.object({ id: rowId, district_name: z.string() })),
    community: z.array(z.object({ id: rowId, category_name: z.string() })),
  }),
})

export const submitRegistrationForm = endpoint({
  method: 'POST',
  path: '/user/courses/exam/submitexamregform',
  access: 'learner',
  refuses: ['not_entitled', 'not_found', 'registration_not_needed', 'already_started', 'ended'],
  summary: 'Registers the learner for an exam',
  body: z.object({
    exam_id: id,
    name_as_pre_psc: z.optional(text(200)),
    dob: means(z.optional(text(10)), 'yyyy-mm-dd'),
    phone_number: z.optional(optionalPhoneNumber('Must be text')),
    reg_no: z.optional(text(50)),
    district_id: z.optional(z.union([id, z.literal('')])),
    community_id: z.optional(z.union([id, z.literal('')])),
    exam_applied_district: z.optional(z.union([id, z.literal('')])),
  }),
  reply: done,
})
