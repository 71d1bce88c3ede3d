/**
 * Decisions of log-in that need neither a server nor a page (document 1, sections 2, 4 and 9). Every page loads them: what
 * the form alone needs is in login-form.rules.ts.
 */

/** How long after a code another may be asked for. */
export const RESEND_SECONDS = 60
/** Session storage key of the page that this tab's log-in is for, a purchase too: the saved redirect is any tab's. */
export const ORIGIN_KEY = 'loginOrigin'
/** In the address of a log-in page: the path of the page that leads there and wants the learner back. */
export const FROM_PARAMETER = 'from'
/** Session storage key: the log-in pages say that the log-in before has ended. */
export const ENDED_KEY = 'loginEnded'
/** Session storage key of a log-in under way (kept-login.browser.ts). */
export const KEPT_LOGIN_KEY = 'loginUnderWay'
/** Session storage key of the exam screen's path while its answers are kept (exams/kept-mark.store.ts). */
export const KEPT_EXAM_KEY = 'keptExam'
/** Local storage key (document 1, section 3). */
export const REDIRECT_KEY = 'redirectAfterLogin'

/** A path with its query on this site, or undefined for whatever could lead elsewhere. */
export function safePath(value: string | null | undefined): string | undefined {
  // Browsers drop tabs and line breaks from addresses and read a backslash as a slash.
  if (!value || !/^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(value)) return undefined
  const here = 'http://site.invalid'
  if (!URL.canParse(value, here)) return undefined
  const url = new URL(value, here)
  return url.origin === here && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}

/** Where a learner goes after log-in: the remembered origin, else the saved redirect, else the dashboard. */
export function afterLogin(origin: string | null, redirect: string | null): string {
  const pages = [origin, redirect].map(safePath).filter((path) => path && !/^\/(login|auth)?\/?([?#]|$)/.test(path))
  return pages[0] ?? '/dashboard'
}

/**
 * What a 401 leads to: on purchase pages the error is the page's, elsewhere the learner logs in again. On a page that is
 * open to everyone the log-in that has ended is forgotten, and who came to read goes on reading.
 */
export function afterUnauthorized(
  path: string,
  query: string,
  open: boolean,
): { leave: boolean; forget?: boolean; redirect?: string } {
  if (path.startsWith('/buycourse/')) return { leave: false }
  if (open) return { leave: false, forget: true }
  if (path === '/login' || path === '/auth') return { leave: true }
  return { leave: true, redirect: path + query }
}

export type GuardDecision =
  | { go: 'stay' }
  /** Local storage is cleared and the origin remembered. */
  | { go: '/login'; origin: string }
  /** The origin is remembered, and saved as the redirect after log-in. */
  | { go: '/auth'; redirect: string }

/**
 * What a protected page does before it paints. Runs inside the page's head as text, so it refers to nothing outside.
 * @param stored what local storage has under `user`
 */
export function guardDecision(stored: string | null, path: string, query: string): GuardDecision {
  let complete = false
  try {
    const user: unknown = JSON.parse(stored ?? 'null')
    complete =
      typeof user === 'object' &&
      user !== null &&
      'token' in user &&
      typeof user.token === 'string' &&
      !('registration_completed' in user && user.registration_completed === 'N')
  } catch {
    // Not ours: as good as nothing.
  }
  if (complete) return { go: 'stay' }
  if (path.startsWith('/buycourse/')) return { go: '/auth', redirect: path + query }
  return { go: '/login', origin: path + query }
}
