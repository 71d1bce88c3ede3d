import { isEmail } from '#features/auth/login-form.rules.ts'
import { birthDateProblem } from '#lib/both/time/birth-date.ts'
import { hasText } from '#lib/both/text/has-text.ts'
import { hasAtMost } from '#lib/both/text/count-characters.ts'

/** Texts of document 1, sections 5 and 8. */
export const messages = {
  loadFailed: 'Failed to load user profile',
  loadError: 'Error while loading user profile',
  saved: 'Profile updated successfully.',
  saveFailed: 'Failed to update profile.',
  saveError: 'Error while updating profile.',
  pictureError: 'Error while updating profile image.',
  pictureFailed: 'Failed to update profile image.',
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  email: 'Please enter a valid email address',
} as const

const LONGEST_NAME = 100
const LONGEST_CITY = 60

export interface ProfileForm {
  name: string
  email: string
  birthday: string
  city: string
}

export type ProfileFormErrors = Partial<Record<keyof ProfileForm, string>>

/** What is wrong with the form 'My Details'; empty when nothing is (document 1, section 5). */
export function formErrors({ name, email, birthday, city }: ProfileForm, now: number): ProfileFormErrors {
  const errors: ProfileFormErrors = {}
  if (!hasText(name)) errors.name = messages.nameRequired
  else if (!hasAtMost(name.trim(), LONGEST_NAME)) errors.name = `At most ${LONGEST_NAME} characters`
  if (email.trim() === '') errors.email = messages.emailRequired
  else if (!isEmail(email.trim())) errors.email = messages.email
  const born = birthday === '' ? undefined : birthDateProblem(birthday, now)
  if (born) errors.birthday = born
  if (!hasAtMost(city.trim(), LONGEST_CITY)) errors.city = `At most ${LONGEST_CITY} characters`
  return errors
}

/** Browsers by what only they write of themselves, the general ones last. */
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPiOS\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\//],
  ['Safari', /^(?=.*\bVersion\/).*\bSafari\//],
]

const systems: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows NT\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Name of a device whose browser and system are not recognised. */
export const UNKNOWN_DEVICE = 'Unknown device'

/** A user agent in plain words: 'Chrome on Android'. */
export function deviceOf(userAgent: string): { name: string; phoneSized: boolean } {
  const found = (list: [string, RegExp][]) => list.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const browser = found(browsers)
  const system = found(systems)
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? UNKNOWN_DEVICE)
  return { name, phoneSized: system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(userAgent)) }
}
