const YEAR_IN_SECONDS = 365 * 24 * 60 * 60

/** Keeps or forgets a choice of this browser, in a cookie because a log-out clears local storage. */
export function keepChoice(name: 'theme' | 'dates', value: string, keep: boolean): void {
  // Without https, WebKit stores no cookie that is `secure`.
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value}; path=/; samesite=lax; max-age=${keep ? YEAR_IN_SECONDS : 0}${secure}`
}
