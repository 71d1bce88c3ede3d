/**
 * How words are compared where something is looked for. Both what is looked through and what was typed go through here, so
 * that the ways in which one word is written, in whatever script, are one. Nothing of it is shown: texts stay as written.
 */

/** Malayalam consonants that have a letter of their own (chillu) where no vowel follows them. */
const chillus: Record<string, string> = { ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ' }

/** Malayalam with chillu letters instead of the old three characters. */
export const withChillus = (text: string): string =>
  text.replace(/([ണനരലളക])\u0d4d\u200d/g, (_, letter: string) => chillus[letter]!)

/** The digits of scripts whose blocks are laid out alike: the last seven bits tell which digit. */
const indianDigits = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g
const ZERO = 0x66

/**
 * One spelling of what is written in several: small letters, without the marks on Latin letters, composed; of Malayalam
 * chillu letters instead of the old three characters, of Devanagari no nukta and a dot for each nasal before its consonants,
 * ASCII digits, and nothing that cannot be seen.
 */
export function foldLetters(text: string): string {
  const small = text.toLowerCase()
  if (/^[\0-\x7f]*$/.test(small)) return small
  const composed = small
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g, '')
    .normalize('NFC')
  return (
    withChillus(composed)
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
      // The three ways to write what is read 'nta', the old au sign and the dot over a letter that is an r before it.
      .replace(/(?:ൻ\u0d4d?|ന\u0d4d)റ/g, 'ന\u0d4dറ')
      .replace(/\u0d4c/g, '\u0d57')
      .replace(/\u0d4e/g, 'ർ')
      .replace(/\u0901|ङ्(?=[कखगघ])|ञ्(?=[चछजझ])|ण्(?=[टठडढ])|न्(?=[तथदध])|म्(?=[पफबभ])/g, '\u0902')
      .replace(indianDigits, (digit) => String((digit.charCodeAt(0) & 0x7f) - ZERO))
  )
}

/** What Malayalam and Hindi call the Latin letters: abbreviations of exams are written with them. */
const letterNames: Record<string, string> = {
  a: 'എ ए',
  b: 'ബി बी',
  c: 'സി सी',
  d: 'ഡി डी',
  e: 'ഇ ई',
  f: 'എഫ് एफ',
  g: 'ജി जी',
  h: 'എച്ച് എച് एच',
  i: 'ഐ आई',
  j: 'ജെ ജേ जे',
  k: 'കെ കേ के',
  l: 'എൽ എല് एल',
  m: 'എം एम',
  n: 'എൻ എന് एन',
  o: 'ഒ ओ',
  p: 'പി पी',
  q: 'ക്യു ക്യൂ क्यू',
  r: 'ആർ ആര് आर',
  s: 'എസ് एस',
  t: 'ടി टी',
  u: 'യു യൂ यू',
  v: 'വി वी',
  w: 'ഡബ്ല്യു ഡബ്ല്യൂ ഡബ്ള്യു डब्ल्यू',
  x: 'എക്സ് एक्स',
  y: 'വൈ वाई',
  z: 'ഇസഡ് സെഡ് जेड',
}

const letterOf = new Map(
  Object.entries(letterNames).flatMap(([letter, names]) => names.split(' ').map((name) => [name, letter] as const)),
)

/** The longest first: one name begins another. */
const names = [...letterOf.keys()].sort((a, b) => b.length - a.length)
const oneName = new RegExp(names.join('|'), 'g')
const namesOnly = new RegExp(`^(?:${names.join('|')})+$`)

/** The Latin letters that a word stands for: itself, when it is one, or those that it names: `എൽഡി` is `ld`. */
function lettersOf(word: string): string | undefined {
  if (/^[a-z]$/.test(word)) return word
  return namesOnly.test(word) ? word.replace(oneName, (name) => letterOf.get(name)!) : undefined
}

/** One thing to look for: words that belong together, and the abbreviation that they are, written as one word. */
export interface Term {
  words: string[]
  joined: string | undefined
}

/** Letters that an abbreviation has at most. More of them, one by one, are none. */
const LONGEST_ABBREVIATION = 5

