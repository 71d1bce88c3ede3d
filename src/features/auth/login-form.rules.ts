import { hasText } from '#lib/both/text/has-text.ts'
import { INDIA } from '#lib/both/text/calling-codes.ts'

/** The rules and texts of the log-in form that need neither a server nor a page (document 1, sections 5 and 8). */

export const CODE_LENGTH = 4
/** Of a code for a phone that strangers have locked. */
export const LONG_CODE_LENGTH = 8
/** The code of an error after which a long code may be asked for. */
export const LONG_WAY = 'long_code'
/** The code of the error that a right code of a blocked account gets. */
export const BLOCKED = 'blocked'
/** What stands beside the boxes; the server does not tell one from the other (docs/decisions/0029-ways-in.md). */
export const WRONG_CODE = 'This code is wrong or has expired. Please check it and try again.'

/** Texts of document 1, sections 5 and 8. */
export const messages = {
  phone: 'Please enter a valid phone number',
  tenDigits: 'Please enter a 10-digit phone number',
  otherCountry: 'This number has another country code. Please choose its country first',
  noCodesToNumber: 'Codes cannot be sent to this kind of number',
  noCodesToCountry: 'Codes cannot be sent to this country code',
  indiaAlone: 'Codes can be sent only to Indian numbers here',
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  email: 'Please enter a valid email address',
  sendFailed: 'Login failed. Please try again.',
  noUserId: 'User ID not found.',
  resendFailed: 'Failed to send OTP',
  sent: 'OTP sent successfully.',
  shortAgain: 'You can get a 4-digit code on this phone again. Please request one.',
  sentBefore: 'The 8-digit code was already sent to this phone. It still works.',
  verifyFailed: 'OTP verification failed.',
  profileFailed: 'Failed to update profile',
  profileError: 'Error while updating profile',
} as const

/** What somebody reads whose account is blocked. @param phone of the support, '' where there is none */
export function blockedText(phone: string): string {
  const help = phone ? ` If you think this is a mistake, please call ${phone}.` : ''
  return `This account is blocked, so you cannot log in.${help}`
}

export interface Country {
  /** Two capital letters. */
  iso: string
  /** Digits of the calling code. */
  dial: string
}

/** The number field says where the code comes (document 1, section 2, 'Login screens'). */
export function phoneLabel(countryCode: string): string {
  return countryCode === INDIA ? 'Phone' : 'WhatsApp'
}

/**
 * Returns why a phone number is refused, or undefined.
 * @param digits as `typedDigits` has them: those of the national number, or + and those of a number of another country
 */
export function phoneError(countryCode: string, digits: string): string | undefined {
  if (digits === '') return messages.phone
  if (digits.startsWith('+')) return messages.otherCountry
  if (countryCode === INDIA) return /^\d{10}$/.test(digits) ? undefined : messages.tenDigits
  return /^\d{4,15}$/.test(digits) ? undefined : messages.phone
}

/**
 * Document 1, section 7: codes to other countries go by WhatsApp, whatever a caller asks for: elsewhere an SMS can cost its
 * sender whatever somebody there likes.
 */
export function channelFor(countryCode: string): 'sms' | 'whatsapp' {
  return countryCode === INDIA ? 'sms' : 'whatsapp'
}

export interface ProfileErrors {
  name?: string
  email?: string
}

/** What is wrong with the profile that completes a registration; empty when nothing is. How long a name is the contract bounds. */
export function profileErrors(name: string, email: string): ProfileErrors {
  const errors: ProfileErrors = {}
  if (!hasText(name)) errors.name = messages.nameRequired
  if (email.trim() === '') errors.email = messages.emailRequired
  else if (!isEmail(email.trim())) errors.email = messages.email
  return errors
}

/** Address-shaped: one @, no spaces, a dot in the domain, within the length that mail servers take. */
export function isEmail(value: string): boolean {
  return (
    value.length <= 254 && /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@.<>"(),:;[\]\\]+(\.[^\s@.<>"(),:;[\]\\]+)+$/.test(value)
  )
}

/** Seconds as mm:ss. */
export function countdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}
