/**
 * Local storage keys of the second journals of exam answers begin so (exams/take/journal/local-journal.browser.ts). They
 * outlive a log-in that ends with a 401, and a log-out where the database did not take something.
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

/** Clears local storage, all but the second journals of exam answers. @param alone only those with what no database has */
export function clearLocalStorage(alone = false): void {
  const stays = (key: string) =>
    key.startsWith(LOCAL_JOURNAL) && (!alone || localStorage.getItem(key)!.includes('"alone":true'))
  for (const key of Object.keys(localStorage)) if (!stays(key)) localStorage.removeItem(key)
}
