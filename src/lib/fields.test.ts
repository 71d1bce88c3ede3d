import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { count, digits, id, milliseconds, numeric, page, perPage } from './fields.ts'

/** What JavaScript would make a number of, and nobody wrote as one. */
const noNumbers = [true, false, [5], ['5'], {}, '', ' ', ' 5', '5 ', '0x10', '1e3', '1_000', '٣', '+5', 'Infinity', NaN]

describe('a number', () => {
  const fields = { id, count, milliseconds, page, 'per page': perPage(10), numeric: numeric() }

  it.each(Object.entries(fields))('as %s is a number or its digits, and nothing that could be made one', (_, field) => {
    expect(z.parse(field, 7)).toBe(7)
    expect(z.parse(field, '7')).toBe(7)
    const taken = [...noNumbers, null, new Date(5)].filter((given) => z.safeParse(field, given).success)
    expect(taken).toEqual([])
  })

  it('may be negative or have a fraction where the field lets it', () => {
    expect(z.parse(numeric(), '-12.5')).toBe(-12.5)
    for (const given of ['-1', '0', '1.5', 1.5, 0]) expect(z.safeParse(id, given).success).toBe(false)
  })

  it('says the same of everything that is none', () => {
    const said = noNumbers.map((given) => z.safeParse(numeric('Must be an amount'), given).error?.issues[0]?.message)
    expect(new Set(said)).toEqual(new Set(['Must be an amount']))
  })
})

describe('a code', () => {
  it('is text or a number with so many digits', () => {
    expect([z.parse(digits(4), '0123'), z.parse(digits(4), 1234)]).toEqual(['0123', '1234'])
    for (const given of [['1234'], '123', '12345', '12a4', 123, true, null, { length: 4 }, undefined])
      expect(z.safeParse(digits(4), given).error?.issues[0]?.message).toBe('Must be 4 digits')
  })
})
