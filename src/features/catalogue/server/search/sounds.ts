import Sanscript from '@indic-transliteration/sanscript'
import { LRUCache } from 'lru-cache'

/**
 * What a word sounds like, roughly: people type Malayalam and Hindi words with Latin letters as they hear them
 * (`bharanaghadana`, `bharanakhadana` for ഭരണഘടന). Only for comparing; on the server only, for its tables are large.
 */

/** Letters in which a key has to have more than a hint of a word. */
const SHORTEST = 3

const indian = /[\u0900-\u0d7f]/

/** True of a word in the letters of an Indian language. */
export function isIndian(word: string): boolean {
  return indian.test(word)
}

/**
 * The keys of a folded word (`foldLetters`); words that sound alike have one in common. None of what is not letters, or too
 * short to tell words apart. A word of the northern scripts has two where people may leave an a out: राजनीति is
 * `rajaniti` and `rajniti`.
 */
export function soundsOf(word: string): readonly string[] {
  const known = heard.get(word)
  if (known) return known
  const sounds = listen(word)
  heard.set(word, sounds)
  return sounds
}

/** Thousands of courses have a few thousand words. */
const heard = new LRUCache<string, readonly string[]>({ max: 20_000 })

function listen(word: string): string[] {
  const spellings = isIndian(word) ? romanised(word) : /^[a-z]+$/.test(word) ? [word] : []
  return [...new Set(spellings.map(keyOf))].filter((key) => key.length >= SHORTEST)
}

/** Old characters for those that the tables know: a chillu is its consonant without a vowel. */
const plain: Record<string, string> = { ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്', '\u0d57': '\u0d4c' }

/** The word in ISO 15919 without its marks, as people would type it. */
function romanised(word: string): string[] {
  // The scripts have one layout, so that all are read as Devanagari, whose table knows the letters of the south too; of
  // Tamil's own, which has one letter for k, kh, g and gh, the tables take the last.
  const devanagari = word
    .replace(/[ൺൻർൽൾൿ\u0d57]/g, (letter) => plain[letter]!)
    .replace(/[\u0980-\u0d7f]/g, (letter) => String.fromCharCode(0x900 + (letter.charCodeAt(0) & 0x7f)))
  const iso = Sanscript.t(devanagari, 'devanagari', 'iso').normalize('NFC')
  const spoken = /[\u0900-\u0aff]/.test(word) ? [iso, withoutSchwas(iso)] : [iso]
  return spoken.map(typed)
}

/** Without the a that Hindi writes and does not speak: between a vowel with its consonants and a consonant with its vowel. */
function withoutSchwas(iso: string): string {
  return iso.replace(/a$/, '').replace(/([aāiīuūeēoō][^aāiīuūeēoō]+)a(?=[^aāiīuūeēoō]+[aāiīuūeēoō])/g, '$1')
}

/** How somebody types what ISO 15919 has letters with marks for. */
function typed(iso: string): string {
  return iso
    .replace(/c/g, 'ch')
    .replace(/jñ/g, 'jn')
    .replace(/ṅṅ/g, 'ng')
    .replace(/ññ/g, 'nj')
    .replace(/ṟṟ/g, 'tt')
    .replace(/nṟ/g, 'nt')
    .replace(/[śṣ]/g, 'sh')
    .replace(/r̥/g, 'ri')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
}

/** What people leave out, double or mix up goes; the order matters. */
function keyOf(latin: string): string {
  const key = latin
    .replace(/zh/g, 'l')
    .replace(/z/g, 'j')
    .replace(/x/g, 'ks')
    .replace(/q|c(?![eihy])/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/w/g, 'v')
    .replace(/f/g, 'p')
    .replace(/gy(?=[aeiou])|gn/g, 'jn')
    // Breath: bh, chh, dh, gh, kh, ph, sh, th.
    .replace(/(?<=[bcdgjkprst])h+/g, '')
    // Long vowels, and those that slide.
    .replace(/a{2,}/g, 'a')
    .replace(/e{2,}|i{2,}/g, 'i')
    .replace(/o{2,}|u{2,}/g, 'u')
    .replace(/a[ei]|ei/g, 'e')
    .replace(/[ao]u/g, 'o')
    .replace(/iy(?=[aeou])|y$/g, 'i')
    .replace(/m(?=[bcdghjkpstv])/g, 'n')
    .replace(/^e(?=n[gk])/, 'i')
    .replace(/(.)\1+/g, '$1')
    // Between vowels and after n Malayalam and Tamil speak soft what they write hard, and people type what they hear.
    .replace(/(?<=.)[gdb]/g, (letter) => ({ g: 'k', d: 't', b: 'p' })[letter]!)
    .replace(/(.)\1+/g, '$1')
  // ഗണിതം is गणित, കേരളം is Kerala, and a half u at the end may stand or not.
  return key.replace(/(?<=.{3})am$|[au]$/, '')
}
