/** Letters of Indian scripts joined by a virama count as one; a virama, a vowel sign or a skin tone is part of a letter. */
const EXTENDS = /^[\p{M}\p{Emoji_Modifier}\u200c\u200d\u{e0020}-\u{e007f}]$/u
const JOINS = /^[\u200d\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d]$/u
const REGIONAL = /^\p{Regional_Indicator}$/u

/**
 * The beginning of a text, cut between two letters as readers see them: never inside an emoji, before a vowel sign or at a
 * virama. Not Intl.Segmenter: the oldest browsers lack it.
 * @param max UTF-16 code units, as `length` counts them. A single letter that is longer is cut between code points
 */
export function beginningOfText(text: string, max: number): string {
  if (text.length <= max) return text
  let [at, boundary, codePoint, regionals] = [0, 0, 0, 0]
  let previous = ''
  for (const character of text) {
    if (at > max) break
    const isRegional = REGIONAL.test(character)
    const isPart =
      EXTENDS.test(character) || (JOINS.test(previous) && character !== ' ') || (isRegional && regionals % 2 === 1)
    codePoint = at
    if (!isPart) boundary = at
    regionals = isRegional ? regionals + 1 : 0
    at += character.length
    previous = character
  }
  return text.slice(0, boundary || codePoint)
}

/** The text, or its beginning with an ellipsis, at most `max` UTF-16 code units with it. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${beginningOfText(text, max - 1).trimEnd()}…`
}
