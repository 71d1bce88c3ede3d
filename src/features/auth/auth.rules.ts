import { hasText } from '#lib/has-text.ts'

/** Decisions of log-in that need neither a server nor a page (document 1, sections 2, 4, 5, 8 and 9). */

export const CODE_LENGTH = 4
/** Of a code for a phone that strangers have locked. */
export const LONG_CODE_LENGTH = 8
/** The code of an error after which a long code may be asked for. */
export const LONG_WAY = 'long_code'
/** The code of the error that a right code of a blocked account gets. */
export const BLOCKED = 'blocked'
export const RESEND_SECONDS = 60
export const PHONE_MAX_DIGITS = 15
export const INDIA = '91'

/** Session storage key of the page that the guard turned a visitor away from. */
export const ORIGIN_KEY = 'loginOrigin'
/** Session storage key: the log-in pages say that the log-in before has ended. */
export const ENDED_KEY = 'loginEnded'
/** Local storage key (document 1, section 3). */
export const REDIRECT_KEY = 'redirectAfterLogin'

/** Texts of document 1, sections 5 and 8. */
export const messages = {
  phone: 'Please enter a valid phone number',
  tenDigits: 'Please enter a 10-digit phone number',
  noCodesToNumber: 'Codes cannot be sent to this kind of number',
  noCodesToCountry: 'Codes cannot be sent to this country code',
  indiaAlone: 'Codes are sent to Indian numbers alone here',
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  email: 'Please enter a valid email address',
  sendFailed: 'Login failed. Please try again.',
  noUserId: 'User ID not found.',
  resendFailed: 'Failed to send OTP',
  sent: 'OTP sent successfully.',
  shortAgain: 'A 4-digit code can be sent to this phone again. Please ask for one.',
  sentBefore: 'The 8-digit code was sent to this phone before. It still works.',
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
 * The national digits in what was typed, pasted or filled in: a calling code in front goes, so does the 0 that India
 * dials before a number, and at most 15 digits stay.
 */
export function typedDigits(typed: string, countryCode: string): string {
  const text = typed.trim()
  let digits = text.replace(/\D/g, '')
  const international = text.startsWith('+') ? digits : text.startsWith('00') ? digits.slice(2) : undefined
  if (international?.startsWith(countryCode)) digits = international.slice(countryCode.length)
  if (countryCode === INDIA && /^0\d{10}$/.test(digits)) digits = digits.slice(1)
  return digits.slice(0, PHONE_MAX_DIGITS)
}

/** What is wrong with a phone number, or undefined. `digits` is the national number. */
export function phoneError(countryCode: string, digits: string): string | undefined {
  if (digits === '') return messages.phone
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

/** What is wrong with the profile that completes a registration; empty when nothing is. */
export function profileErrors(name: string, email: string): ProfileErrors {
  const errors: ProfileErrors = {}
  if (!hasText(name)) errors.name = messages.nameRequired
  else if (name.trim().length > 100) errors.name = 'At most 100 characters'
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

/** A path with its query on this site, or undefined for whatever could lead elsewhere. */
export function safePath(value: string | null | undefined): string | undefined {
  // Browsers drop tabs and line breaks from addresses and read a backslash as a slash.
  if (!value || !/^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(value)) return undefined
  const here = 'http://site.invalid'
  if (!URL.canParse(value, here)) return undefined
  const url = new URL(value, here)
  return url.origin === here && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}

/** Where a learner goes after log-in: the remembered origin, else the saved redirect, else the dashboard. */
export function afterLogin(origin: string | null, redirect: string | null): string {
  const pages = [origin, redirect].map(safePath).filter((path) => path && !/^\/(login|auth)?\/?([?#]|$)/.test(path))
  return pages[0] ?? '/dashboard'
}

/**
 * What a 401 leads to: on purchase pages the error is the page's, elsewhere the learner logs in again. On a page that is
 * open to everyone the log-in that has ended is forgotten, and who came to read goes on reading.
 */
export function afterUnauthorized(
  path: string,
  query: string,
  open: boolean,
): { leave: boolean; forget?: boolean; redirect?: string } {
  if (path.startsWith('/buycourse/')) return { leave: false }
  if (open) return { leave: false, forget: true }
  if (path === '/login' || path === '/auth') return { leave: true }
  return { leave: true, redirect: path + query }
}

export type GuardDecision =
  | { go: 'stay' }
  /** Local storage is cleared and the origin remembered. */
  | { go: '/login'; origin: string }
  /** The origin is saved as the redirect after log-in. */
  | { go: '/auth'; redirect: string }

/**
 * What a protected page does before it paints. Runs inside the page's head as text, so it refers to nothing outside.
 * @param stored what local storage has under `user`
 */
export function guardDecision(stored: string | null, path: string, query: string): GuardDecision {
  let complete = false
  try {
    const user: unknown = JSON.parse(stored ?? 'null')
    complete =
      typeof user === 'object' &&
      user !== null &&
      'token' in user &&
      typeof user.token === 'string' &&
      !('registration_completed' in user && user.registration_completed === 'N')
  } catch {
    // Not ours: as good as nothing.
  }
  if (complete) return { go: 'stay' }
  if (path.startsWith('/buycourse/')) return { go: '/auth', redirect: path + query }
  return { go: '/login', origin: path + query }
}
