import { setImmediate } from 'node:timers/promises'
import { beginningOfText } from '#lib/both/text/cut-text.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { unescapeFormulas } from '#lib/server/text/csv.ts'
import { readCsv } from '#lib/server/text/read-csv.ts'
import type { BadRow } from '../phone-list.contract.ts'
import { MOST_PHONES } from '../phone-list.rules.ts'

/** A phone of the file, in the ways in which an account may have it. */
export interface ReadPhone {
  line: number
  typed: string
  candidates: { countryCode: string; phone: string }[]
}

/** Rows that are read before others have their turn. */
const ROWS_AT_ONCE = 500

/** Characters of a cell that are shown. */
const SHOWN = 40

export const badRow = (line: number, typed: string, why: BadRow['why'], first: number | null = null): BadRow => ({
  line,
  phone: beginningOfText(typed, SHOWN),
  why,
  first_line: first,
})

/**
 * Reads the phones of a file: of the column that its first line calls phone or mobile, else of the first column. Indian
 * phones may have +91 or 0. Others have + and the country, or the country's digits in a column called country code.
 * @throws invalid when there are none, or more than MOST_PHONES, or as `readCsv`
 */
export async function readPhones(csv: string): Promise<{ phones: ReadPhone[]; bad: BadRow[] }> {
  const phones: ReadPhone[] = []
  const bad: BadRow[] = []
  const firstLines = new Map<string, number>()
  let columns: Columns | undefined
  let read = 0
  for (const { line, cells } of readCsv(csv)) {
    if (!columns) {
      columns = findColumns(cells)
      // A first line without a digit where phones stand names its columns, whatever it calls them.
      if (!/\d/.test(cells[columns.phone]!)) continue
    }
    read += 1
    if (read > MOST_PHONES) throw invalid({ csv: `A file has at most ${MOST_PHONES} phones` })
    if (read % ROWS_AT_ONCE === 0) await setImmediate()
    const typed = withCountry(valueOf(cells[columns.country]), valueOf(cells[columns.phone]))
    const digits = digitsOf(typed)
    if (digits === undefined) {
      bad.push(badRow(line, typed, /^\d+([.,]\d+)?e\+?\d+$/i.test(typed) ? 'shortened' : 'not_a_phone'))
      continue
    }
    const first = firstLines.get(digits)
    if (first === undefined) {
      firstLines.set(digits, line)
      phones.push({ line, typed, candidates: candidatesOf(digits) })
    } else bad.push(badRow(line, typed, 'twice', first))
  }
  if (read === 0) throw invalid({ csv: 'There are no phones in this file' })
  return { phones, bad }
}

interface Columns {
  phone: number
  /** -1 where no column has countries. */
  country: number
}

/** Finds the columns that the first line names. 'Phone with country code' has phones, 'Phone country code' does not. */
function findColumns(cells: readonly string[]): Columns {
  const names = cells.map(valueOf)
  const country = names.findIndex((name) => /\bcountry code\b/i.test(name) && !/\b(?:with|incl|excl)/i.test(name))
  const phone = names.findIndex((name, at) => at !== country && /\b(?:phone|mobile)s?\b/i.test(name))
  const first = country === 0 && names.length > 1 ? 1 : 0
  return { phone: phone < 0 ? first : phone, country }
}

const INDIA = '91'

/** Characters of a phone number with its spaces and marks. A longer cell holds something else. */
const MAX_TYPED = 100

/** The value that a cell was written from, without spaces around it. Longer cells than a phone stay as written. */
function valueOf(cell = ''): string {
  const written = cell.trim()
  return written.length > MAX_TYPED ? written : unescapeFormulas(written).trim()
}

/** Adds the country of its own column to a phone that has none. Indian phones are read with and without it. */
function withCountry(country: string, typed: string): string {
  const [, digits] = /^\+?(\d{1,3})$/.exec(country) ?? []
  return !digits || digits === INDIA || /^'?\s*(?:\+|00)/.test(typed) ? typed : `+${digits} ${typed}`
}

/** Digits with the country's, of what people and spreadsheets make of a phone; undefined of anything else. */
function digitsOf(typed: string): string | undefined {
  if (typed.length > MAX_TYPED) return undefined
  // An apostrophe makes a spreadsheet take a number for text.
  const bare = typed.replace(/^'/, '').trimStart()
  const [, plus, rest = ''] = /^(\+|00)?([\d\s().\-\u00a0\u2010-\u2015]+)$/.exec(bare) ?? []
  const digits = rest.replace(/\D/g, '')
  if (plus) {
    if (digits.startsWith(INDIA)) return /^91\d{10}$/.test(digits) ? digits : undefined
    return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
  }
  const [, national] = /^(?:0|91)?([5-9]\d{9})$/.exec(digits) ?? []
  return national && INDIA + national
}

/** Country codes have one to three digits. */
function candidatesOf(digits: string): ReadPhone['candidates'] {
  const lengths = digits.startsWith(INDIA) ? [INDIA.length] : [1, 2, 3]
  return lengths.map((length) => ({ countryCode: digits.slice(0, length), phone: digits.slice(length) }))
}
