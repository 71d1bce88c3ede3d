import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { plainMessage } from './plain-messages.ts'

const said = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value, { error: plainMessage }).error?.issues.map(({ message }) => message)

describe('a check without words of its own says in plain words', () => {
  it.each([
    ['that text is wanted', z.string(), 5, 'Must be text'],
    ['that a number is wanted', z.number(), 'x', 'Must be a number'],
    ['that a whole number is wanted', z.int(), 1.5, 'Must be a whole number'],
    ['that a flag is wanted', z.boolean(), 'true', 'Must be true or false'],
    ['that a list is wanted', z.array(z.string()), {}, 'Must be a list'],
    ['that an object is wanted', z.object({}), null, 'Must be an object with fields'],
    ['that a record is wanted', z.record(z.string(), z.string()), 5, 'Must be an object with fields'],
    ['that null is wanted', z.null(), 5, 'Must be null'],
    ['that a file is wanted', z.file(), 'x', 'Must be a file'],
    ['that a field is missing', z.string(), undefined, 'Is required'],
    ['that a choice is missing', z.enum(['Y', 'N']), undefined, 'Is required'],
    ['which values there are', z.enum(['Y', 'N']), 'x', 'Must be one of Y, N'],
    ['which value there is', z.literal('Y'), 'x', 'Must be Y'],
    ['that none of several types fits', z.union([z.string(), z.number()]), true, 'Has the wrong type'],
    ['that text is empty', z.string().check(z.minLength(1)), '', 'Must not be empty'],
    ['that a list is empty', z.array(z.string()).check(z.minLength(1)), [], 'Must not be empty'],
    ['that text is too short', z.string().check(z.minLength(3)), 'x', 'Must have at least 3 characters'],
    ['that text is too long', z.string().check(z.maxLength(1)), 'xx', 'Must have at most 1 character'],
    ['that a list is too long', z.array(z.int()).check(z.maxLength(2)), [1, 2, 3], 'Must have at most 2 entries'],
    ['that a number is too small', z.number().check(z.minimum(1)), 0, 'Must be at least 1'],
    ['that a number is too large', z.number().check(z.maximum(9)), 10, 'Must be at most 9'],
    ['that a number is not below', z.number().check(z.lt(9)), 9, 'Must be less than 9'],
    ['that a number does not divide', z.number().check(z.multipleOf(5)), 7, 'Must be a multiple of 5'],
    ['which fields it does not take', z.strictObject({}), { x: 1 }, 'Has fields that this call does not take: x'],
    ['that a pattern does not fit', z.string().check(z.regex(/^a$/)), 'b', 'Has the wrong format'],
    ['that a check of its own fails', z.string().check(z.refine(() => false)), 'b', 'Is not valid'],
  ])('%s', (_, schema, value, message) => {
    expect(said(schema, value)).toEqual([message])
  })

  it('lists no more values than a message can have', () => {
    const many = z.enum(Array.from({ length: 500 }, (_, at) => `choice-${at}`) as [string, ...string[]])
    expect(said(many, 'x')![0]!.length).toBeLessThan(300)
  })
})