/** Words of a question, not of a subject: they would have to stand in everything that is found. */
export const small = new Set(
  'a an and are at by for from in is of on or the to what with और का की के को में से aur ka ki ke ko mein se'.split(' '),
)

/** A word of a text, what stands between it and the one before, and the letters that it stands for. */
interface Piece {
  gap: string
  word: string
  letters: string | undefined
}

/**
 * The words of a text, folded. Letters with dots or spaces between them belong together (`L.D.C.`, `L D C`, `എൽ.ഡി.സി`, each
 * joined to `ldc`), and so do the parts of what is shortened with dots (`B.Ed`: `bed`). Two abbreviations that follow each
 * other stay two (`S.S.C. C.G.L.`), unless nothing in how they are written tells where the first one ends.
 */
export function termsOf(text: string): Term[] {
  const folded = foldLetters(text)
  // Most titles are plain English, and there are many of them.
  if (/^[a-z0-9]{2,}(?: [a-z0-9]{2,})*$/.test(folded)) return folded.split(' ').map(alone)
  let end = 0
  const pieces = [...folded.matchAll(/[^\s\p{Z}\p{P}]+/gu)].map(({ 0: word, index }): Piece => {
    const gap = folded.slice(end, index)
    end = index + word.length
    return { gap, word, letters: lettersOf(word) }
  })
  const terms: Term[] = []
  for (let at = 0; at < pieces.length;) {
    let end = endOfLetters(pieces, at)
    if (end === at + 1)
      while (pieces[end]?.gap === '.' && isShort(pieces[end]!.word) && isShort(pieces[at]!.word)) end += 1
    const words = pieces.slice(at, end).map(({ word }) => word)
    const joined = abbreviation(pieces.slice(at, end))
    if (joined || words.length === 1) terms.push({ words, joined })
    else terms.push(...words.map(alone))
    at = end
  }
  return terms
}

/** The ways to write the letters of one abbreviation: `L.D.C.`, `L. D. C.` and `L D C`. */
const TIGHT = /^\.$/
const BLANKS = /^\s+$/
const gaps = [TIGHT, /^\.\s+$/, BLANKS]

/** Where the letters end that begin at a piece and are written in one way. */
function endOfLetters(pieces: readonly Piece[], at: number): number {
  let end = at + 1
  const way = gaps.find((gap) => gap.test(pieces[end]?.gap ?? ''))
  // Between tight dots a part may name several letters (`പി.എസ്‌സി`); with a blank such a part is an abbreviation itself.
  const fits = ({ letters }: Piece) => (way === TIGHT ? letters !== undefined : letters?.length === 1)
  if (!way || !fits(pieces[at]!)) return end
  const goesOn = (piece: Piece, next: Piece | undefined) =>
    way.test(piece.gap) &&
    fits(piece) &&
    // A letter with its dot to the next one begins an abbreviation of its own.
    (way === TIGHT || next?.gap !== '.') &&
    // `के` is a K between dots and before more letters with blanks, else a word.
    (way !== BLANKS || piece.word === piece.letters || !small.has(piece.word) || isLetterAfterBlank(next))
  while (end < pieces.length && goesOn(pieces[end]!, pieces[end + 1])) end += 1
  return end
}

const isLetterAfterBlank = (piece: Piece | undefined) => piece?.letters?.length === 1 && BLANKS.test(piece.gap)

const alone = (word: string): Term => ({ words: [word], joined: undefined })

/** A part of something that is shortened with dots. */
const isShort = (word: string) => /^[a-z]{1,5}$/.test(word)

function abbreviation(parts: { word: string; letters: string | undefined }[]): string | undefined {
  const letters = parts.map((part) => part.letters ?? part.word).join('')
  if (parts.every((part) => part.letters))
    return letters.length > 1 && letters.length <= LONGEST_ABBREVIATION ? letters : undefined
  // `B.Ed` and `Ph.D` are shortened; `end.then` is two words with the blank forgotten.
  return parts.length > 1 && parts.some((part) => part.letters) ? letters : undefined
}
