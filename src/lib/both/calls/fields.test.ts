import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { callingCode, optionalPhoneNumber, phoneNumber } from './phone-fields.ts'
import {
  count,
  decimal,
  digits,
  digitText,
  id,
  line,
  means,
  milliseconds,
  numeric,
  optionalImageFile,
  page,
  perPage,
  text,
  whole,
  written,
} from './fields.ts'
import { EMPTY_FILE } from '../files.ts'

/** What JavaScript would make a number of, and nobody wrote as one. */
const noNumbers = [true, false, [5], ['5'], {}, '', ' ', ' 5', '5 ', '0x10', '1e3', '1_000', '٣', '+5', 'Infinity', NaN]

describe('a number', () => {
  const fields = {
    id,
    count,
    milliseconds,
    page,
    'per page': perPage(10),
    numeric: numeric(),
    decimal: decimal(10, 2, 'No'),
  }

  it.each(Object.entries(fields))('as %s is a number or its digits, and nothing that could be made one', (_, field) => {
    expect(z.parse(field, 7)).toBe(7)
    expect(z.parse(field, '7')).toBe(7)
    const taken = [...noNumbers, null, new Date(5)].filter((given) => z.safeParse(field, given).success)
    expect(taken).toEqual([])
  })

  it('may be negative or have a fraction where the field lets it', () => {
    expect(z.parse(numeric(), '-12.5')).toBe(-12.5)
    expect([z.parse(decimal(100, 2, 'No'), '12.25'), z.parse(decimal(100, 2, 'No'), 0.1)]).toEqual([12.25, 0.1])
    for (const given of ['-1', '100.01', '0.125', '.5', 101, -1])
      expect(z.safeParse(decimal(100, 2, 'No'), given).success, String(given)).toBe(false)
  })

  it('that names a row is whole, above 0 and one that a row can have, however it is written', () => {
    const none = ['-1', '0', '1.5', '1.0', '2147483648', '9007199254740993', -1, 0, 1.5, 2_147_483_648, 2 ** 53]
    for (const given of none) expect(z.safeParse(id, given).success, String(given)).toBe(false)
    expect([z.parse(id, '2147483647'), z.parse(id, 1)]).toEqual([2_147_483_647, 1])
  })

  it('tells in the API document that it is whole, and its bounds', () => {
    expect(z.toJSONSchema(whole(1, 20, 'No'), { io: 'input' })).toMatchObject({
      anyOf: [
        { type: 'integer', minimum: 1, maximum: 20 },
        { type: 'string', pattern: '^\\d{1,2}$' },
      ],
    })
  })

  it('says the same of everything that is none', () => {
    const said = noNumbers.map(
      (given) => z.safeParse(decimal(10, 2, 'Must be an amount'), given).error?.issues[0]?.message,
    )
    expect(new Set(said)).toEqual(new Set(['Must be an amount']))
  })
})

describe('a code', () => {
  it('is text or a number with so many digits', () => {
    expect([z.parse(digits(4), '0123'), z.parse(digits(4), 1234)]).toEqual(['0123', '1234'])
    // JSON numbers have no zeros in front.
    expect([417, 7, 0].map((given) => z.parse(digits(4), given))).toEqual(['0417', '0007', '0000'])
    expect([417, 12_345, 1_234_567].map((given) => z.parse(digits(4, 8), given))).toEqual([
      '0417',
      '00012345',
      '01234567',
    ])
    for (const given of [['1234'], '123', '12345', '12a4', 12_345, -417, 4.5, true, null, { length: 4 }, undefined])
      expect(z.safeParse(digits(4), given).error?.issues[0]?.message).toBe('Must be 4 digits')
  })
})

describe('text of digits', () => {
  const state = digitText(z.enum(['05', '32', ''], { error: 'No' }), 'No', 2)

  it('is text, or a number that lacks zeros in front', () => {
    expect(['05', '32', '', 5, 32].map((given) => z.parse(state, given))).toEqual(['05', '32', '', '05', '32'])
    for (const given of ['5', 7, -5, 5.5, 2 ** 53, null, true, ['05']])
      expect(z.safeParse(state, given).error?.issues[0]?.message, String(given)).toBe('No')
  })

  it('is a phone number or a calling code', () => {
    expect([z.parse(phoneNumber(), 9_847_012_345), z.parse(phoneNumber(), ' +91 98470\u202c ')]).toEqual([
      '9847012345',
      '+91 98470',
    ])
    expect([z.parse(optionalPhoneNumber(), ''), z.parse(callingCode, 971), z.parse(callingCode, undefined)]).toEqual([
      '',
      '971',
      '91',
    ])
    expect(z.safeParse(phoneNumber(), ' ').error?.issues[0]?.message).toBe('Please enter a phone number')
    expect(z.safeParse(phoneNumber(), '9'.repeat(101)).error?.issues[0]?.message).toBe('At most 100 characters')
  })
})

describe('what a field means', () => {
  it('is told of the field alone, not of the others that share its schema', () => {
    const course = means(id, 'The course')
    expect(z.toJSONSchema(course, { io: 'input' }).description).toBe('The course')
    expect(z.toJSONSchema(id, { io: 'input' })).not.toHaveProperty('description')
    expect(z.parse(course, '7')).toBe(7)
  })
})

describe('a picture that may be missing', () => {
  const read = (value: unknown) => optionalImageFile.safeParse(value)

  it('is missing where nothing was chosen', () => {
    for (const value of [undefined, '', new File([], '')])
      expect(read(value)).toEqual({ success: true, data: undefined })
  })

  it('is not taken for missing when a file without content was chosen', () => {
    expect(read(new File([], 'photo.jpg')).error?.issues[0]?.message).toBe(EMPTY_FILE)
  })
})

describe('a limit of characters', () => {
  it('counts an emoji as one, and is told in JSON Schema', () => {
    for (const schema of [text(3), line(3), written(3)]) {
      expect(schema.safeParse('😀❤️👍🏽')).toMatchObject({ success: true })
      expect(schema.safeParse('😀❤️👍🏽a').error?.issues[0]?.message).toBe('At most 3 characters')
    }
    expect(z.toJSONSchema(text(3), { io: 'input' })).toMatchObject({ maxLength: 3 })
  })

  it('of words of one’s own leaves out spaces at the ends, and bounds them too', () => {
    expect(written(3).safeParse(' abc  ')).toMatchObject({ success: true, data: ' abc  ' })
    expect(written(3).safeParse(`a${' '.repeat(4)}`)).toMatchObject({ success: false })
  })
})
