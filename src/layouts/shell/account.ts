import { ENDED_KEY } from '#features/auth/auth.rules.ts'
import { sendLeftResults } from '#features/quizzes/left-results.browser.ts'
import { forgetDeviceData } from '#lib/device-data.ts'
import { hasFields, textOf, valueIn } from '#lib/told.ts'

/** What the shell shows of the stored user (document 1, section 3). */
interface StoredUser {
  token: string | undefined
  name: string | undefined
  email: string | undefined
  avatar: string | undefined
}

/** The learner this browser remembers, if it is one that can be read. */
export function storedUser(): StoredUser | undefined {
  try {
    const user = valueIn(localStorage.getItem('user'))
    if (!hasFields(user)) return undefined
    return {
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
  for (const place of document.querySelectorAll('[data-user-name]')) place.textContent = user?.name ?? ''
  for (const place of document.querySelectorAll('[data-user-email]')) place.textContent = user?.email ?? ''
  for (const place of document.querySelectorAll<HTMLElement>('[data-avatar]')) showAvatar(place, user?.avatar)
}

/** Lays the picture over the drawn one; one that cannot be loaded goes away again. */
function showAvatar(place: HTMLElement, source: string | undefined): void {
  const shown = place.querySelector('img')
  if (!source) return shown?.remove()
  const image = shown ?? new Image()
  image.alt = ''
  image.className = 'absolute inset-0 size-full object-cover'
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
  const over = pause(FAREWELL)
  const forgotten = forgetDeviceData()
  if (token) {
    // Before the token ends, for it can be sent with no other.
    await Promise.race([sendLeftResults(), pause(FAREWELL_OF_WORK)])
    const { api = '/api/v1' } = document.documentElement.dataset
    const headers = { authorization: `Bearer ${token}` }
    const told = fetch(`${api}/user/logout`, { method: 'POST', headers, keepalive: true }).catch(() => {})
    await Promise.race([told, over])
  }
  await Promise.race([forgotten, over])
  // All of local storage, as the specification asks (document 1, section 2). What the learner did and the server does not
  // have yet is in IndexedDB under the learner's id, and stays there: an answer must not be lost by logging out, and nobody
  // else is shown it.
  localStorage.clear()
  try {
    // Whoever logs out need not read that a log-in has ended.
    sessionStorage.removeItem(ENDED_KEY)
  } catch {
    // Nothing was kept.
  }
  location.assign('/login')
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
