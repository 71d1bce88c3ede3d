import { KEPT_LOGIN_KEY } from '#lib/browser/session/session-keys.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { hasFields, valueIn } from '#lib/both/told.ts'
import type { Preferences, User } from './auth.contract.ts'
import { RESEND_SECONDS } from './auth.rules.ts'
import { type Country } from './login-form.rules.ts'

/**
 * A log-in under way, kept for this tab: a reload goes on at the same step. Never the code itself. It is gone with the tab,
 * with the log-in, and when its time is over (docs/decisions/0049-kept-log-ins-and-the-offline-page.md).
 */

/** The auth flow data of document 1, section 3. */
export interface SentCode {
  phone: string
  countryCode: string
  userId: number
  userExists: boolean
  /** Of a code of 8 digits: whether it was sent just now or before, and until when it works, in milliseconds since 1970. */
  long?: { sent: boolean; until: number }
}

/** What a learner whose code was right gave, and typed since. */
export interface Registering {
  user: User
  preferences: Preferences | null
  name: string
  email: string
}

/** Instants are milliseconds since 1970 by this device's clock. */
export interface KeptLogin {
  country: Country
  sent: SentCode
  /** When this was kept, and until when it is of use. */
  at: number
  until: number
  /** When another code may be asked for. */
  againAt: number
  /** Where a purchase waits: whatever other tabs do, it is not forgotten. */
  redirect?: string
  registering?: Registering
}

/** How long a code of 4 digits works, and how long what was typed into a profile is kept. */
const CODE_LIFE = 10 * MINUTE
const PROFILE_LIFE = 30 * MINUTE

/** The log-in once a code was sent. */
export function loginOf(sent: SentCode, country: Country, redirect: string | undefined, now = Date.now()): KeptLogin {
  return {
    country,
    sent,
    at: now,
    until: sent.long?.until ?? now + CODE_LIFE,
    againAt: now + RESEND_SECONDS * SECOND,
    ...(redirect && { redirect }),
  }
}

/** The log-in once the code was right and the profile is to be completed. */
export function registeringOf(login: KeptLogin, registering: Registering, now = Date.now()): KeptLogin {
  return { ...login, registering, at: now, until: now + PROFILE_LIFE }
}

/** Keeps the log-in; browsers may refuse storage, and then a reload begins anew. */
export function keepLogin(login: KeptLogin): void {
  try {
    sessionStorage.setItem(KEPT_LOGIN_KEY, JSON.stringify(login))
  } catch {
    // Nothing is kept.
  }
}

export function forgetLogin(): void {
  try {
    sessionStorage.removeItem(KEPT_LOGIN_KEY)
  } catch {
    // Nothing was kept.
  }
}

/** The log-in that this tab was in the middle of. What cannot be used any more is dropped. */
export function keptLogin(now = Date.now()): KeptLogin | undefined {
  try {
    const login = valueIn(sessionStorage.getItem(KEPT_LOGIN_KEY))
    if (isLogin(login) && login.at <= now && now < login.until) return login
    forgetLogin()
  } catch {
    // Nothing was kept.
  }
  return undefined
}

function isLogin(told: unknown): told is KeptLogin {
  if (!hasFields(told) || !hasFields(told.country) || !hasFields(told.sent)) return false
  const { sent, country, at, until, againAt, registering } = told
  const numbers = [sent.userId, at, until, againAt]
  const texts = [sent.phone, sent.countryCode, country.iso, country.dial]
  return (
    numbers.every((each) => typeof each === 'number') &&
    texts.every((each) => typeof each === 'string') &&
    (sent.long === undefined || (hasFields(sent.long) && typeof sent.long.until === 'number')) &&
    (registering === undefined || isRegistering(registering))
  )
}

function isRegistering(told: unknown): boolean {
  return (
    hasFields(told) &&
    hasFields(told.user) &&
    typeof told.user.token === 'string' &&
    typeof told.name === 'string' &&
    typeof told.email === 'string'
  )
}
