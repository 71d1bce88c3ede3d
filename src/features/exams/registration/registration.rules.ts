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

const INDIA = '91'

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
