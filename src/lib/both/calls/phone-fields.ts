import * as z from 'zod/mini'
import { MAX_PHONE_TEXT } from '../text/phone-number.ts'
import { digitText, line, means } from './fields.ts'

/** Fields of phone numbers. What is typed into them is read by `parsePhone` (src/lib/both/text/phone-number.ts). */

/** A phone number that must be there, as people write it. */
export const phoneNumber = (error = 'Please enter a phone number') =>
  digitText(line(MAX_PHONE_TEXT, error).check(z.minLength(1, { error })), error)

/** A phone number that may be left out or empty. */
export const optionalPhoneNumber = (error = 'Must be a phone number') => digitText(line(MAX_PHONE_TEXT, error), error)

const CALLING_CODE = 'Must be the digits of a calling code'

/** Digits of the calling code of a phone number that is written without one; India's without it. */
export const callingCode = means(
  z._default(
    digitText(
      z.string({ error: CALLING_CODE }).check(z.regex(/^[1-9]\d{0,3}$/, { error: CALLING_CODE })),
      CALLING_CODE,
    ),
    '91',
  ),
  'Digits of the calling code',
)
