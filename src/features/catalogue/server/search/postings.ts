import SearchableMap from 'minisearch/SearchableMap'
import type { Term } from '#lib/server/text/search-words.ts'
import { isIndian, soundsOf } from './sounds.ts'

/**
 * Which texts have a word, by number, without saying how well: for the many words of chapters and for what words sound like.
 * MiniSearch keeps and gives more of each than a search of thousands of long courses has time for.
 */
export interface Postings {
  words: SearchableMap<number[]>
  /** What the Indian words sound like. */
  sounds: SearchableMap<number[]>
  /** What the Latin words do: they are found by them from other scripts alone. */
  latinSounds: SearchableMap<number[]>
}

export const postings = (): Postings => ({
  words: new SearchableMap(),
  sounds: new SearchableMap(),
  latinSounds: new SearchableMap(),
})

/** Letters from which on a word is completed: nearly every course has a word with a given first letter. */
const COMPLETED_FROM = 2

/** The same of a sound: shorter ones begin half of all words. */
const SOUND_COMPLETED_FROM = 4

/** How a text has a term. */
export const WRITTEN = 1
const ALIKE = 2

/** Notes the words of a text, and what they sound like. The numbers of texts come in order. */
export function note(to: Postings, text: number, words: readonly string[]): void {
  for (const word of words) add(to.words, word, text)
  noteSounds(to, text, words)
}

/** Notes what the words of a text sound like. */
export function noteSounds({ sounds, latinSounds }: Postings, text: number, words: readonly string[]): void {
  for (const word of words) for (const sound of soundsOf(word)) add(isIndian(word) ? sounds : latinSounds, sound, text)
}

function add(map: SearchableMap<number[]>, key: string, text: number): void {
  const texts = map.get(key)
  if (!texts) map.set(key, [text])
  else if (texts.at(-1) !== text) texts.push(text)
}

/** Marks the texts that have a term, `WRITTEN` or `ALIKE` or both, by their numbers. */
export function mark(from: Postings, term: Term, mistyped: boolean, marks: Uint8Array): void {
  if (term.joined) markAll(find(from.words, term.joined, completed(term.joined), 0), WRITTEN, marks)
  markAlike(from, term, mistyped, marks)
  const [word, ...more] = term.words
  if (word === undefined) return
  if (more.length === 0) {
    markAll(find(from.words, word, completed(word), mistyped ? errorsAllowed(word) : 0), WRITTEN, marks)
    return
  }
  const each = term.words.map((part) => {
    const own = new Uint8Array(marks.length)
    markAll(find(from.words, part, completed(part), 0), WRITTEN, own)
    return own
  })
  for (let text = 0; text < marks.length; text += 1) if (each.every((own) => own[text])) marks[text]! |= WRITTEN
}

/** Marks the texts that have a word which sounds like a term of one word. */
export function markAlike(from: Postings, { words }: Term, mistyped: boolean, marks: Uint8Array): void {
  const [word, ...more] = words
  if (word === undefined || more.length > 0) return
  for (const sound of soundsOf(word)) {
    const complete = sound.length >= SOUND_COMPLETED_FROM
    const errors = mistyped && sound.length > SOUND_COMPLETED_FROM ? 1 : 0
    markAll(find(from.sounds, sound, complete, errors), ALIKE, marks)
    if (isIndian(word)) markAll(find(from.latinSounds, sound, complete, errors), ALIKE, marks)
  }
}

function* find(map: SearchableMap<number[]>, key: string, complete: boolean, errors: number): Generator<number[]> {
  if (complete) yield* map.atPrefix(key).values()
  else if (map.has(key)) yield map.get(key)!
  if (errors > 0) for (const [texts] of map.fuzzyGet(key, errors).values()) yield texts
}

function markAll(lists: Iterable<number[]>, how: number, marks: Uint8Array): void {
  for (const texts of lists) for (const text of texts) marks[text]! |= how
}

/** True of a word that may be the beginning of one. */
export const completed = (word: string) => word.length >= COMPLETED_FROM

/** One typing error in a short word, two in a longer one, where two swapped letters count as two; none in the shortest. */
export function errorsAllowed(word: string): number {
  return word.length < 4 ? 0 : word.length < 6 ? 1 : 2
}
