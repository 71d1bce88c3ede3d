import { describe, expect, it } from 'vitest'
import { playerCommand, speedBeside, type Focus } from './player-keys.rules.ts'

const nowhere: Focus = { writing: false, button: false, player: false }
const press = (key: string, focus: Partial<Focus> = {}, letters = true, held = {}) =>
  playerCommand({ key, ctrlKey: false, altKey: false, metaKey: false, ...held }, { ...nowhere, ...focus }, letters)

describe('keys of the player', () => {
  it('play, seek, mute, fill the screen, show captions and change the speed', () => {
    expect(
      [' ', 'k', 'j', 'l', 'ArrowLeft', 'ArrowRight', 'm', 'f', 'c', '<', '>', '?'].map((key) => press(key)),
    ).toEqual([
      { do: 'toggle' },
      { do: 'toggle' },
      { do: 'skip', by: -10 },
      { do: 'skip', by: 10 },
      { do: 'skip', by: -5 },
      { do: 'skip', by: 5 },
      { do: 'mute' },
      { do: 'fullscreen' },
      { do: 'captions' },
      { do: 'slower' },
      { do: 'faster' },
      { do: 'help' },
    ])
  })

  it('are never taken from a field, a dialog or the browser', () => {
    expect(press('k', { writing: true })).toBeUndefined()
    expect(press(' ', { writing: true })).toBeUndefined()
    expect(press('f', {}, true, { ctrlKey: true })).toBeUndefined()
  })

  it('leave space to a button that has the focus', () => {
    expect(press(' ', { button: true })).toBeUndefined()
    expect(press('k', { button: true })).toEqual({ do: 'toggle' })
  })

  it('leave up and down to the page unless the focus is in the player', () => {
    expect(press('ArrowUp')).toBeUndefined()
    expect(press('ArrowUp', { player: true })).toEqual({ do: 'volume', by: 0.1 })
    expect(press('ArrowDown')).toBeUndefined()
    expect(press('ArrowDown', { player: true })).toEqual({ do: 'volume', by: -0.1 })
  })

  it('work with letters outside the player only while they are switched on', () => {
    expect(press('k', {}, false)).toBeUndefined()
    expect(press('k', { player: true }, false)).toEqual({ do: 'toggle' })
  })
})

it('steps through the speeds and stays at the ends', () => {
  expect(speedBeside(1, 1)).toBe(1.25)
  expect(speedBeside(1, -1)).toBe(0.75)
  expect(speedBeside(2, 1)).toBe(2)
  expect(speedBeside(0.5, -1)).toBe(0.5)
})
