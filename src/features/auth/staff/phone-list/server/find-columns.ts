import { setImmediate } from 'node:timers/promises'
import { INDIA } from '#lib/both/text/calling-codes.ts'
import { MAX_PHONE_TEXT, parsePhone } from '#lib/both/text/phone-number.ts'
import { unescapeFormulas } from '#lib/server/text/csv.ts'
import type { CsvRow } from '#lib/server/text/read-csv.ts'

/** Finds the columns of a list by their headings, or by what is in them where headings say nothing. */

/**
 * Meaning of a heading. `other`: of a person who is not the learner, or no number or name of a person. `number`: of some number,
 * which can be a phone.
 */
type Meaning = 'phone' | 'other phone' | 'country' | 'name' | 'first name' | 'last name' | 'number' | 'other'

/** Rows among which the headings are looked for; titles may stand before them. */
const MAX_BEFORE_HEADINGS = 20

/** Rows and columns whose content is looked at. */
const SAMPLE_ROWS = 60
const MAX_COLUMNS = 50

/** Characters of a heading. */
const MAX_HEADING = 80

const relatives =
  /\b(?:father|mother|dad|mom|mummy|parents?|parental|guardians?|husband|wife|spouse|brothers?|sisters?|siblings?|uncle|aunt|son|daughter|family|relatives?|relation|kin|friends?|neighbours?|nominee|s o|d o|w o|c o)\b/
const officials =
  /\b(?:emergency|teacher|tutor|mentor|principal|coordinator|counsell?or|faculty|staff|warden|agent|sponsor)\b/
const otherPlaces =
  /\b(?:(?:hostel|ref|school|college|office|centre|center|landline|land line|residence|residential|fax|std)\b|refer|institut)/

/** Three short expressions: for a long one no proof of linear time is found, and a search for attacks guesses. */
const isOfOthers = (words: string) => relatives.test(words) || officials.test(words) || otherPlaces.test(words)
const phones = /\b(?:phones?|mobiles?|mob|ph|cell|tel|tele|whatsapp|whats app|contacts?)\b/
const noPhone = /\b(?:contact (?:name|person|address)|model|make|verified|status|e ?mail)\b/
const otherNames =
  /\b(?:contact|user|course|class|batch|bank|branch|place|exam|nick|house|company|father|product|district)\b/
const others =
  /\b(?:roll|admission|adm|reg|registration|register|serial|sl|sr|s|id|aadhaar|aadhar|account|pin|pincode|rank|marks?|score|amount|fees?|date|dob|year|class|course|batch|email|address|place|town|city|district|gender|sex|age|remarks?)\b/

/** Words of headings that are written together with the next: `FatherMobile`, `rollno`. */
const joined =
  /(?:father|mother|parent|guardian|student|mobile|telephone|phone|contact|whatsapp|roll|number|name)s?|(?<=mobile|phone|contact|roll)no$/g

/** Says in a row of data that there is no phone: 'no phone', 'contact later'. */
const noHeading = /^(?:no|nil|without|same|see|ask|call)\b|\b(?:not|lost|later|wrong|pending|absent|unknown|given)\b/

