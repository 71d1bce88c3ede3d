import { persistentAtom } from '@nanostores/persistent'
import { setCallHooks } from '#lib/call.ts'
import { forgetDeviceData } from '#lib/device-data.ts'
import { paths } from '#lib/paths.ts'
import { hasFields, valueIn } from '#lib/told.ts'
import type { Preferences, Profile, User } from './auth.contract.ts'
import { afterLogin, afterUnauthorized, ENDED_KEY, ORIGIN_KEY, REDIRECT_KEY } from './auth.rules.ts'

/** The learner who is logged in on this browser (document 1, section 3). Other tabs follow. */
export const $user = persistentAtom<User | undefined>('user', undefined, {
  encode: (user) => JSON.stringify(user),
  decode: readUser,
})

function readUser(stored: string): User | undefined {
  const user = valueIn(stored)
  return isUser(user) ? user : undefined
}

/** What the pages count on. Fields that a user may lack are shown as missing where they are. */
function isUser(told: unknown): told is User {
  return hasFields(told) && typeof told.token === 'string' && typeof told.id === 'number'
}

let ended = false

setCallHooks({ token: () => $user.get()?.token, unauthorized: leaveAfter401 })

function leaveAfter401(): void {
  if (ended) return
  const { dataset } = document.documentElement
  const open = dataset.open !== undefined
  const { leave, redirect, forget: forgets = leave } = afterUnauthorized(location.pathname, location.search, open)
  if (!forgets) return
  forget()
  // The shell shows what visitors see.
  delete dataset.signedIn
  if (!leave) return
  if (redirect) keep(() => localStorage.setItem(REDIRECT_KEY, redirect))
  keep(() => sessionStorage.setItem(ENDED_KEY, '1'))
  location.assign(paths.login)
}

/** Clears everything this browser knows of the learner. What the server does not have yet lives elsewhere and stays. */
function forget(): void {
  $user.set(undefined)
  keep(() => localStorage.clear())
  keep(() => sessionStorage.removeItem(ORIGIN_KEY))
}

/** Browsers may refuse storage; the page goes on without it. */
function keep<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Forgets a learner whose account has ended. The page stays; no answer to a call under way leads elsewhere any more. */
export function forgetEndedAccount(): void {
  ended = true
  forget()
  void forgetDeviceData()
}

/** Where a 401 is left to the page (purchase pages): the log-in that has ended is forgotten, and the next leads back here. */
export function logInAgain(): void {
  const here = location.pathname + location.search
  forget()
  keep(() => localStorage.setItem(REDIRECT_KEY, here))
  keep(() => sessionStorage.setItem(ENDED_KEY, '1'))
  location.assign(paths.auth)
}

/** Stores what log-in gave. */
export function signIn(user: User, preferences: Preferences | null): void {
  $user.set(user)
  if (preferences) keep(() => localStorage.setItem('user_preference', JSON.stringify(preferences)))
}

/** Stores a changed profile; the token stays. */
export function updateProfile(profile: Profile): void {
  const user = $user.get()
  if (user) $user.set({ ...profile, token: user.token })
}

/** Opens the page the learner wanted before log-in. Back does not return to the log-in page. */
export function leaveLogin(): void {
  const origin = keep(() => sessionStorage.getItem(ORIGIN_KEY)) ?? null
  const redirect = keep(() => localStorage.getItem(REDIRECT_KEY)) ?? null
  keep(() => sessionStorage.removeItem(ORIGIN_KEY))
  keep(() => sessionStorage.removeItem(ENDED_KEY))
  keep(() => localStorage.removeItem(REDIRECT_KEY))
  location.replace(afterLogin(origin, redirect))
}
