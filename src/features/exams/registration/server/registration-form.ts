import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import {
  registrationFields,
  type getRegistrationForm as contract,
  type RegistrationField,
} from '../registration.contract.ts'
import { fromProfile } from '../registration.rules.ts'
import { registrationExam } from './registration-exam.ts'

/**
 * Which fields the registration form of an exam asks (document 1, section 3, 'Exam registration form config'), and what the
 * learner's profile says of them already.
 * @throws notFound
 */
export async function getRegistrationForm(ctx: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const { asked } = await registrationExam(ctx, params.examId)
  const flags = Object.fromEntries(
    registrationFields.map((field) => [field, asked.includes(field) ? 'true' : 'false']),
  ) as Record<RegistrationField, 'true' | 'false'>
  const { name, birthday, country_code, phone } = await ctx.db
    .selectFrom('users')
    .where('id', '=', ctx.user.id)
    .select(['name', 'birthday', 'country_code', 'phone'])
    .executeTakeFirstOrThrow()
  const known = fromProfile(asked, { name, birthday, country_code, phone }, ctx.now())
  return {
    status: true,
    data: [{ exam_froms: flags, ...(Object.keys(known).length > 0 && { from_profile: known }) }],
  }
}
