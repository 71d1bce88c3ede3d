/** Code units of a search box: they fit into an address of 8 kB. The server reads the first 100 characters. */
export const MAX_SEARCH_UNITS = 800
const SHORTEST = 3
const tooShort = 'Please enter at least 3 characters to search.'

/** What is wrong with a search: fewer than 3 non-blank characters (document 1, section 5). Empty is not wrong. */
export function searchProblem(search: string): string | undefined {
  const letters = search.replace(/\s/g, '').length
  return letters > 0 && letters < SHORTEST ? tooShort : undefined
}

/** The button that clears a search box shows from 3 characters on (document 1, section 4). */
export function canClear(search: string): boolean {
  return search.trim().length >= SHORTEST
}
