import { describe, expect, test } from 'vitest'
import { codeOf, nameOf, shownState, states, stateTyped } from './gst-states.ts'

describe('the list of states', () => {
  test('has each of the 36 states and union territories once, by name, and other countries last', () => {
    const names = states.map(nameOf)
    expect(names).toHaveLength(37)
    expect(new Set(states.map(codeOf)).size).toBe(37)
    expect(names.at(-1)).toBe('Outside India')
    expect(names.slice(0, -1)).toEqual(names.slice(0, -1).toSorted())
  })

  test('has the numbers of GST from 01 to 38 but 25 and 28, which no state has any more', () => {
    const codes = states.slice(0, -1).map(codeOf).toSorted()
    const all = Array.from({ length: 38 }, (_, at) => String(at + 1).padStart(2, '0'))
    expect(codes).toEqual(all.filter((code) => code !== '25' && code !== '28'))
  })
})

test.each([
  ['32', '32'],
  [' kerala ', '32'],
  ['Outside India', '96'],
  ['25', undefined],
  ['', undefined],
  ['Ker', undefined],
])("'%s' as it is typed is the state %s", (text, code) => {
  expect(stateTyped(text)).toBe(code)
})

test('a state is shown with its number behind its name', () => {
  expect(shownState('32 Kerala')).toBe('Kerala (32)')
})
