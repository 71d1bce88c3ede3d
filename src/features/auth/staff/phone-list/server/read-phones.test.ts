import { describe, expect, test } from 'vitest'
import { csvOf } from '#lib/server/text/csv.ts'
import { readPhones } from './read-phones.ts'

/** Phones of a file with the country's digits, or why a line cannot be used. */
async function read(csv: string): Promise<string[]> {
  const { phones, bad } = await readPhones(csv)
  const found = phones.map(({ line, candidates: [first] }) => ({ line, text: `${first!.countryCode}${first!.phone}` }))
  const lines = [...found, ...bad.map(({ line, why }) => ({ line, text: why }))]
  return lines.sort((one, other) => one.line - other.line).map(({ text }) => text)
}

const INDIAN = '919847012345'
const EMIRATES = '971501234567'

describe('a file with a column of country codes', () => {
  test.each([
    ['91', '9847012345', INDIAN],
    ['91', '919847012345', INDIAN],
    ['91', '+91 98470 12345', INDIAN],
    ['91', "'+91 98470 12345", INDIAN],
    ['91', '09847012345', INDIAN],
    ['91', '0091 9847012345', INDIAN],
    ['91', '971501234567', 'not_a_phone'],
    ['+91', '9847012345', INDIAN],
    ['971', '501234567', EMIRATES],
    ['+971', '501234567', EMIRATES],
    ["'+971", '501234567', EMIRATES],
    ['971', '+971 501234567', EMIRATES],
    ['971', "' +971 501234567", EMIRATES],
    ['971', '00971 50 123 4567', EMIRATES],
    ['971', '+91 98470 12345', INDIAN],
    ['', '9847012345', INDIAN],
    ['India', '9847012345', INDIAN],
    ['', '501234567', 'not_a_phone'],
  ])('takes %j and %j for %s', async (country, phone, expected) => {
    expect(await read(`Country code,Phone\n${country},${phone}\n`)).toEqual([expected])
    expect(await read(`Name;Mobile;Country code\nAsha;${phone};${country}\n`)).toEqual([expected])
  })

  test.each([
    ['Phone country code,Phone', '971,501234567'],
    ['Phone,Phone country code', '501234567,971'],
    ['Mobile country code,Name,Mobile number', '971,Asha,501234567'],
    ['Country code,Number', '971,501234567'],
    ['Name,Phone with country code', 'Asha,+971501234567'],
    ['Phone (including country code),Other phone', '+971501234567,1'],
    ['Phone without country code,Country code', '501234567,971'],
  ])('%j has phones in the column of phones', async (heading, row) => {
    expect(await read(`${heading}\n${row}\n`)).toEqual([EMIRATES])
  })
})

test('phones are read as csvOf writes them, whatever the cells beside them', async () => {
  const rows = ['+971 501234567', ' +919847012345', "'09847012345"].map((phone) => ['=1;\n+2', phone, "';=1"])
  expect(await read(csvOf([['=Name', 'Phone', ''], ...rows]))).toEqual([EMIRATES, INDIAN, 'twice'])
})

test('a cell that is longer than a phone is none, with its beginning as it is written', async () => {
  const { bad } = await readPhones(`Phone\n9847012345\n${"';".repeat(1000)}\n`)
  expect(bad).toMatchObject([{ line: 3, why: 'not_a_phone', phone: "';".repeat(20) }])
})
