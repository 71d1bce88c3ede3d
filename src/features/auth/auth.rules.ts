/**
 * Decisions of log-in that need neither a server nor a page (document 1, sections 2, 4 and 9); what the form alone needs is
 * in login-form.rules.ts.
 */

/** How long after a code another may be asked for. */
export const RESEND_SECONDS = 60
/** In the address of a log-in page: the path of the page that leads there and wants the learner back. */
export const FROM_PARAMETER = 'from'

/** A path with its query on this site, or undefined for whatever could lead elsewhere. */
export function safePath(value: string | null | undefined): string | undefined {
  // Browsers drop tabs and line breaks from addresses and read a backslash as a slash.
  if (!value || !/^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(value)) return undefined
  const here = 'http://site.invalid'
  // A path by this pattern always parses.
  const url = new URL(value, here)
  return url.origin === here && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}

/**
 * Returns whether a log-in may lead to a path of this site. It leads to no log-in page, nor to the console, the API and files:
 * a learner's log-in opens none of these. Runs inside a page's head as text, so it refers to nothing outside.
 */
export function isReturnPage(path: string): boolean {
  return !/^\/(?:(?:login|auth)?\/?(?:[?#]|$)|(?:staff|api|files|media)(?:[/?#]|$))/.test(path)
}

/** Where a learner goes after log-in: the remembered origin, else the saved redirect, else the dashboard. */
export function afterLogin(origin: string | null, redirect: string | null): string {
  const pages = [origin, redirect].map(safePath)
  return pages.find((path) => path !== undefined && isReturnPage(path)) ?? '/dashboard'
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
