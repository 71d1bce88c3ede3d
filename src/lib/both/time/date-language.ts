/** The languages that months and weekdays may be named in. */
export const dateLanguages = { en: 'English', ml: 'മലയാളം', hi: 'हिन्दी' } as const

export type DateLanguage = keyof typeof dateLanguages

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60

/** What this browser was told to name dates in. Kept in a cookie beside the theme, because log-out clears local storage. */
export function dateLanguage(): DateLanguage {
  // The server writes no dates in words into pages.
  if (typeof document === 'undefined') return 'en'
  return (/(?:^|; )dates=(ml|hi)/.exec(document.cookie)?.[1] as DateLanguage | undefined) ?? 'en'
}

/** Keeps the choice; dates drawn from now on follow it. */
export function chooseDateLanguage(language: DateLanguage): void {
  const age = language === 'en' ? 0 : YEAR_IN_SECONDS
  document.cookie = `dates=${language}; path=/; samesite=lax; max-age=${age}`
}
