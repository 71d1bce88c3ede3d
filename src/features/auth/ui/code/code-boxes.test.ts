import { describe, expect, it } from 'vitest'
import { clearBox, digitAt, isComplete, putDigits, typeInBox } from './code-boxes.ts'

describe('the boxes of a code', () => {
  it('take a digit each and go on to the next', () => {
    expect(typeInBox('', 0, '1', 4)).toEqual({ code: '1', next: 1 })
    expect(typeInBox('1', 1, '2', 4)).toEqual({ code: '12', next: 2 })
    expect(typeInBox('123', 3, '4', 4)).toEqual({ code: '1234', next: 3 })
  })

  it('take nothing but digits', () => {
    expect(typeInBox('1', 1, 'a', 4)).toBeUndefined()
    expect(typeInBox('1', 1, ' ', 4)).toBeUndefined()
  })

  it('replace a digit by the one typed beside it, on either side, the same one too', () => {
    expect(typeInBox('1234', 1, '29', 4)).toEqual({ code: '1934', next: 2 })
    expect(typeInBox('1234', 1, '92', 4)).toEqual({ code: '1934', next: 2 })
    expect(typeInBox('1234', 1, '22', 4)).toEqual({ code: '1234', next: 2 })
  })

  it('stay where they are when one of them is emptied', () => {
    const emptied = typeInBox('1234', 1, '', 4)
    expect(emptied).toEqual({ code: '1 34', next: 1 })
    expect([0, 1, 2, 3].map((place) => digitAt('1 34', place))).toEqual(['1', '', '3', '4'])
    expect(isComplete('1 34', 4)).toBe(false)
    expect(typeInBox('1 34', 1, '2', 4)).toEqual({ code: '1234', next: 2 })
    expect(clearBox('1234', 3)).toBe('123')
    expect(clearBox('1 3', 2)).toBe('1')
    expect(clearBox('12', 3)).toBe('12')
  })

  it.each([
    ['1234', 0],
    [' Code: 12-34\n', 2],
    ['123456', 3],
  ])('are all filled by a whole code, wherever it comes: %j in box %i', (text, place) => {
    expect(putDigits('9', place, text, 4)).toEqual({ code: '1234', next: 3 })
  })

  it('are filled from where a part of a code comes', () => {
    expect(putDigits('1', 1, '23', 4)).toEqual({ code: '123', next: 3 })
    expect(putDigits('', 2, '5', 4)).toEqual({ code: '  5', next: 3 })
    expect(putDigits('', 6, '789', 8)).toEqual({ code: '      78', next: 7 })
    expect(putDigits('', 0, 'no digits', 4)).toBeUndefined()
  })

  it('are complete with as many digits as the code has', () => {
    expect([isComplete('123', 4), isComplete('1234', 4), isComplete('1234', 8)]).toEqual([false, true, false])
  })
})
