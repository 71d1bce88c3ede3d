import { describe, expect, it } from 'vitest'
import { fieldsIn, hasFields, textOf, valueIn } from './told.ts'

describe('what a browser has stored', () => {
  it.each([null, undefined, '', '{', 'null', '7', '"text"', '[1]', 'true'])('has no fields where it is %j', (text) => {
    expect(fieldsIn(text)).toEqual({})
  })

  it('has the fields of an object, of whatever type', () => {
    expect(fieldsIn('{"name":7}')).toEqual({ name: 7 })
    expect([hasFields({}), hasFields([]), hasFields(null)]).toEqual([true, false, false])
  })

  it('is a value or nothing', () => {
    expect([valueIn('[1]'), valueIn('null'), valueIn('no'), valueIn(null)]).toEqual([
      [1],
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is text where it is text', () => {
    expect([textOf('a'), textOf(7), textOf(null), textOf(['a'])]).toEqual(['a', undefined, undefined, undefined])
  })
})
