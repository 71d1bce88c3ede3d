import type { FieldErrors } from '#lib/both/calls/errors.ts'
import { INDIA } from '#lib/both/text/calling-codes.ts'
import { birthDateProblem } from '#lib/both/time/birth-date.ts'
import type { RegistrationField } from './registration.contract.ts'

/** What a learner's profile says that registration forms ask as well. */
export interface KnownOfLearner {
  name: string | null
  /** yyyy-mm-dd */
  birthday: string | null
  /** Digits of the calling code. */
  country_code: string
  /** National digits. */
  phone: string
}

/** Fields that a profile can fill, as the form has them. */
export type FromProfile = Partial<Record<'name_as_pre_psc' | 'dob' | 'phone_number', string>>

/**
 * What a form may be filled with from the profile: of the fields that are `asked` those that the profile has, and no date that
 * the form would refuse. A number from abroad has its calling code.
 */
export function fromProfile(asked: readonly RegistrationField[], known: KnownOfLearner, now: number): FromProfile {
  const { name, birthday, country_code: code, phone } = known
  return {
    ...(asked.includes('name_as_pre_psc') && name?.trim() && { name_as_pre_psc: name.trim() }),
    ...(asked.includes('dob') && birthday && !birthDateProblem(birthday, now) && { dob: birthday }),
    ...(asked.includes('phone_number') && { phone_number: code === INDIA ? phone : code + phone }),
  }
}

type RegistrationAnswers = Partial<Record<RegistrationField, string | number | undefined>>

/** What an empty field says (document 1, section 5, 'Exam registration'). */
const requiredMessages: Record<RegistrationField, string> = {
  name_as_pre_psc: 'Name is required',
  dob: 'Date of birth is required',
  phone_number: 'Phone number is required',
  reg_no: 'Registration number is required',
  district_id: 'District is required',
  community_id: 'Community is required',
  exam_applied_district: 'Applied District is required',
}

/**
 * What is wrong with a filled-in registration form. Only the fields that are `asked` are looked at; today is the Indian
 * day of `now`.
 */
export function checkRegistration(
  asked: readonly RegistrationField[],
  given: RegistrationAnswers,
  now: number,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of asked) {
    const value = String(given[field] ?? '').trim()
    const problem = value === '' ? requiredMessages[field] : (fieldProblem(field, value, now) ?? '')
    if (problem) errors[field] = problem
  }
  return errors
}

function fieldProblem(field: RegistrationField, value: string, now: number): string | undefined {
  if (field === 'dob') return birthDateProblem(value, now)
  if (field === 'phone_number' && !/^[0-9]+$/.test(value)) return 'Phone number must have digits only'
  return undefined
}
