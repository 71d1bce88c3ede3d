import { persistentAtom } from '@nanostores/persistent'
import { setCallHooks } from '#lib/browser/call/call.ts'
import { forgetDeviceData } from '#lib/browser/device/device-data.ts'
import { paths } from '#lib/both/paths.ts'
import { hasFields, valueIn } from '#lib/both/told.ts'
import type { Preferences, Profile, User } from './auth.contract.ts'
import { afterLogin, afterUnauthorized, ENDED_KEY, ORIGIN_KEY, REDIRECT_KEY } from './auth.rules.ts'
import { endSession } from './end-session.browser.ts'
import { forgetLogin, keptLogin, type Registering } from './kept-login.browser.ts'

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
  if (redirect) wish(redirect)
  keep(() => sessionStorage.setItem(ENDED_KEY, '1'))
  location.assign(paths.login)
}

/** Clears everything this browser knows of the learner. What the server does not have yet lives elsewhere and stays. */
function forget(): void {
  $user.set(undefined)
  keep(() => localStorage.clear())
  keep(() => sessionStorage.removeItem(ORIGIN_KEY))
  forgetLogin()
}

/** The next log-in leads there, in this tab also when another one has saved or followed a redirect meanwhile. */
function wish(page: string): void {
  keep(() => localStorage.setItem(REDIRECT_KEY, page))
  keep(() => sessionStorage.setItem(ORIGIN_KEY, page))
}

/** Browsers may refuse storage; the page goes on without it. */
function keep<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/**
 * Forgets a learner whose account has ended. The page stays, also for the guard; no answer to a call under way leads
 * elsewhere any more.
 */
export function forgetEndedAccount(): void {
  ended = true
  document.documentElement.dataset.farewell = ''
  forget()
  void forgetDeviceData()
}

/** Where a 401 is left to the page (purchase pages): the log-in that has ended is forgotten, and the next leads back here. */
export function logInAgain(): void {
  const here = location.pathname + location.search
  forget()
  wish(here)
  keep(() => sessionStorage.setItem(ENDED_KEY, '1'))
  location.assign(paths.auth)
}

/** Stores what log-in gave. */
export function signIn(user: User, preferences: Preferences | null): void {
  $user.set(user)
  if (preferences) keep(() => localStorage.setItem('user_preference', JSON.stringify(preferences)))
}

/**
 * Stores it again where another tab has cleared or replaced it: the guard clears what it finds of a registration that is
 * under way (document 1, section 2).
 */
export function signInAgain({ user, preferences }: Pick<Registering, 'user' | 'preferences'>): void {
  if ($user.get()?.id !== user.id) signIn(user, preferences)
}

/**
 * Ends a registration that is not completed: its session, and what this browser stored of it. Where the log-in leads stays
 * for the next one.
 */
export function giveUpRegistration({ user }: Pick<Registering, 'user'>): void {
  void endSession(user.token)
  // Another tab may have stored somebody else.
  if ($user.get()?.id !== user.id) return
  $user.set(undefined)
  keep(() => localStorage.removeItem('user_preference'))
}

/** The page that waits for whoever logs in to buy. */
export const savedRedirect = () => keep(() => localStorage.getItem(REDIRECT_KEY)) ?? undefined

/** Calls when another tab has logged somebody in, also while this one slept. @returns a function that ends it */
export function onLoginElsewhere(act: () => void): () => void {
  const look = () => {
    // Not the store, which may not have heard of it yet.
    const user = keep(() => readUser(localStorage.getItem('user') ?? ''))
    if (!document.hidden && user?.registration_completed === 'Y') act()
  }
  addEventListener('storage', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener('storage', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Stores a changed profile; the token stays. */
export function updateProfile(profile: Profile): void {
  const user = $user.get()
  if (user) $user.set({ ...profile, token: user.token })
}

let leavingFor: string | undefined

/**
 * Opens the page the learner wanted before log-in. Back does not return to the log-in page. A log-in elsewhere changes the
 * storage several times: each leads to the same page, though the first has taken the wish out of it.
 */
export function leaveLogin(): void {
  leavingFor ??= takeWish()
  location.replace(leavingFor)
}

/** @returns where the log-in leads; nothing of it is remembered any more */
function takeWish(): string {
  const origin = keep(() => sessionStorage.getItem(ORIGIN_KEY)) ?? null
  const redirect = savedRedirect() ?? keptLogin()?.redirect ?? null
  forgetLogin()
  keep(() => sessionStorage.removeItem(ORIGIN_KEY))
  keep(() => sessionStorage.removeItem(ENDED_KEY))
  keep(() => localStorage.removeItem(REDIRECT_KEY))
  return afterLogin(origin, redirect)
}
