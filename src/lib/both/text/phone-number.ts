/**
 * Phone numbers as people write them: with spaces, hyphens, brackets, +91, 0 or 091, in the digits of any script, with the
 * invisible direction marks that a copied contact has, and as spreadsheets store them. Which numbers are mobiles only the
 * server knows (src/features/auth/server/codes/phone.ts).
 */

import { INDIA } from './calling-codes.ts'

/** Characters of a phone number with its spaces and marks. A longer text is something else. */
export const MAX_PHONE_TEXT = 100

/** Digits of a national number, and of a number with its calling code (E.164). */
const MAX_DIGITS = 15

/** Digits of the longest calling code. */
const LONGEST_CALLING_CODE = 3

/** Decimal digits of a script follow each other from 0 to 9, and a run of digits begins with a 0. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** Links to a WhatsApp chat. Their digits begin with the calling code. */
const chatLink = /^[a-z:/.]{0,30}(?:wa\.me\/|send\/?\?phone=)\+?(\d{7,15})(?:[/?&#].*)?$/i

/** A prefix before the same number with + and its calling code: `+91 +91 98470 12345`, `0 +91 98470 12345`. */
const repeatedCode = /^[ (]{0,2}\+?0{0,2}(\d{0,3})[ )(-]{0,4}(?=\+\1)/

/**
 * Replaces digits and signs by those of ASCII, and removes invisible characters, the `.0` of a spreadsheet, the link around a
 * number and a calling code that is there twice.
 */
const withPlainDigits = (typed: string) =>
  typed
    .slice(0, MAX_PHONE_TEXT)
    .normalize('NFKC')
    .replace(/[\p{Cf}\ufe0f]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .trim()
    .replace(/%2b/i, '+')
    .replace(chatLink, '+$1')
    .replace(repeatedCode, '')
    .replace(/^(\+?\d{7,15})[.\u066b]0{1,9}$/, '$1')

/** The same with hyphens, round brackets and spaces of ASCII. */
export const plainPhoneText = (typed: string) =>
  withPlainDigits(typed)
    .replace(/[\p{Pd}\u2212_·~]/gu, '-')
    .replace(/[[{]/g, '(')
    .replace(/[\]}]/g, ')')
    .replace(/\s+/g, ' ')

/** Returns whether a text has nothing but digits and what people write between them. A plus sign stands before all digits. */
const isWritten = (text: string) => /^\+?[\d ().-]+$/.test(text.replace(/^[ (]+/, '')) && /\d/.test(text)

/** Returns whether a text can be a phone number or a part of it. */
export function isPhoneText(typed: string): boolean {
  if (typed.length > MAX_PHONE_TEXT) return false
  return isWritten(plainPhoneText(typed)) || parsePhone(typed).problem === undefined
}

/** Removes 0, 91, 091, 910 and 9191 before the ten digits of an Indian number. */
const bareIndian = (digits: string) => digits.replace(/^(?:0{0,2}91){0,2}0{0,2}(?=[1-9]\d{9}$)/, '')

interface PhoneDigits {
  /** National digits; with those of the calling code if `isForeign`. */
  digits: string
  /** The text names the calling code of another country. */
  isForeign: boolean
  /** A plus sign stands before digits that are not, or not yet, the calling code `countryCode`. */
  hasPlus: boolean
}

function phoneDigits(text: string, countryCode: string): PhoneDigits {
  const all = text.replace(/\D/g, '')
  // No calling code begins with 0: +091 and +0 are prefixes of India with a plus sign.
  const isPlus = /^\D*\+/.test(text) && !all.startsWith('0')
  const international = isPlus ? all : /^00/.test(all) ? all.replace(/^0+/, '') : ''
  const isOther = !international.startsWith(countryCode)
  const isForeign = isOther && international.length > LONGEST_CALLING_CODE
  if (isForeign) return { digits: international, isForeign, hasPlus: isPlus }
  const national = isOther ? all : international.slice(countryCode.length)
  return { digits: countryCode === INDIA ? bareIndian(national) : national, isForeign, hasPlus: isPlus && isOther }
}

/**
 * The national digits in a text that may not be complete yet, as a phone field shows them while somebody types, at most 15. A
 * calling code in front is removed, and so is the 0 that India dials before a number. Other characters are left out. The plus
 * sign before the calling code of another country stays, because these digits could also be an Indian number.
 */
export function typedDigits(typed: string, countryCode: string): string {
  const { digits, isForeign, hasPlus } = phoneDigits(withPlainDigits(typed), countryCode)
  return (isForeign || hasPlus ? '+' : '') + digits.slice(0, MAX_DIGITS)
}

/** Why a text is not one phone number. */
export type PhoneProblem = 'not_a_phone' | 'shortened' | 'two_numbers'

/** Messages for a field with a text that names a phone number, but not for certain. */
export const phoneProblemMessages: Record<Exclude<PhoneProblem, 'not_a_phone'>, string> = {
  shortened: 'Some digits of this number are missing. Please type the whole number',
  two_numbers: 'Please enter only one phone number',
}

export interface PhoneNumber {
  problem?: undefined
  /** Digits with those of the calling code. */
  international: string
  /** Digits without those of the calling code; undefined if the text names another country's calling code. */
  national: string | undefined
}

/** Words before a number, and the schemes of links. */
const label =
  /^(?:tel|callto|smsto|sms|telephone|phone|ph|mobile|mob|cell|contact|whatsapp|[mpw](?=[.: -]))?\.?(?: ?(?:no|number))?[.:# /-]{0,3}/i

/** Says behind a number what kind it is: `(WhatsApp)`. */
const kind = /[ (-]{1,3}(?:whatsapp|mobile|mob|cell|phone|[mpw])\)?$/i

/** One of these stands between two numbers in one cell. */
const between = /[/,;|&]|\b(?:or|and)\b/i

/**
 * Parses a text that is one whole phone number.
 * @param countryCode digits of the calling code of a number that is written without one
 */
export function parsePhone(typed: string, countryCode = INDIA): PhoneNumber | { problem: PhoneProblem } {
  const cell = typed.trim()
  if (cell.length > MAX_PHONE_TEXT) return { problem: 'not_a_phone' }
  // Spreadsheets mark digits as a text by '9847012345 and ="9847012345", messages make them bold by *9847012345*.
  const text = plainPhoneText(cell.replace(/^=?["'‘’“`*<]+/, '').replace(/["'’”`*>]{1,2}$/, ''))
    .replace(label, '')
    .replace(kind, '')
  const written = withoutCommas(withoutExponent(text))
  if (written === undefined) return { problem: 'shortened' }
  const numbers = written
    .replace(/(\d[ )]?)\+/g, '$1/+')
    .split(between)
    .filter((part) => /[^\s().=-]/.test(part))
  if (numbers.length > 1) return oneOfSeveral(numbers, countryCode)
  return parseOne(numbers[0] ?? '', countryCode)
}

function oneOfSeveral(parts: string[], countryCode: string): ReturnType<typeof parsePhone> {
  const parsed = parts.map((part) => parseOne(part.trim().replace(label, ''), countryCode))
  const [first] = parsed
  if (!first || parsed.some(({ problem }) => problem !== undefined)) return { problem: 'not_a_phone' }
  const all = parsed.map((phone) => (phone.problem === undefined ? phone.international : ''))
  return all.every((one) => one === all[0]) ? first : { problem: 'two_numbers' }
}

function parseOne(text: string, countryCode: string): ReturnType<typeof parsePhone> {
  if (!isWritten(text)) return { problem: 'not_a_phone' }
  const { digits, isForeign } = phoneDigits(text, countryCode)
  if (digits.length > MAX_DIGITS) {
    const middle = digits.length / 2
    const halves = [digits.slice(0, middle), digits.slice(middle)].map(bareIndian)
    return { problem: halves.every(isIndian) ? 'two_numbers' : 'not_a_phone' }
  }
  const international = isForeign ? digits : countryCode + digits
  if (international.startsWith(INDIA)) {
    const national = bareIndian(international.slice(INDIA.length))
    if (!isIndian(national)) return { problem: 'not_a_phone' }
    return { international: INDIA + national, national: countryCode === INDIA ? national : undefined }
  }
  if (!/^[1-9]\d{6,14}$/.test(international)) return { problem: 'not_a_phone' }
  return { international, national: isForeign ? undefined : digits }
}

const isIndian = (national: string) => /^[1-9]\d{9}$/.test(national)

/** The digits that 9.847012345E+09 stands for; undefined if a spreadsheet has left some out. */
function withoutExponent(text: string): string | undefined {
  const [, first, fraction = '', exponent] = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text) ?? []
  if (first === undefined) return text
  const whole = Number(exponent)
  if (fraction.length < whole || !/^0*$/.test(fraction.slice(whole))) return undefined
  return first + fraction.slice(0, whole)
}

/** A number with the commas between its thousands or lakhs. */
function withoutCommas(text: string | undefined): string | undefined {
  const [, number] = /^(\d{1,3}(?:,\d{2,3}){2,6})(?:\.0{1,9})?$/.exec(text ?? '') ?? []
  return number?.replaceAll(',', '') ?? text
}
