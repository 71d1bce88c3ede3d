import { invalid } from '#lib/both/calls/errors.ts'
import { isPhoneText, parsePhone, plainPhoneText } from '#lib/both/text/phone-number.ts'
import { withChillus } from '#lib/server/text/search-words.ts'

/** Words of a search that count, at most, and letters of each. What is longer is cut: a beginning is looked for anyway. */
const WORDS = 8
const LETTERS = 20
/** Characters that are read at all. */
const LONGEST = WORDS * 61

/** What stands between words of names and addresses; migration 0031 cuts along the same. */
const between = /[\0-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f]+/
const unseen = /[\u200b-\u200d]/g

/** What a search asks for; each is undefined or empty where it cannot be meant. */
export interface Search {
  /** As it was typed, on one line. */
  text: string
  /** The first digits of a phone, without country code. */
  phone: string | undefined
  /** The last digits of a phone. */
  ending: string | undefined
  /** The same with the country code. */
  international: string | undefined
  /** What an order, a receipt or a payment may be called. */
  number: string | undefined
  /** The id of a purchase. */
  transaction: number | undefined
  /** Beginnings of email addresses. */
  addresses: string[]
  /** Beginnings of words of the name, or of the email address before its @. */
  words: string[]
}

/**
 * Reads what was typed to find a learner: as one of a phone (`98470 12345`, `+91 98470…`, its last four digits), a transaction
 * (`#123`), an email address or its beginning (`asha@ex`), or words; and a single word as a number of an order or receipt too.
 * @throws invalid when fewer than two letters and digits were typed
 */
export function readWords(typed: string): Search {
  const text = typed
    .slice(0, LONGEST)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const transaction = Number(/^#\s?(\d{1,9})$/.exec(text)?.[1])
  if ((text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2 && !transaction)
    throw invalid({ words: 'Please enter at least 2 letters or digits' })
  const search: Search = {
    text,
    phone: undefined,
    ending: undefined,
    international: undefined,
    number: !text.includes(' ') && /\d/.test(text) ? text : undefined,
    transaction: transaction || undefined,
    addresses: [],
    words: [],
  }
  if (transaction) return search
  if (isPhoneText(text)) return { ...search, ...readPhone(text) }
  const parts = text.split(' ').slice(0, WORDS)
  return {
    ...search,
    addresses: parts.filter((part) => part.includes('@')),
    words: tellingOf(wordsOf(parts.filter((part) => !part.includes('@')).join(' '))).slice(0, WORDS),
  }
}

function readPhone(typed: string): Pick<Search, 'phone' | 'ending' | 'international'> {
  const whole = parsePhone(typed)
  if (whole.problem === undefined && whole.national !== undefined)
    return { phone: whole.national, ending: whole.national, international: undefined }
  const text = plainPhoneText(typed)
  const digits = text.replace(/\D/g, '')
  const national = bare(digits)
  if (text.startsWith('+') || digits.startsWith('00'))
    return { phone: undefined, ending: digits, international: national }
  // Ten digits are the most that Indian phones have; with more the country's are among them.
  return { phone: national, ending: digits, international: national.length > 10 ? national : undefined }
}

/** Without the zeros that are dialled before a phone, or before its country code. */
const bare = (digits: string) => digits.replace(/^0+(?=\d)/, '')

function wordsOf(text: string): string[] {
  const words = withChillus(text).replace(unseen, '').split(between)
  return words.filter(Boolean).map((word) => [...word].slice(0, LETTERS).join(''))
}

/** Words without those that each learner who has the others has anyway: `le` beside `learner`. */
const tellingOf = (words: readonly string[]) =>
  words.filter((word, at) => !words.some((other, place) => place !== at && implies(other, word, place < at)))

const implies = (other: string, word: string, isBefore: boolean) =>
  other.startsWith(word) && (other.length > word.length || isBefore)

/** Whether each of some words begins one of a text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const there = wordsOf(text.toLowerCase())
  return words.every((word) => there.some((other) => other.startsWith(word.toLowerCase())))
}

/** Returns whether two names can be of one person: the words of one begin words of the other, in any order. */
export function isSameName(one: string, other: string): boolean {
  return hasWords(one, wordsOf(other)) || hasWords(other, wordsOf(one))
}
