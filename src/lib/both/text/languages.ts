/**
 * Which language a text is in, as far as its letters tell: a page is in English, and what stands in it in another script is
 * marked, so that a screen reader takes the right voice (WCAG 3.1.2).
 */

/** The letters of a script with the signs that belong to them, and the language that is meant by it here. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\u0900-\u097f]/g, 'hi'],
  [/[\u0980-\u09ff]/g, 'bn'],
  [/[\u0a00-\u0a7f]/g, 'pa'],
  [/[\u0a80-\u0aff]/g, 'gu'],
  [/[\u0b00-\u0b7f]/g, 'or'],
  [/[\u0b80-\u0bff]/g, 'ta'],
  [/[\u0c00-\u0c7f]/g, 'te'],
  [/[\u0c80-\u0cff]/g, 'kn'],
  [/[\u0d00-\u0d7f]/g, 'ml'],
  [/[\u0600-\u06ff]/g, 'ur'],
]

/** Two languages in one script: letters and words that only the second has. The danda belongs to all scripts. */
const others: Record<string, readonly [RegExp, string]> = {
  hi: [/ळ|आहे|आणि|नाही/, 'mr'],
  bn: [/[ৰৱ]/, 'as'],
}

const foreign = /[\u0600-\u06ff\u0900-\u0963\u0966-\u0d7f]/

/** True when a letter of the text is of one of these scripts. */
export function hasOtherScript(text: string): boolean {
  return foreign.test(text)
}

/**
 * The language of a text that has letters of another script than ours, by the script of most of those; undefined of all
 * others. Of a text in two scripts the Latin one does not count: a voice for Malayalam reads English words as well, and one
 * for English says nothing of Malayalam.
 */
export function languageOf(text: string): string | undefined {
  if (!foreign.test(text)) return undefined
  let most = 0
  let language: string | undefined
  for (const [letters, name] of scripts) {
    const count = text.match(letters)?.length ?? 0
    if (count > most) [most, language] = [count, name]
  }
  const [sign, other] = others[language ?? ''] ?? []
  return sign?.test(text) ? other : language
}
