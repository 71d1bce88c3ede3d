import { setImmediate } from 'node:timers/promises'
import { beginningOfText } from '#lib/both/text/cut-text.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { INDIA } from '#lib/both/text/calling-codes.ts'
import { MAX_PHONE_TEXT, parsePhone } from '#lib/both/text/phone-number.ts'
import { readCsv, type CsvRow } from '#lib/server/text/read-csv.ts'
import { readInternational, type Phone, type Unreachable } from '../../../server/codes/phone.ts'
import type { BadRow, ListColumn, ReadList } from '../phone-list.contract.ts'
import { MAX_LEARNER_NAME, MOST_PHONES } from '../phone-list.rules.ts'
import { countryIn, findColumns, valueOf, type FoundColumns } from './find-columns.ts'

/** A phone of a list. */
export interface ReadPhone extends Phone {
  line: number
  typed: string
  /** Name in the list. */
  name: string | null
  /** Why the phone gets no codes. */
  unreachable: Unreachable | undefined
}

/** Columns that were chosen, from 1. */
export interface ChosenColumns {
  phone_column?: number | undefined
  name_column?: number | undefined
  /** Names are not used, so it is not asked which column has them. */
  withoutNames?: boolean
}

export interface ReadPhones {
  list: ReadList
  phones: ReadPhone[]
  bad: BadRow[]
}

/** Rows that are read before others have their turn. */
const ROWS_AT_ONCE = 250

/** Characters of a cell that are shown, and cells of a column. */
const MAX_SHOWN = 40
const SAMPLES = 3

/** Columns that are shown. */
const MAX_COLUMNS = 50

export const badRow = (line: number, typed: string, why: BadRow['why'], first: number | null = null): BadRow => ({
  line,
  phone: beginningOfText(typed, MAX_SHOWN),
  why,
  first_line: first,
})

/**
 * Reads the phones of a list, and names where it has them. Indian phones may have +91 or 0. Others have + and the country, or
 * the country's digits in a column called country code. Where more than one column could be meant, nothing is read and the
 * list says what must be chosen.
 * @throws invalid when there are none, or more than MOST_PHONES, when a chosen column is not there, or as `readCsv`
 */
export async function readPhones(csv: string, chosen: ChosenColumns = {}): Promise<ReadPhones> {
  const rows = await rowsOf(csv)
  const found = await findColumns(rows)
  const content = rows.slice(found.headings + 1)
  const columns = columnsOf(rows, found.headings)
  const [phone, name] = [chosenColumn(chosen, 'phone_column', columns), chosenColumn(chosen, 'name_column', columns)]
  const list: ReadList = {
    heading_line: rows[found.headings]?.line ?? null,
    columns,
    phone_column: phone ?? (found.isUnsure ? null : onlyOf(found.phones)),
    name_column: name ?? onlyOf(found.names),
    choose: null,
    choices: [],
  }
  if (content.length === 0) throw invalid({ csv: 'There are no phone numbers in this file' })
  if (content.length > MOST_PHONES) throw invalid({ csv: `The file can contain at most ${MOST_PHONES} phone numbers` })
  if (list.phone_column === null) {
    if (found.phones.length === 0) throw invalid({ csv: 'No column of this file has phone numbers' })
    return { list: { ...list, ...asked('phone_column', found.phones) }, phones: [], bad: [] }
  }
  if (list.name_column === null && found.names.length > 1 && !chosen.withoutNames)
    return { list: { ...list, ...asked('name_column', found.names) }, phones: [], bad: [] }
  return { list, ...(await phonesIn(content, list, found)) }
}

const onlyOf = (columns: readonly number[]) => (columns.length === 1 ? columns[0]! + 1 : null)

const asked = (choose: NonNullable<ReadList['choose']>, columns: readonly number[]) => ({
  choose,
  choices: columns.map((column) => column + 1),
})

function chosenColumn(chosen: ChosenColumns, field: 'phone_column' | 'name_column', columns: readonly ListColumn[]) {
  const column = chosen[field]
  if (column !== undefined && !columns.some((one) => one.column === column))
    throw invalid({ [field]: `This file has no column ${column}` })
  return column
}

async function rowsOf(csv: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for (const row of readCsv(csv)) {
    rows.push(row)
    // Titles and headings come on top of the phones; the exact number is checked when they are known.
    if (rows.length > 2 * MOST_PHONES) break
    if (rows.length % ROWS_AT_ONCE === 0) await setImmediate()
  }
  return rows
}

function columnsOf(rows: readonly CsvRow[], headings: number): ListColumn[] {
  const content = rows.slice(headings + 1, headings + 1 + ROWS_AT_ONCE)
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...content.map(({ cells }) => cells.length)))
  return Array.from({ length: width }, (_, column) => ({
    column: column + 1,
    heading: headings < 0 ? null : beginningOfText(valueOf(rows[headings]!.cells[column]), 2 * MAX_SHOWN),
    samples: samplesIn(content, column),
  }))
}

function samplesIn(rows: readonly CsvRow[], column: number): string[] {
  const samples: string[] = []
  for (const { cells } of rows) {
    const text = beginningOfText(valueOf(cells[column]), MAX_SHOWN)
    if (text !== '') samples.push(text)
    if (samples.length === SAMPLES) break
  }
  return samples
}

async function phonesIn(rows: readonly CsvRow[], list: ReadList, { nameParts, country }: FoundColumns) {
  const phones: ReadPhone[] = []
  const bad: BadRow[] = []
  const firstLines = new Map<string, number>()
  const nameColumns = list.name_column === null ? nameParts : [list.name_column - 1]
  for (const [at, { line, cells }] of rows.entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate()
    const cell = (cells[list.phone_column! - 1] ?? '').trim()
    // A longer cell stays as it is written.
    const typed = cell.length > MAX_PHONE_TEXT ? cell : valueOf(cell)
    const parsed = parsePhone(typed, country === undefined ? INDIA : countryIn(valueOf(cells[country])))
    const { phone, unreachable } =
      parsed.problem === undefined ? readInternational(parsed.international) : { phone: undefined }
    if (!phone) {
      bad.push(badRow(line, typed, parsed.problem ?? 'not_a_phone'))
      continue
    }
    const key = `${phone.countryCode} ${phone.phone}`
    const first = firstLines.get(key)
    if (first !== undefined) {
      bad.push(badRow(line, typed, 'twice', first))
      continue
    }
    firstLines.set(key, line)
    const names = nameColumns.map((column) => nameIn(cells[column]))
    const name = beginningOfText(names.join(' ').trim(), MAX_LEARNER_NAME)
    phones.push({ line, typed, ...phone, unreachable, name: name === '' ? null : name })
  }
  return { phones, bad }
}

/** A name on one line, without marks that turn the letters around it. */
const nameIn = (cell = '') =>
  valueOf(cell)
    .normalize('NFC')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
    .toWellFormed()
