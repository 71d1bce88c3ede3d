/*
 * The same boundaries as in cut-text.ts. That module belongs to layouts: one that islands share with them becomes one more
 * script of every page (docs/decisions/0063-a-copy-for-each-page.md).
 */

/** Letters of Indian scripts joined by a virama count as one; a virama, a vowel sign or a skin tone is part of a letter. */
const EXTENDS = /^[\p{M}\p{Emoji_Modifier}\u200c\u200d\u{e0020}-\u{e007f}]$/u
const JOINS = /^[\u200d\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d]$/u
const REGIONAL = /^\p{Regional_Indicator}$/u

/** UTF-16 code units of the longest emoji (a flag has 14, a kiss with two skin tones 15), rounded up. */
const MAX_UNITS = 16

/**
 * The characters of a text as readers see them: an emoji, a letter with its vowel signs. Not Intl.Segmenter: the oldest
 * browsers lack it.
 */
export function* characters(text: string): Generator<string> {
  let [begun, at, regionals] = [0, 0, 0]
  let previous = ''
  for (const codePoint of text) {
    const isRegional = REGIONAL.test(codePoint)
    const isPart =
      EXTENDS.test(codePoint) || (JOINS.test(previous) && codePoint !== ' ') || (isRegional && regionals % 2 === 1)
    if (!isPart && at > begun) {
      yield text.slice(begun, at)
      begun = at
    }
    regionals = isRegional ? regionals + 1 : 0
    at += codePoint.length
    previous = codePoint
  }
  if (at > begun) yield text.slice(begun, at)
}

/**
 * How many characters a text has for limits and counters, in browser and server alike: an emoji is one. A character longer
 * than any emoji, such as a letter with hundreds of accents, counts as several, so that a limit bounds the size as well.
 */
export function countCharacters(text: string): number {
  let count = 0
  for (const character of characters(text)) count += Math.ceil(character.length / MAX_UNITS)
  return count
}

/** Whether a text has at most `max` characters as `countCharacters` counts them. The time does not grow with a longer text. */
export function hasAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true
  return text.length <= max * MAX_UNITS && countCharacters(text) <= max
}

/** The first `max` characters of a text, for searches: too long a text is cut and not refused. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text
  let [count, end] = [0, 0]
  for (const character of characters(text)) {
    count += Math.ceil(character.length / MAX_UNITS)
    if (count > max) break
    end += character.length
  }
  return text.slice(0, end)
}

/** The first character of a text as readers see it; '' of an empty text. */
export function firstCharacter(text: string): string {
  for (const character of characters(text)) return character
  return ''
}
