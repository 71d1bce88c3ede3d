import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '#http/routes.ts'
import { nameOf } from '../support/api/sample.ts'

/** Texts of digits alone: a flag, codes of states, of countries and to log in, phones. */
const digits = ['32', '91', '1234', '123456', '12345678', '9847012345']

/** Texts that a field of digits refuses. */
const words = ['a', 'ab', 'abcd', 'abcdef', 'abcdefghij', 'abcdefghijklmnopqrstuvwxyz']

const called = /(?:^|_)(?:mobile|phone|otp|country_code)(?:_number)?$/

interface Shaped {
  shape?: Record<string, z.ZodMiniType>
  in?: z.ZodMiniType
}

function shapeOf(schema: unknown): Record<string, z.ZodMiniType> {
  const { shape, in: inner } = (schema as { _zod: { def: Shaped } })._zod.def
  return shape ?? (inner ? shapeOf(inner) : {})
}

const fields = routes.flatMap(({ endpoint }) =>
  Object.entries(shapeOf(endpoint.body)).map(([name, field]) => {
    const takes = (value: unknown) => z.safeParse(field, value).success
    const taken = digits.filter(takes)
    const isOfDigits = called.test(name) || (taken.length > 0 && !words.some(takes))
    return { call: nameOf(endpoint), name, field, taken: isOfDigits ? taken : [] }
  }),
)

test('digits may be sent as a number in every field of every call that consists of digits', () => {
  const found = fields.filter(({ taken }) => taken.length > 0)
  const names = found.map(({ name }) => name)
  for (const name of ['mobile', 'country_code', 'otp', 'phone', 'phone_number', 'state', 'qids', 'course_id'])
    expect(names).toContain(name)
  for (const { call, name, field, taken } of found)
    for (const text of taken)
      expect(z.safeParse(field, Number(text)), `${call}: ${name} = ${text}`).toEqual(z.safeParse(field, text))
})
