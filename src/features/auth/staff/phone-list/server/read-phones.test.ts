import { describe, expect, test } from 'vitest'
import { csvOf } from '#lib/server/text/csv.ts'
import { readPhones, type ChosenColumns } from './read-phones.ts'

/** Phones of a file with the country's digits, or why a line cannot be used. */
async function read(csv: string): Promise<string[]> {
  const { phones, bad } = await readPhones(csv)
  const found = phones.map(({ line, countryCode, phone }) => ({ line, text: `${countryCode}${phone}` }))
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

/** Phones and names by line, with what was read of the columns. */
async function readAll(csv: string, chosen?: ChosenColumns) {
  const { list, phones, bad } = await readPhones(csv, chosen)
  return {
    ...list,
    phones: phones.map(({ line, phone, name }) => [line, phone, name]),
    bad: bad.map(({ line, why }) => [line, why]),
  }
}

describe('the column of phones', () => {
  test.each([
    ['Roll No,Name,Contact No', '9400000001,Asha,9847012345', 3],
    ["Sl No,Admission No,Name of Student,Father's Mobile,Mobile", '1,9000000001,Asha,9447012345,9847012345', 5],
    ['Name,Parent Phone,Student Phone', 'Asha,9447012345,9847012345', 3],
    ['Name,Guardian contact number,Contact number', 'Asha,9447012345,9847012345', 3],
    ['Name,WhatsApp No.,Emergency contact', 'Asha,9847012345,9447012345', 2],
    ['Name,Mob. No,Landline', 'Asha,9847012345,0484 2345678', 2],
    ['Name,Ph No,School phone', 'Asha,9847012345,9447012345', 2],
    ['Contact person,Phone', 'Asha,9847012345', 2],
    ['STUDENT NAME,CELL', 'Asha,9847012345', 2],
    ['Name,മൊബൈൽ', 'Asha,9847012345', 2],
    ['Phone,Mobile', '0484 2345678,9847012345', 2],
    ['Reg. ID,Telephone', '9400000001,9847012345', 2],
    ['RollNo,Name,MobileNo', '9400000001,Asha,9847012345', 3],
    ['rollnumber,studentname,contactnumber', '9400000001,Asha,9847012345', 3],
    ['Name,FatherMobile,StudentMobile', 'Asha,9447012345,9847012345', 3],
    ["Name,Brother's phone,Phone", 'Asha,9447012345,9847012345', 3],
    ['Name,Number', 'Asha,9847012345', 2],
  ])('of %j is the learner’s own', async (headings, row, column) => {
    const read = await readAll(`${headings}\n${row}\n`)
    expect(read).toMatchObject({ phone_column: column, choose: null, heading_line: 1, bad: [] })
    expect(read.phones).toEqual([
      [
        2,
        '9847012345',
        headings.startsWith('Contact') || headings.startsWith('Reg') || headings.startsWith('Phone') ? null : 'Asha',
      ],
    ])
  })

  test.each([
    ['Name,Mobile 1,Mobile 2', 'Asha,9847012345,9447012345', [2, 3]],
    ['Name,Phone,Mobile', 'Asha,9447012345,9847012345', [2, 3]],
    ['Name,Mobile,WhatsApp', 'Asha,9447012345,9847012345', [2, 3]],
    ['Name,Mobile,Alternate mobile', 'Asha,9447012345,9847012345', [2, 3]],
    ["Name,Father's Mobile", 'Asha,9847012345', [2]],
    ["Name,Father's Mobile,Mother's Mobile", 'Asha,9447012345,9847012345', [2, 3]],
    ['Name,Father,Mother', 'Asha,9447012345,9847012345', [2, 3]],
    ['Roll No,Name', '9400000001,Asha', [1]],
    ['Name,FatherMobile', 'Asha,9447012345', [2]],
    ['Name,parentphone', 'Asha,9447012345', [2]],
    ['Name,Nominee phone', 'Asha,9447012345', [2]],
    ['Name,Counsellor mobile', 'Asha,9447012345', [2]],
    ['Hall Ticket,Name', '9400000001,Asha', [1]],
    ['Enrolment No,Name,Parent', '9400000001,Asha,9847012345', [1, 3]],
    ['Student No,Name,Guardian No', '9400000001,Asha,9847012345', [1, 3]],
    ['Register No,Name,Number', '9400000001,Asha,9847012345', [1, 3]],
    ['9400000001,Asha,9847012345', '9400000002,Binu,9447012345', [1, 3]],
  ])('of %j is asked for', async (headings, row, choices) => {
    const csv = `${headings}\n${row}\n`
    expect(await readAll(csv)).toMatchObject({
      phone_column: null,
      choose: 'phone_column',
      choices,
      phones: [],
      bad: [],
    })
    const column = choices.at(-1)!
    const chosen = await readAll(csv, { phone_column: column })
    expect(chosen).toMatchObject({ phone_column: column, choose: null })
    expect(chosen.phones.length).toBeGreaterThan(0)
  })

  test('that was chosen must be there', async () => {
    await expect(readPhones('Phone\n9847012345', { phone_column: 2 })).rejects.toMatchObject({
      errors: { phone_column: 'This file has no column 2' },
    })
  })

  test('is found below titles, and no line with a learner is dropped', async () => {
    const csv = 'St. Mary School\nStudents of 2026,,\n\nSl No,Name,Mobile\n1,Asha,absent\n2,Binu,9847012345\n'
    expect(await readAll(csv)).toMatchObject({
      heading_line: 4,
      phones: [[6, '9847012345', 'Binu']],
      bad: [[5, 'not_a_phone']],
    })
  })

  test('of a list without headings has its first line, also one without digits', async () => {
    expect(await readAll('absent\n9847012345\n')).toMatchObject({ heading_line: null, bad: [[1, 'not_a_phone']] })
    expect(await readAll('Asha,absent\nBinu,9847012345\n')).toMatchObject({
      heading_line: null,
      phones: [[2, '9847012345', 'Binu']],
      bad: [[1, 'not_a_phone']],
    })
    expect(await readAll('9847012345\n9447012345')).toMatchObject({
      heading_line: null,
      phones: [[1], [2]].map(([line], at) => [line, ['9847012345', '9447012345'][at], null]),
    })
  })

  test.each([
    'Asha,no phone',
    'Asha,contact later',
    'Asha,Kollam Town,absent',
    'Asha,Father,absent',
    'Kollam School,nil',
  ])('of a list that begins with %j has this line among those that cannot be used', async (first) => {
    const row = first.split(',').length === 3 ? 'Binu,Kochi,9847012345' : 'Binu,9847012345'
    expect(await readAll(`${first}\n${row}\n`)).toMatchObject({ heading_line: null, bad: [[1, 'not_a_phone']] })
    const headings = first.split(',').length === 3 ? 'Name,Place,Phone' : 'Name,Phone'
    expect(await readAll(`${headings}\n${first}\n${row}\n`)).toMatchObject({
      heading_line: 1,
      phones: [[3, '9847012345', 'Binu']],
      bad: [[2, 'not_a_phone']],
    })
  })

  test('that has no phones is none', async () => {
    await expect(readPhones('Name,Town\nAsha,Kollam\n')).rejects.toMatchObject({
      errors: { csv: 'No column of this file has phone numbers' },
    })
  })
})

describe('names', () => {
  test('are put together from first and last names', async () => {
    expect((await readAll('Phone,Last name,First name\n9847012345,Menon,Asha')).phones).toEqual([
      [2, '9847012345', 'Asha Menon'],
    ])
  })

  test('are cut between letters where they are too long, as are headings and samples', async () => {
    const long = `${'a'.repeat(99)}😀`
    expect((await readAll(`Phone,Name\n9847012345,${long}`)).phones).toEqual([[2, '9847012345', 'a'.repeat(99)]])
    const { columns } = await readAll(`${'b'.repeat(79)}😀,Phone\n${'c'.repeat(39)}😀,9847012345`)
    expect(columns[0]).toMatchObject({ heading: 'b'.repeat(79), samples: ['c'.repeat(39)] })
  })

  test('of two columns are asked for, and only where they are used', async () => {
    const csv = 'Name,Name in Malayalam,Phone\nAsha,ആശ,9847012345\n'
    expect(await readAll(csv)).toMatchObject({ choose: 'name_column', choices: [1, 2] })
    expect((await readAll(csv, { name_column: 2 })).phones).toEqual([[2, '9847012345', 'ആശ']])
    expect((await readAll(csv, { withoutNames: true })).phones).toHaveLength(1)
  })
})

test('a list as people make it has each line read or refused with its reason', async () => {
  const rows = [
    "Sl No\tAdmission No\tName of Student\tFather's Mobile\tMobile",
    '1\t2026/001\tAsha Menon\t9447012345\t\u202a+91 98470 12345\u202c',
    '2\t2026/002\tBinu\t9447012346\t९८४७० १२३४६',
    '3\t2026/003\tCheri\t\t9847012347.0',
    '4\t2026/004\tDevi\t9447012348\t98470 12348 / 94470 12348',
    '5\t2026/005\tElsa\t9447012349\t0484 2345678',
    '\t\t\t\t',
    '6\t2026/006\tFida\t9447012350\t',
    '7\t2026/007\tGita\t9447012351\t+91-98470-12345',
    '8\t2026/008\tHari\t9447012352\t9.84701E+09',
    '9\t2026/009\tIndu\t\t٩٨٤٧٠١٢٣٥٣',
  ]
  const { list, phones, bad } = await readPhones(`\ufeff${rows.join('\r\n')}`)
  expect(list).toMatchObject({ heading_line: 1, phone_column: 5, name_column: 3, choose: null })
  expect(phones.map(({ line, phone, name, unreachable }) => [line, phone, name, unreachable])).toEqual([
    [2, '9847012345', 'Asha Menon', undefined],
    [3, '9847012346', 'Binu', undefined],
    [4, '9847012347', 'Cheri', undefined],
    [6, '4842345678', 'Elsa', 'landline'],
    [11, '9847012353', 'Indu', undefined],
  ])
  expect(bad.map(({ line, why, first_line }) => [line, why, first_line])).toEqual([
    [5, 'two_numbers', null],
    [8, 'not_a_phone', null],
    [9, 'twice', 2],
    [10, 'shortened', null],
  ])
  expect(list.columns[3]).toEqual({
    column: 4,
    heading: "Father's Mobile",
    samples: ['9447012345', '9447012346', '9447012348'],
  })
})
