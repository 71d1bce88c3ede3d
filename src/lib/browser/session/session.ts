import { persistentAtom } from '@nanostores/persistent'
import { paths } from '../../both/paths.ts'
import { hasFields, valueIn } from '../../both/told.ts'
import { clearLocalStorage, keep } from '../device/storage.ts'
import { afterUnauthorized } from './after-unauthorized.ts'
import { ENDED_KEY, KEPT_LOGIN_KEY, ORIGIN_KEY, REDIRECT_KEY, USER_KEY } from './session-keys.ts'

/** The log-in that calls are made with: whose it is, how it is kept, and what ends it. */

/** Who is logged in, as far as calls need to know. What else is kept of them is the log-in's (features/auth/auth.store.ts). */
export interface Session {
  id: number
  token: string
}

/** Kept under `user` (document 1, section 3). Other tabs follow. */
export const $session = persistentAtom<Session | undefined>(USER_KEY, undefined, {
  encode: (session) => JSON.stringify(session),
  decode: readSession,
})

/** What was kept, with all its fields; undefined of what is no log-in. */
export function readSession(stored: string): Session | undefined {
  const told = valueIn(stored)
  return isSession(told) ? told : undefined
}

/** What the pages count on. Fields that a user may lack are shown as missing where they are. */
function isSession(told: unknown): told is Session {
  return hasFields(told) && typeof told.token === 'string' && typeof told.id === 'number'
}

/** What `call` sends; undefined of a visitor. */
export function sessionToken(): string | undefined {
  return $session.get()?.token
}

let ended = false

/** The token is no longer good (document 1, section 2, 'Route guard'): a 401 to any call but the log-in. */
export function leaveAfter401(): void {
  const { dataset } = document.documentElement
  // A log-out ends the token itself and opens the log-in page.
  if (ended || 'loggingOut' in dataset) return
  const open = dataset.open !== undefined
  const {
    leave,
    redirect,
    forget = leave,
  } = afterUnauthorized(location.pathname, location.search + location.hash, open)
  if (leave) return leaveEnded(paths.login, redirect)
  if (!forget) return
  forgetSession()
  // The shell shows what visitors see.
  delete dataset.signedIn
}

/** Forgets the learner and opens a log-in page that says why. @param wish the page that the next log-in leads to */
export function leaveEnded(login: string, wish: string | undefined): void {
  // After a log-out in another tab another learner may log in next.
  const isLoggedIn = keep(() => localStorage.getItem(USER_KEY) !== null)
  forgetSession()
  if (wish) {
    if (isLoggedIn) keep(() => localStorage.setItem(REDIRECT_KEY, wish))
    // In this tab also when another one has saved or followed a redirect meanwhile.
    keep(() => sessionStorage.setItem(ORIGIN_KEY, wish))
  }
  keep(() => sessionStorage.setItem(ENDED_KEY, '1'))
  location.assign(login)
}

/** Clears everything this browser knows of the learner, except work that the server does not have yet. */
function forgetSession(): void {
  $session.set(undefined)
  keep(clearLocalStorage)
  for (const key of [ORIGIN_KEY, KEPT_LOGIN_KEY]) keep(() => sessionStorage.removeItem(key))
}

/** The same where the page stays although nobody is logged in: no answer to a call under way leads elsewhere any more. */
export function forgetSessionAndStay(): void {
  ended = true
  forgetSession()
}
