import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CodeSender } from '#providers/codes/code-sender.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { INDIA } from '#lib/both/text/calling-codes.ts'
import { parsePhone, phoneProblemMessages, typedDigits, type PhoneProblem } from '#lib/both/text/phone-number.ts'
import { countCode } from '#core/metrics/metrics.ts'
import { channelFor, messages, phoneError } from '../../login-form.rules.ts'

/** A phone number as accounts have it. */
export interface Phone {
  countryCode: string
  /** National digits, without trunk zeros, so that one phone is one learner however it is typed. */
  phone: string
}

/**
 * Kinds of numbers that a person answers and that cost the caller what calls to a country cost. The others are premium and
 * shared cost, pagers, voicemail, personal numbers that are forwarded at a price, and what the metadata does not know.
 */
const reached: readonly string[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE', 'FIXED_LINE', 'VOIP']

/** Why a number gets no codes. */
export type Unreachable = 'not_a_phone' | 'landline' | 'no_codes' | 'no_codes_to_country'

/**
 * Splits a number into calling code and national digits. On the server alone: the metadata are large.
 * @param international digits with those of the calling code
 * @returns with `unreachable` if codes cannot be sent to the number; without `phone` if it is no number of any country
 */
export function readInternational(international: string): { phone?: Phone; unreachable?: Unreachable } {
  const parsed = parsePhoneNumberFromString(`+${international}`)
  if (!parsed?.isPossible()) return { unreachable: 'not_a_phone' }
  const phone = { countryCode: parsed.countryCallingCode, phone: parsed.nationalNumber }
  // Satellites and services without a country: +870, +881, +882, +883, +979 and their like.
  if (parsed.isNonGeographic()) return { phone, unreachable: 'no_codes_to_country' }
  const kind = parsed.getType()
  if (kind === 'FIXED_LINE' && isLandline(phone)) return { phone, unreachable: 'landline' }
  if (kind === undefined || !reached.includes(kind)) return { phone, unreachable: 'no_codes' }
  return { phone }
}

/** Digits with which India's mobile series begin, and digits of a series. */
const MOBILE_LEVELS = /^[6-9]/
const SERIES_DIGITS = 4

/**
 * Returns whether a number of type FIXED_LINE certainly gets no codes. Codes go to other countries by WhatsApp, which landlines
 * can have. In India mobile numbers are allotted by series of four digits, while the metadata call parts of some mobile series
 * landlines (7593 2…7), so only a series without any mobile number is certain.
 */
function isLandline({ countryCode, phone }: Phone): boolean {
  if (channelFor(countryCode) !== 'sms') return false
  if (!MOBILE_LEVELS.test(phone)) return true
  const [series, rest] = [phone.slice(0, SERIES_DIGITS), phone.slice(SERIES_DIGITS + 1)]
  return [...'0123456789'].every(
    (digit) => parsePhoneNumberFromString(`+${countryCode}${series}${digit}${rest}`)?.getType() === 'FIXED_LINE',
  )
}

const refusals: Record<Exclude<Unreachable, 'not_a_phone'>, Record<string, string>> = {
  landline: { mobile: 'This is a landline, which gets no SMS. Please enter a mobile number' },
  no_codes: { mobile: messages.noCodesToNumber },
  no_codes_to_country: { country_code: messages.noCodesToCountry },
}

function problemMessage(problem: PhoneProblem, countryCode: string, typed: string): string {
  if (problem !== 'not_a_phone') return phoneProblemMessages[problem]
  return phoneError(countryCode, typedDigits(typed, countryCode)) ?? messages.phone
}

/**
 * The national digits of a phone that codes may be sent to, as accounts have them.
 * @throws ApiError 422 naming `mobile` or `country_code`
 */
export function reachableNumber(
  { codes }: { codes: Pick<CodeSender, 'channels'> },
  countryCode: string,
  typed: string,
): string {
  const parsed = parsePhone(typed, countryCode)
  if (parsed.problem !== undefined) throw invalid({ mobile: problemMessage(parsed.problem, countryCode, typed) })
  if (parsed.national === undefined) throw invalid({ mobile: messages.otherCountry })
  const { phone, unreachable } = readInternational(parsed.international)
  if (!phone || phone.countryCode !== countryCode)
    throw invalid({ mobile: countryCode === INDIA ? messages.noCodesToNumber : messages.phone })
  if (unreachable !== undefined && unreachable !== 'not_a_phone') throw refused(refusals[unreachable])
  if (!codes.channels.includes(channelFor(countryCode))) throw refused({ country_code: messages.indiaAlone })
  return phone.phone
}

/** The phone in a text, of India or with + and a calling code, also one that gets no codes. Undefined if it is none. */
export function phoneIn(typed: string): Phone | undefined {
  const parsed = parsePhone(typed)
  return parsed.problem === undefined ? readInternational(parsed.international).phone : undefined
}

/**
 * A phone that codes may be sent to: of India, or with + and a calling code.
 * @throws ApiError 422 naming `mobile`
 */
export function reachablePhone(senders: { codes: Pick<CodeSender, 'channels'> }, typed: string): Phone {
  const phone = phoneIn(typed)
  if (!phone) throw invalid({ mobile: messages.phone })
  return { ...phone, phone: reachableNumber(senders, phone.countryCode, phone.phone) }
}

/** Returns whether a text is the phone of an account, with or without its calling code. */
export function isPhoneOf({ countryCode, phone }: Phone, typed: string): boolean {
  const digits = typedDigits(typed, countryCode)
  return digits === phone || digits === countryCode + phone
}

function refused(errors: Record<string, string>) {
  countCode('refused', 'number')
  return invalid(errors)
}
