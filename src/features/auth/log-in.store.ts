import { keep } from '#lib/browser/device/storage.ts'
import { endSession } from '#lib/browser/session/end-session.ts'
import { readSession } from '#lib/browser/session/session.ts'
import { ENDED_KEY, ORIGIN_KEY, REDIRECT_KEY, USER_KEY } from '#lib/browser/session/session-keys.ts'
import type { Preferences, User } from './auth.contract.ts'
import { afterLogin } from './auth.rules.ts'
import { $user } from './auth.store.ts'
import { forgetLogin, keptLogin, type Registering } from './kept-login.browser.ts'

/** How a log-in begins and where it leads: what no page needs but those that log in. */

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
    const user = keep(() => readSession(localStorage.getItem(USER_KEY) ?? '') as User | undefined)
    if (!document.hidden && user?.registration_completed === 'Y') act()
  }
  addEventListener('storage', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener('storage', look)
    document.removeEventListener('visibilitychange', look)
  }
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
