import { USER_KEY } from '../session/session-keys.ts'

/**
 * Local storage keys of the second journals of exam answers begin so (exams/take/journal/local-journal.browser.ts). They
 * outlive a log-in that ends with a 401, and a log-out while they have something unsent.
 */
export const LOCAL_JOURNAL = 'padavu-journal '

/**
 * Local storage keys that stay when a learner's log-in ends without a log-out: second journals of exam answers, and all of the
 * staff console, whose log-in and typed text are not the learner's. Also part of the guard's text (features/auth/guard.ts).
 */
export const KEPT_KEYS = /^padavu-(journal |staff)/

/** Uses storage, which browsers may refuse; the page goes on without it. @returns what was found; undefined where it is refused */
export function keep<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/**
 * Stores a value of the learner who is logged in. Stores nothing after a log-out in any tab: a late reply must not leave a
 * value for the next learner.
 */
export function storeForLearner(key: string, value: string): void {
  keep(() => {
    if (localStorage.getItem(USER_KEY) !== null) localStorage.setItem(key, value)
  })
}

/**
 * Clears local storage, except KEPT_KEYS.
 * @param isLogOut only second journals with unsent content stay; JSON escapes this mark in typed text
 */
export function clearLocalStorage(isLogOut = false): void {
  const stays = (key: string) =>
    KEPT_KEYS.test(key) && (!isLogOut || localStorage.getItem(key)!.includes('"unsent":true'))
  for (const key of Object.keys(localStorage)) if (!stays(key)) localStorage.removeItem(key)
}
