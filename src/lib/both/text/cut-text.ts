import { characters } from './characters.ts'

/**
 * The beginning of a text, cut between two letters as readers see them: never inside an emoji, before a vowel sign or at a
 * virama.
 * @param max UTF-16 code units, as `length` counts them. A single letter that is longer is cut between code points
 */
export function beginningOfText(text: string, max: number): string {
  if (text.length <= max) return text
  // A code point that begins within `max` is whole in it.
  const beginning = text.slice(0, max + 2)
  return within(characters(beginning), max) || within(beginning, max)
}

/** The parts that fit into `max` UTF-16 code units, joined. */
function within(parts: Iterable<string>, max: number): string {
  let fitting = ''
  for (const part of parts) {
    if (fitting.length + part.length > max) break
    fitting += part
  }
  return fitting
}

/** The text, or its beginning with an ellipsis, at most `max` UTF-16 code units with it. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${beginningOfText(text, max - 1).trimEnd()}…`
}
