import type { LearnerContext } from '#api/context.ts'
import type { InputOf } from '#lib/endpoint.ts'
import {
  registrationFields,
  type getRegistrationForm as contract,
  type RegistrationField,
} from '../registration.contract.ts'
import { registrationExam } from './registration-exam.ts'

/**
 * Which fields the registration form of an exam asks (document 1, section 3, 'Exam registration form config').
 * @throws notFound
 */
export async function getRegistrationForm(ctx: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const { asked } = await registrationExam(ctx, params.examId)
  const flags = Object.fromEntries(
    registrationFields.map((field) => [field, asked.includes(field) ? 'true' : 'false']),
  ) as Record<RegistrationField, 'true' | 'false'>
  return { status: true, data: [{ exam_froms: flags }] }
}
