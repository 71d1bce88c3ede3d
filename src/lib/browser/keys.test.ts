import { describe, expect, it } from 'vitest'
import { isTyping, pressed, type KeyBinding } from './keys.ts'

const run = () => {}
const bindings: KeyBinding[] = [
  { keys: 'j', does: 'Next row', run },
  { keys: 'g l', does: 'Learners', run },
  { keys: 'Enter', does: 'Open' },
]
const meant = (before: string | undefined, key: string) => pressed(bindings, before, key).binding?.does

describe('a key that is bound', () => {
  it('is what it is bound to, alone or after another', () => {
    expect(meant(undefined, 'j')).toBe('Next row')
    expect(pressed(bindings, undefined, 'g')).toEqual({ binding: undefined, begins: true })
    expect(meant('g', 'l')).toBe('Learners')
    expect(meant(undefined, 'l')).toBeUndefined()
  })

  it('counts by itself after one that begins a pair of others', () => {
    expect(meant('g', 'j')).toBe('Next row')
    expect(pressed(bindings, 'g', 'g').begins).toBe(true)
  })

  it('is that of who bound it last', () => {
    const later = { keys: 'j', does: 'Next message', run }
    expect(pressed([...bindings, later], undefined, 'j').binding).toBe(later)
  })

  it('is left to the browser where the help alone has it', () => {
    expect(meant(undefined, 'Enter')).toBeUndefined()
  })
})

it.each([
  [{ tagName: 'INPUT', type: 'search' }, true],
  [{ tagName: 'INPUT', type: 'date' }, true],
  [{ tagName: 'INPUT', type: 'checkbox' }, false],
  [{ tagName: 'TEXTAREA' }, true],
  [{ tagName: 'SELECT' }, true],
  [{ tagName: 'DIV', isContentEditable: true }, true],
  [{ tagName: 'A' }, false],
  [null, false],
])('letters are meant for what has the focus: %j %s', (target, typed) => {
  expect(isTyping(target)).toBe(typed)
})
