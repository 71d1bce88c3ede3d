import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { jsonOf, readStored } from './stored.ts'

describe('JSON of a column', () => {
  const tags = z.array(z.string())

  it('is what was written there', () => {
    expect(readStored(tags, '["a"]', 'The tags')).toEqual(['a'])
  })

  it.each(['', 'no', '{}', '[1]', 'null'])('that holds %j is an error with its name, not a value', (text) => {
    expect(() => readStored(tags, text, 'The tags')).toThrow(/^The tags in the database cannot be read: /)
  })

  it('is undefined where the text is none', () => {
    expect([jsonOf('7'), jsonOf('{')]).toEqual([7, undefined])
  })
})
