const LONGEST = 100
const SHORTEST = 3
const tooShort = 'Please enter at least 3 characters to search.'

/**
 * What was typed into a search box: without blanks around it, with one between two words, and composed (NFC), so that what
 * looks the same is the same.
 */
export function readSearch(given: string | null): string {
  const words = (given ?? '').normalize().trim().replace(/\s+/g, ' ')
  // Half of a character that is cut in two is no text.
  return words
    .slice(0, LONGEST)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

/** What is wrong with a search: fewer than 3 non-blank characters (document 1, section 5). Empty is not wrong. */
export function searchProblem(search: string): string | undefined {
  const letters = search.replace(/\s/g, '').length
  return letters > 0 && letters < SHORTEST ? tooShort : undefined
}

/** The button that clears a search box shows from 3 characters on (document 1, section 4). */
export function canClear(search: string): boolean {
  return search.trim().length >= SHORTEST
}
