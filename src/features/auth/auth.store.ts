import type { WritableAtom } from 'nanostores'
import { forgetDeviceData } from '#lib/browser/device/device-data.ts'
import { $session, forgetSessionAndStay, leaveEnded } from '#lib/browser/session/session.ts'
import { paths } from '#lib/both/paths.ts'
import type { Profile, User } from './auth.contract.ts'

/** The learner who is logged in on this browser (document 1, section 3): the session, with what the log-in told of them. */
export const $user = $session as WritableAtom<User | undefined>

/**
 * Forgets a learner whose account has ended. The page stays, also for the guard; no answer to a call under way leads
 * elsewhere any more.
 */
export function forgetEndedAccount(): void {
  document.documentElement.dataset.farewell = ''
  forgetSessionAndStay()
  void forgetDeviceData()
}

/** Where a 401 is left to the page (purchase pages): the log-in that has ended is forgotten, and the next leads back here. */
export function logInAgain(): void {
  leaveEnded(paths.auth, location.pathname + location.search)
}

/** Stores a changed profile; the token stays. */
export function updateProfile(profile: Profile): void {
  const user = $user.get()
  if (user) $user.set({ ...profile, token: user.token })
}
