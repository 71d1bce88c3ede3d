import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CodeSender } from '#providers/codes/code-sender.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { countCode } from '#core/metrics/metrics.ts'
import { channelFor, INDIA, messages, phoneError } from '../../login-form.rules.ts'

/**
 * Kinds of numbers that a person answers and that cost the caller what calls to a country cost. The others are premium and
 * shared cost, pagers, voicemail, personal numbers that are forwarded at a price, and what the metadata does not know.
 */
const reached: readonly string[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE', 'FIXED_LINE', 'VOIP']

/**
 * The national digits of a phone that codes may be sent to, as we store them, so that one phone is one learner however it is
 * typed. Looked at on the server alone: the metadata that knows kinds of numbers are large.
 * @throws ApiError 422 naming `mobile` or `country_code`
 */
export function reachableNumber(
  { codes }: { codes: Pick<CodeSender, 'channels'> },
  countryCode: string,
  typed: string,
): string {
  const digits = typed.replace(/[\s().-]/g, '')
  const problem = phoneError(countryCode, digits)
  if (problem) throw invalid({ mobile: problem })
  const parsed = parsePhoneNumberFromString(`+${countryCode}${digits}`)
  if (!parsed || parsed.countryCallingCode !== countryCode || !parsed.isPossible()) {
    throw invalid({ mobile: countryCode === INDIA ? messages.noCodesToNumber : messages.phone })
  }
  // Satellites and services without a country: +870, +881, +882, +883, +979 and their like.
  if (parsed.isNonGeographic()) throw unreachable({ country_code: messages.noCodesToCountry })
  const kind = parsed.getType()
  if (kind === undefined || !reached.includes(kind)) throw unreachable({ mobile: messages.noCodesToNumber })
  if (!codes.channels.includes(channelFor(countryCode))) throw unreachable({ country_code: messages.indiaAlone })
  return parsed.nationalNumber
}

function unreachable(errors: Record<string, string>) {
  countCode('refused', 'number')
  return invalid(errors)
}
