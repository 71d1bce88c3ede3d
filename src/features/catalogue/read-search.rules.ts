import { firstCharacters } from '#lib/both/text/count-characters.ts'

/*
 * Apart from search.rules.ts, which the script of the course filters uses: what a script uses, the pages of islands load from
 * a file that they share with it (docs/decisions/0063-a-copy-for-each-page.md).
 */

const MAX_CHARACTERS = 100

/** Reads the text of a search box: trimmed, with single blanks, composed (NFC), at most 100 characters. */
export function readSearch(given: string | null): string {
  const words = (given ?? '').normalize().trim().replace(/\s+/g, ' ')
  return firstCharacters(words, MAX_CHARACTERS).trim()
}
