/** The languages that months and weekdays may be named in. */
export const dateLanguages = { en: 'English', ml: 'മലയാളം', hi: 'हिन्दी' } as const

export type DateLanguage = keyof typeof dateLanguages

/** The language that this browser names dates in: the choice that `keepChoice('dates', …)` keeps. */
export function dateLanguage(): DateLanguage {
  // The server writes no dates in words into pages.
  if (typeof document === 'undefined') return 'en'
  return (/(?:^|; )dates=(ml|hi)/.exec(document.cookie)?.[1] as DateLanguage | undefined) ?? 'en'
}
