/** What a learner typed and has not sent yet, kept for this tab: a reload loses nothing. */

/** Browsers may refuse storage; then a draft lives as long as its field. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Nothing is kept.
  }
}
