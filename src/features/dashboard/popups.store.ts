import { $user, updateProfile } from '#features/auth/auth.store.ts'
import type { Preferences } from '#features/auth/auth.contract.ts'
import { call } from '#lib/browser/call/call.ts'
import { storeForLearner } from '#lib/browser/device/storage.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { createPreference, getAppBanner, logMarketingSplash, type Splash } from './dashboard.contract.ts'
import { permissions } from './permissions.store.ts'
import { readPreferences, type Wants } from './preference.rules.ts'

/** Document 1, section 3: other local storage keys. */
const PREFERENCE_KEY = 'user_preference'
const SOURCE_KEY = 'contentSource'
/** In session storage: whose splash was closed, and which. */
const CLOSED_KEY = 'splashClosed'

/** What the preference dialog offers; undefined when it stays closed (document 1, section 4). */
export function offeredPreferences(): Preferences | undefined {
  try {
    return readPreferences(localStorage.getItem(PREFERENCE_KEY))
  } catch {
    return undefined
  }
}

/** The dialog was closed, in whatever way: it does not come back. */
export function forgetPreferences(): void {
  try {
    localStorage.removeItem(PREFERENCE_KEY)
  } catch {
    // Browsers may refuse storage.
  }
}

/** Stores which of the two landings the site has. */
export function keepContentSource(source: 'cc' | 'wac'): void {
  storeForLearner(SOURCE_KEY, source)
}

/** Sends what the learner chose. @throws as `call` */
export async function sendPreferences(options: string[], wants: Wants): Promise<void> {
  await call(createPreference, {
    body: { options, course: wants === 'exam' ? 0 : 1, exam: wants === 'course' ? 0 : 1 },
    keepalive: true,
  })
}

const closedMark = ({ id }: Splash) => `${$user.get()?.id}:${id}`

/** The splash was closed without an answer: it does not come back while this tab is open. */
export function restSplash(splash: Splash): void {
  try {
    sessionStorage.setItem(CLOSED_KEY, closedMark(splash))
  } catch {
    // Browsers may refuse storage: it comes back with the next page.
  }
}

function rests(splash: Splash): boolean {
  try {
    return sessionStorage.getItem(CLOSED_KEY) === closedMark(splash)
  } catch {
    return false
  }
}

/** The splash that this learner has not confirmed nor closed in this session; asked for only where the site has switched splashes on. */
export async function newSplash(): Promise<Splash | undefined> {
  try {
    const { enable_marketing_splash: on } = await permissions()
    if (on !== '1') return undefined
    const { data } = await call(getAppBanner)
    const [first] = data.marketing_splash
    return first && $user.get()?.marketing_splash_id !== first.id && !rests(first) ? first : undefined
  } catch (error) {
    noteFailure('Loading the splash', error)
    return undefined
  }
}

/** The learner confirms: the splash is not shown again. @returns what to tell them; undefined when it could not be noted */
export async function confirmSplash({ id, splash_success }: Splash): Promise<string | undefined> {
  const user = $user.get()
  if (user) updateProfile({ ...user, marketing_splash_id: id })
  try {
    const { status } = await call(logMarketingSplash, { params: { id }, keepalive: true })
    return status ? splash_success : undefined
  } catch (error) {
    noteFailure('The splash log', error)
    return undefined
  }
}
