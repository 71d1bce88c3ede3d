import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import {
  count,
  decimal,
  digits,
  id,
  line,
  means,
  milliseconds,
  text,
  whole,
  written,
  yesNo,
} from '../../both/calls/fields.ts'
import { formRules } from './form-rules.ts'

const ruleOf = (field: z.ZodMiniType) => formRules(z.object({ field })).field

describe('the rules that a form has from the contract', () => {
  it('say how long a text may be, and that there must be one, in the words of the contract', () => {
    const name = line(80).check(z.minLength(1, { error: 'Please enter a name' }))
    expect(ruleOf(name)).toEqual({
      type: 'text',
      empty: 'itself',
      required: 'Please enter a name',
      shortest: { value: 1, says: 'Please enter a name' },
      longest: { value: 80, says: 'At most 80 characters' },
    })
  })

  it('know how long words of one’s own may be, however they are wrapped, and what a refinement asks', () => {
    const reason = means(written(500), 'Why').check(z.refine((value) => value.trim() !== '', { error: 'Say why' }))
    expect(ruleOf(reason)).toMatchObject({
      required: 'Say why',
      longest: { value: 500, says: 'At most 500 characters' },
    })
    expect(ruleOf(z.optional(written(40)))).toMatchObject({ empty: 'itself', longest: { value: 40 } })
  })

  it('say what is sent of a field that is left empty', () => {
    expect(ruleOf(text(20))).toMatchObject({ empty: 'itself' })
    expect(ruleOf(text(20))).not.toHaveProperty('required')
    expect(ruleOf(z.nullable(id))).toMatchObject({ type: 'number', empty: 'null' })
    expect(ruleOf(z.optional(id))).toMatchObject({ type: 'number', empty: 'left out' })
    expect(ruleOf(z._default(count, 3))).toMatchObject({ type: 'number', empty: 'left out' })
    expect(ruleOf(z.optional(text(64).check(z.minLength(8, { error: 'At least 8' }))))).not.toHaveProperty('required')
  })

  it('say the bounds of a number, and whether it is whole', () => {
    const says = 'Must be a whole number from 0 to 1000'
    expect(ruleOf(count)).toEqual({
      type: 'number',
      empty: 'itself',
      required: says,
      whole: true,
      least: { value: 0, says },
      most: { value: 1000, says },
    })
    expect(ruleOf(decimal(100, 2, 'A percentage'))).toMatchObject({ most: { value: 100, says: 'A percentage' } })
    expect(ruleOf(decimal(100, 2, 'A percentage'))).not.toHaveProperty('whole')
    expect(ruleOf(z.nullish(milliseconds))).toMatchObject({ type: 'number', empty: 'null', least: { value: 0 } })
  })

  it('say the bounds of a number, and single values beside them', () => {
    const says = 'Must be 0, or from 100 to 900'
    const price = z.union([whole(0, 0, says), whole(100, 900, says)], { error: says })
    const bounds = { least: { value: 100, says }, most: { value: 900, says }, also: [0] }
    expect(ruleOf(price)).toMatchObject({ type: 'number', required: says, whole: true, ...bounds })
    expect(ruleOf(means(z._default(z.nullable(price), null), 'Offer'))).toMatchObject({ empty: 'null', ...bounds })
  })

  it('say the form of a text, and of a code, which keeps its zeros', () => {
    const key = text(20).check(z.regex(/^[a-z-]+$/, { error: 'Small letters and hyphens' }))
    expect(ruleOf(key)).toMatchObject({ pattern: { source: '^[a-z-]+$', says: 'Small letters and hyphens' } })
    expect(ruleOf(digits(6))).toMatchObject({ type: 'text', pattern: { says: 'Must be 6 digits' } })
  })

  it('know lists, and both ways to say yes and no', () => {
    const roles = z.array(z.enum(['owner', 'mentor'])).check(z.minLength(1, { error: 'At least one role' }))
    expect(ruleOf(roles)).toEqual({
      type: 'list',
      empty: 'itself',
      required: 'At least one role',
      shortest: { value: 1, says: 'At least one role' },
    })
    expect(ruleOf(z.boolean())).toEqual({ type: 'boolean', empty: 'itself' })
    expect(ruleOf(yesNo)).toEqual({ type: 'yes-no', empty: 'itself' })
  })

  it('have words where the contract has none', () => {
    expect(ruleOf(z.string().check(z.minLength(1), z.maxLength(5)))).toMatchObject({
      required: 'Please fill this in.',
      longest: { value: 5, says: 'This cannot be accepted.' },
    })
  })

  it('look into a body that is checked as a whole, and refuse one without fields', () => {
    const body = z.object({ from: text(10), till: text(10) }).check(z.refine(({ from, till }) => from <= till))
    expect(Object.keys(formRules(body))).toEqual(['from', 'till'])
    expect(() => formRules(z.string())).toThrow('A form needs a body with fields')
  })
})
