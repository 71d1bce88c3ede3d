import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { invalid } from '#lib/errors.ts'
import { INDIA, messages, phoneError } from '../auth.rules.ts'

/**
 * The national digits of a phone as we store them, so that one phone is one learner however it is typed.
 * @throws ApiError 422 naming `mobile` or `country_code`
 */
export function nationalNumber(countryCode: string, typed: string): string {
  const digits = typed.replace(/[\s().-]/g, '')
  const problem = phoneError(countryCode, digits)
  if (problem) throw invalid({ mobile: problem })
  if (countryCode === INDIA) return digits
  const parsed = parsePhoneNumberFromString(`+${countryCode}${digits}`)
  if (!parsed || parsed.countryCallingCode !== countryCode || !parsed.isPossible()) {
    throw invalid({ mobile: messages.phone })
  }
  return parsed.nationalNumber
}
