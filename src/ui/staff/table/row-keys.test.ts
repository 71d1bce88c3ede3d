import { describe, expect, it, test } from 'vitest'
import { opens, rowAfter } from './row-keys.ts'

test.each([
  ['j', -1, 0],
  ['j', 0, 1],
  ['ArrowDown', 2, 2],
  ['k', 2, 1],
  ['ArrowUp', 0, 0],
  ['k', -1, 2],
  ['Enter', 0, undefined],
  ['PageDown', 0, undefined],
])('of three rows %s leads from %i to %s', (key, current, next) => {
  expect(rowAfter(key, current, 3)).toBe(next)
})

test('of no rows no key leads anywhere', () => {
  expect(rowAfter('j', -1, 0)).toBeUndefined()
})

describe('a click on a row', () => {
  const plain = { button: 0, ctrlKey: false, metaKey: false, defaultPrevented: false }
  const cell = { closest: () => null }

  it('opens it, beside this page where it would do so of a link', () => {
    expect(opens(plain, cell, '')).toBe('here')
    expect(opens({ ...plain, ctrlKey: true }, cell, '')).toBe('beside')
    expect(opens({ ...plain, metaKey: true }, cell, '')).toBe('beside')
    expect(opens({ ...plain, button: 1 }, cell, '')).toBe('beside')
  })

  it('is left to what stands in the row, to who selects text, and to the menu of the browser', () => {
    expect(opens(plain, { closest: (selector) => (selector.includes('button') ? {} : null) }, '')).toBeUndefined()
    expect(opens(plain, cell, '9847')).toBeUndefined()
    expect(opens({ ...plain, button: 2 }, cell, '')).toBeUndefined()
    expect(opens({ ...plain, defaultPrevented: true }, cell, '')).toBeUndefined()
  })
})
