const YEAR_IN_SECONDS = 365 * 24 * 60 * 60

/**
 * Keeps a choice of this browser for a year, in a cookie because a log-out clears local storage.
 * @param value undefined deletes the cookie
 */
export function keepChoice(name: 'theme' | 'dates', value?: string): void {
  const age = value === undefined ? 0 : YEAR_IN_SECONDS
  // Without https, WebKit stores no cookie that is `secure`.
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value ?? ''}; path=/; samesite=lax; max-age=${age}${secure}`
}
