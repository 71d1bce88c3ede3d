import { forgetPush } from '#lib/device-data.ts'

/** What the shell shows of the stored user (document 1, section 3). */
interface StoredUser {
  token?: string
  name?: string
  email?: string
  avatar?: string | null
}

/** The learner this browser remembers, if it is one that can be read. */
export function storedUser(): StoredUser | undefined {
  try {
    return (JSON.parse(localStorage.getItem('user') ?? 'null') as StoredUser | null) ?? undefined
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
function showAvatar(place: HTMLElement, source: string | null | undefined): void {
  const shown = place.querySelector('img')
  if (!source) return shown?.remove()
  const image = shown ?? new Image()
  image.alt = ''
  image.className = 'absolute inset-0 size-full object-cover'
  image.onerror = () => image.remove()
  if (image.getAttribute('src') !== source) image.src = source
  if (!shown) place.append(image)
}

/** Tells the server, forgets everything and leaves. The server being out of reach keeps nobody logged in here. */
export async function logOut(): Promise<void> {
  const token = storedUser()?.token
  const wait = new Promise((resolve) => setTimeout(resolve, 3000))
  const forgotten = Promise.race([forgetPush(), wait])
  const { api = '/api/v1' } = document.documentElement.dataset
  if (token) {
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${api}/user/logout`, { method: 'POST', headers, signal: AbortSignal.timeout(3000) }).catch(() => {})
  }
  await forgotten
  localStorage.clear()
  location.assign('/login')
}
