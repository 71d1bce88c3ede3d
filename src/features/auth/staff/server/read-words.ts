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

/** A row of the books, as staff name it: 'payment 7'. */
interface NumberedRow {
  of: 'payment' | 'transaction' | 'order' | 'refund'
  id: number
}

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
  /** The row whose id was typed. */
  row: NumberedRow | undefined
  /** Beginnings of email addresses. */
  addresses: string[]
  /** Beginnings of words of the name, or of the email address before its @. */
  words: string[]
}

/** Words before the id of a row, or before a number that is a text: 'invoice 26-27/000042'. `#` stands for a transaction. */
const rowNames = /^(#|payment|transaction|txn|order|refund)\s?(?:no\.?\s?|number\s)?#?\s?(\d{1,9})$/i
const numberNames = /^(?:invoice|receipt|credit note|reference)\s(?:no\.?\s|number\s)?(?=\D*\d)(\S+)$/i

function readRow(text: string): NumberedRow | undefined {
  const [, name = '', digits] = rowNames.exec(text) ?? []
  const id = Number(digits)
  if (!id) return undefined
  const known = name.toLowerCase()
  return { of: known === 'payment' || known === 'order' || known === 'refund' ? known : 'transaction', id }
}

/**
 * Reads what was typed to find a learner: as one of a phone (`98470 12345`, `+91 98470…`, its last four digits), a row of the
 * books (`payment 7`, `transaction 7`, `#7` for a transaction), an email address or its beginning (`asha@ex`), or words; and a
 * single word, also after `invoice` or `credit note`, as a number of an order, an invoice or a credit note too.
 * @throws invalid when fewer than two letters and digits were typed
 */
export function readWords(typed: string): Search {
  const text = typed
    .slice(0, LONGEST)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const row = readRow(text)
  const named = numberNames.exec(text)?.[1]
  if ((text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2 && !row)
    throw invalid({ words: 'Please enter at least 2 letters or digits' })
  const search: Search = {
    text,
    phone: undefined,
    ending: undefined,
    international: undefined,
    number: named ?? (!text.includes(' ') && /\d/.test(text) ? text : undefined),
    row,
    addresses: [],
    words: [],
  }
  if (row || named !== undefined) return search
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
