import { expect, test } from 'vitest'
import { commandOf } from './keys.ts'

const press = (key: string, letterKeys = true, held: object = {}) =>
  commandOf({ key, ctrlKey: false, altKey: false, metaKey: false, ...held }, 4, letterKeys)

test('digits and the letters of the options choose by position', () => {
  expect(press('1')).toEqual({ do: 'choose', position: 0 })
  expect(press('4')).toEqual({ do: 'choose', position: 3 })
  expect(press('C')).toEqual({ do: 'choose', position: 2 })
  expect(press('d')).toEqual({ do: 'choose', position: 3 })
})

test('digits and letters beyond the options do nothing', () => {
  expect([press('5'), press('e'), press('0')]).toEqual([undefined, undefined, undefined])
})

test('arrows, N and P move; M marks; X, Delete and Backspace clear; ? helps', () => {
  const commands = ['ArrowLeft', 'p', 'ArrowRight', 'n', 'm', 'x', 'Delete', 'Backspace', '?'].map(
    (key) => press(key)?.do,
  )
  expect(commands).toEqual(['previous', 'previous', 'forward', 'forward', 'mark', 'clear', 'clear', 'clear', 'help'])
})

test('letters and digits can be switched off; named keys stay', () => {
  expect([press('a', false), press('1', false), press('n', false)]).toEqual([undefined, undefined, undefined])
  expect(press('ArrowRight', false)).toEqual({ do: 'forward' })
})

test("the browser's own shortcuts are left alone", () => {
  expect(press('c', true, { ctrlKey: true })).toBeUndefined()
  expect(press('ArrowLeft', true, { altKey: true })).toBeUndefined()
})

test('up and down belong to the radio group', () => {
  expect([press('ArrowUp'), press('ArrowDown'), press(' '), press('Enter')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('arrows scroll a wide formula that holds the focus instead of changing the question', () => {
  const within = (selector: string) => ({ target: { closest: (asked: string) => (asked === selector ? {} : null) } })
  expect(press('ArrowRight', true, within('.authored'))).toBeUndefined()
  expect(press('n', true, within('.authored'))).toEqual({ do: 'forward' })
  expect(press('ArrowRight', true, within('button'))).toEqual({ do: 'forward' })
})
