/**
 * Local storage keys of the second journals of exam answers begin so (exams/take/journal/local-journal.browser.ts). They
 * outlive a log-in that ends with a 401, and a log-out while they have something unsent.
 */
export const LOCAL_JOURNAL = 'padavu-journal '

/** Uses storage, which browsers may refuse; the page goes on without it. @returns what was found; undefined where it is refused */
export function keep<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Clears local storage, all but the second journals of exam answers. @param unsent only journals with unsent content stay */
export function clearLocalStorage(unsent = false): void {
  const stays = (key: string) =>
    key.startsWith(LOCAL_JOURNAL) && (!unsent || localStorage.getItem(key)!.includes('"unsent":true'))
  for (const key of Object.keys(localStorage)) if (!stays(key)) localStorage.removeItem(key)
}
