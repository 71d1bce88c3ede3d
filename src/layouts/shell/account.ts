import { endSession } from '#lib/browser/session/end-session.ts'
import { ENDED_KEY, KEPT_EXAM_KEY, KEPT_LOGIN_KEY, ORIGIN_KEY, USER_KEY } from '#lib/browser/session/session-keys.ts'
import { initialsOf } from '#lib/both/text/initials.ts'
import { sendLeftResults } from '#features/quizzes/left-results.browser.ts'
import { forgetDeviceData } from '#lib/browser/device/device-data.ts'
import { clearLocalStorage } from '#lib/browser/device/storage.ts'
import { hasFields, textOf, valueIn } from '#lib/both/told.ts'

/** What the shell shows of the stored user (document 1, section 3). */
interface StoredUser {
  id: number | undefined
  /** Not in the middle of a registration, during which every page but the log-in sees a visitor. */
  registered: boolean
  token: string | undefined
  name: string | undefined
  email: string | undefined
  avatar: string | undefined
}

/** The learner this browser remembers, if it is one that can be read. */
export function storedUser(): StoredUser | undefined {
  try {
    const user = valueIn(localStorage.getItem(USER_KEY))
    if (!hasFields(user)) return undefined
    return {
      id: typeof user.id === 'number' ? user.id : undefined,
      registered: user.registration_completed !== 'N',
      token: textOf(user.token),
      name: textOf(user.name),
      email: textOf(user.email),
      avatar: textOf(user.avatar),
    }
  } catch {
    return undefined
  }
}

/** Writes name, email and picture wherever the page has a place for them. */
export function showAccount(): void {
  const user = storedUser()
  document.documentElement.style.setProperty('--initials', JSON.stringify(initialsOf(user?.name ?? null)))
  for (const place of document.querySelectorAll('[data-user-name]')) place.textContent = user?.name ?? ''
  for (const place of document.querySelectorAll('[data-user-email]')) place.textContent = user?.email ?? ''
  for (const place of document.querySelectorAll<HTMLElement>('[data-avatar]')) showAvatar(place, user?.avatar)
}

/**
 * Keeps a page that is open to everyone in step with the other tabs: when somebody else, or nobody, is logged in it is
 * hidden at once and loads anew, for its islands have asked as who was. Guarded pages do it in their heads
 * (features/auth/guard.ts). Tabs that slept look when they are seen again.
 */
export function followAccount(): void {
  if (document.documentElement.dataset.open === undefined) return
  const loggedIn = () => {
    const user = storedUser()
    return user?.registered ? user.id : undefined
  }
  const shown = loggedIn()
  const look = () => {
    if (loggedIn() === shown) return
    document.documentElement.style.display = 'none'
    location.reload()
  }
  addEventListener('storage', look)
  addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) look()
  })
}

/** Lays the picture over the initials, which its ground hides; one that cannot be loaded goes away again. */
function showAvatar(place: HTMLElement, source: string | undefined): void {
  const shown = place.querySelector('img')
  if (!source) return shown?.remove()
  const image = shown ?? new Image()
  image.alt = ''
  image.className = 'absolute inset-0 size-full bg-tint object-cover'
  image.onerror = () => image.remove()
  if (image.getAttribute('src') !== source) image.src = source
  if (!shown) place.append(image)
}

/** Milliseconds that leaving may take at most, and those of them that are for work which waits to be sent. */
const FAREWELL = 3000
const FAREWELL_OF_WORK = 2000

/**
 * Sends what waits, tells the server, forgets everything and leaves. The server being out of reach keeps nobody logged in
 * here.
 */
export async function logOut(): Promise<void> {
  const token = storedUser()?.token
  document.documentElement.dataset.loggingOut = ''
  const over = pause(FAREWELL)
  const forgotten = forgetDeviceData()
  if (token) {
    // Before the token ends, for it can be sent with no other.
    await Promise.race([sendLeftResults(), pause(FAREWELL_OF_WORK)])
    await Promise.race([endSession(token), over])
  }
  await Promise.race([forgotten, over])
  // The specification asks to clear local storage (document 1, section 2). A log-out must not lose an answer: unsent work
  // stays in IndexedDB under the learner's id, and second journals of exam answers stay while they hold something unsent. No
  // other learner is shown either.
  clearLocalStorage(true)
  try {
    // Whoever logs out need not read that a log-in has ended, and whoever logs in next goes on with nothing of theirs.
    for (const key of [ENDED_KEY, KEPT_LOGIN_KEY, ORIGIN_KEY, KEPT_EXAM_KEY]) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
  location.assign('/login')
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