function wordsOf(cell: string): string {
  return cell
    .slice(0, MAX_HEADING)
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replace(joined, ' $& ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function meaningOf(cell: string): Meaning | undefined {
  const words = wordsOf(cell)
  if (noHeading.test(words)) return undefined
  // 'Phone with country code' has phones, 'Phone country code' does not.
  if (/\b(?:country|calling|dial|isd) ?codes?\b/.test(words) && !/\b(?:with|incl|excl)/.test(words)) return 'country'
  if (phones.test(words.replace('telephone', 'phone')) && !noPhone.test(words))
    return isOfOthers(words) ? 'other phone' : 'phone'
  if (/\b(?:first|given) names?\b/.test(words)) return 'first name'
  if (/\b(?:(?:last|sur|middle|family) ?names?|initials?)\b/.test(words)) return 'last name'
  if (/\bnames?\b/.test(words)) return isOfOthers(words) || otherNames.test(words) ? 'other' : 'name'
  if (/^(?:students?|candidates?|learners?|pupils?)$/.test(words)) return 'name'
  if (/^(?:numbers?|nos?)$/.test(words)) return 'number'
  return isOfOthers(words) || others.test(words) ? 'other' : undefined
}

/** Characters of a cell that are read. */
const MAX_CELL = 500

/** The value that a cell was written from. */
export const valueOf = (cell = '') => unescapeFormulas(cell.slice(0, MAX_CELL)).trim()

/** The calling code in a cell of the column of countries; India's without one. */
export function countryIn(cell: string): string {
  const [, digits] = /^'?\+?(\d{1,3})$/.exec(cell) ?? []
  return digits ?? INDIA
}

export interface FoundColumns {
  /** Index of the row of headings among all rows; -1 without headings. */
  headings: number
  /** Indexes of columns from which one must be chosen if there is more than one. */
  phones: readonly number[]
  /** None of `phones` has a heading of the learner's own phone. */
  isUnsure: boolean
  names: number[]
  /** Columns with first and last names, if no column has whole names. */
  nameParts: number[]
  country: number | undefined
}

/** Finds the columns of a list. Others have their turn meanwhile. */
export async function findColumns(rows: readonly CsvRow[]): Promise<FoundColumns> {
  const headings = await findHeadings(rows)
  const meanings = headings < 0 ? [] : rows[headings]!.cells.slice(0, MAX_COLUMNS).map(meaningOf)
  const at = (...wanted: Meaning[]) =>
    meanings.flatMap((meaning, column) => (meaning && wanted.includes(meaning) ? [column] : []))
  const content = rows.slice(headings + 1, headings + 1 + SAMPLE_ROWS)
  const [country] = at('country')
  const mobiles = await mobilesIn(content, country)
  const withPhones = columnsWithPhones(mobiles)
  const called = at('phone')
  const own = called.some((column) => withPhones.includes(column))
    ? called.filter((column) => withPhones.includes(column))
    : called
  const known = at('country', 'other', 'name', 'first name', 'last name', 'other phone')
  const unnamed = mostly(withPhones, mobiles, content).filter((column) => !known.includes(column))
  // The phones of other people, or numbers of something else: 'Enrolment No', 'Parent'.
  const hasOthers = withPhones.some((column) => known.includes(column)) || at('other phone').length > 0
  const isElse = unnamed.some(
    (column) => meanings[column] !== 'number' && /[a-z]/.test(wordsOf(rows[headings]?.cells[column] ?? '')),
  )
  const isUnsure = own.length === 0 && (unnamed.length === 0 || hasOthers || isElse)
  const chosen = own.length > 0 ? own : isUnsure ? withPhones : unnamed
  const width = Math.max(0, ...content.map(({ cells }) => cells.length))
  const names = at('name')
  return {
    headings,
    phones: chosen.length === 0 && width === 1 ? [0] : chosen,
    isUnsure: isUnsure && chosen.length > 0,
    names: headings < 0 ? columnsWithNames(content, chosen) : names,
    nameParts: names.length > 0 ? [] : [...at('first name'), ...at('last name')],
    country,
  }
}

/** Finds the row before the first phone number that has the most headings. */
async function findHeadings(rows: readonly CsvRow[]): Promise<number> {
  const first = rows.slice(0, MAX_BEFORE_HEADINGS)
  const end = (await mobilesIn(first, undefined)).findIndex((cells) => cells.includes(true))
  const before = end < 0 ? first : first.slice(0, end)
  const width = Math.max(0, ...rows.slice(0, SAMPLE_ROWS).map(({ cells }) => filledIn(cells)))
  const counts = before.map(({ cells }) => {
    const filled = filledIn(cells)
    // A title stands alone in its row.
    if (width > 1 && filled < 2) return 0
    const meanings = cells.slice(0, MAX_COLUMNS).map(meaningOf).filter(Boolean)
    // A learner's own row can have a word of headings: 'Asha, College Road'.
    return meanings.some((meaning) => meaning !== 'other') || 2 * meanings.length > filled ? meanings.length : 0
  })
  const most = Math.max(0, ...counts)
  return most === 0 ? -1 : counts.indexOf(most)
}

const filledIn = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length

/** Rows that are looked at before others have their turn. */
const ROWS_AT_ONCE = 5

/** Which cells have numbers that begin as mobiles do: ten digits alone are a roll number as well. */
async function mobilesIn(rows: readonly CsvRow[], country: number | undefined): Promise<boolean[][]> {
  const found: boolean[][] = []
  for (const { cells } of rows) {
    const countryCode = countryOf(cells, country)
    found.push(cells.slice(0, MAX_COLUMNS).map((cell, column) => column !== country && isMobile(cell, countryCode)))
    if (found.length % ROWS_AT_ONCE === 0) await setImmediate()
  }
  return found
}

function isMobile(cell: string, countryCode: string): boolean {
  if (!/\p{Nd}/u.test(cell.slice(0, MAX_PHONE_TEXT))) return false
  const parsed = parsePhone(valueOf(cell), countryCode)
  if (parsed.problem !== undefined) return parsed.problem === 'two_numbers'
  return !parsed.international.startsWith(INDIA) || /^91[6-9]/.test(parsed.international)
}

/** Columns in which some values are phones. */
const columnsWithPhones = (mobiles: readonly boolean[][]): number[] =>
  Array.from({ length: MAX_COLUMNS }, (_, column) => column).filter((column) => mobiles.some((row) => row[column]))

/** Those of some columns in which at least half of the values are phones; all of them if none has so many. */
function mostly(columns: readonly number[], mobiles: readonly boolean[][], rows: readonly CsvRow[]): readonly number[] {
  const most = columns.filter((column) => {
    const filled = rows.filter(({ cells }) => (cells[column] ?? '').trim() !== '')
    return 2 * mobiles.filter((row) => row[column]).length >= filled.length
  })
  return most.length > 0 ? most : columns
}

const countryOf = (cells: readonly string[], country: number | undefined) =>
  country === undefined ? INDIA : countryIn(valueOf(cells[country]))

/** The only column of words, in a list without headings. */
function columnsWithNames(rows: readonly CsvRow[], except: readonly number[]): number[] {
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...rows.map(({ cells }) => cells.length)))
  const isName = (cell = '') => /\p{L}/u.test(cell) && !/[\d@]/.test(cell)
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => {
    const filled = rows.map(({ cells }) => cells[column]?.trim()).filter((cell) => cell !== undefined && cell !== '')
    return (
      !except.includes(column) && filled.length > 0 && 2 * filled.filter((cell) => isName(cell)).length >= filled.length
    )
  })
  return columns.length === 1 ? columns : []
}
