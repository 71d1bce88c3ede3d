import { describe, expect, it } from 'vitest'
import { HOUR, indianTime, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { tooFast, waitFor } from '#lib/both/calls/limits.ts'
import { hasText } from '#lib/both/text/has-text.ts'
import { draftKey, limits, textProblem } from './discussions.rules.ts'

describe('a comment must say something', () => {
  it.each(['', '   ', '\n\t', '\u200b', '\ufeff \u2060', '\u00a0\u3000', '\u202e'])('%j says nothing', (text) => {
    expect(hasText(text)).toBe(false)
  })
  it.each(['a', ' ? ', 'നമസ്കാരം', '👍', '\u200bx'])('%j says something', (text) => {
    expect(hasText(text)).toBe(true)
  })
  it('and is refused in the words of the specification otherwise', () => {
    expect(textProblem(' ', false)).toBe('Please enter your discussion text')
    expect(textProblem(' ', true)).toBe('Please enter a reply')
    expect(textProblem('ok', true)).toBeUndefined()
    expect(textProblem(` ${'😀'.repeat(5000)} `, false)).toBeUndefined()
    expect(textProblem('😀'.repeat(5001), false)).toBe('A comment can have at most 5000 characters')
  })
})

describe('writing is limited to 5 a minute and 60 an hour', () => {
  const now = indianTime(2026, 3, 2, 10)
  const ago = (...spans: number[]) => spans.map((span) => now - span)

  it('lets the fifth in a minute through and not the sixth', () => {
    expect(waitFor(limits, ago(1, 2, 3, 4), now)).toBe(0)
    expect(waitFor(limits, ago(1, 2, 3, 4, 20 * SECOND), now)).toBe(40 * SECOND)
  })
  it('opens again when the oldest of the five is a minute old', () => {
    expect(waitFor(limits, ago(1, 2, 3, 4, MINUTE - 1), now)).toBe(1)
    expect(waitFor(limits, ago(1, 2, 3, 4, MINUTE), now)).toBe(0)
  })
  it('waits for the hour where that takes longer', () => {
    const times = Array.from({ length: 60 }, (_, at) => now - at * 30 * SECOND - 20 * SECOND)
    expect(waitFor(limits, times, now)).toBe(HOUR - 59 * 30 * SECOND - 20 * SECOND)
    expect(waitFor(limits, times.slice(0, 59), now)).toBe(0)
  })
  it.each([
    [1, '1 second'],
    [1000, '1 second'],
    [41_001, '42 seconds'],
    [MINUTE, '60 seconds'],
    [MINUTE + 1, '2 minutes'],
    [30 * MINUTE, '30 minutes'],
  ])('says when to try again: %d ms are %s', (wait, said) => {
    expect(tooFast(wait)).toBe(`You are writing too fast. Please try again in ${said}.`)
  })
})

it('a draft is kept by learner, panel and the comment that it replies to', () => {
  const keys = [draftKey(1, 2), draftKey(2, 1), draftKey(1, 2, 3), draftKey(1, 3, 2)]
  expect(new Set(keys).size).toBe(4)
  expect(draftKey(1, 2)).toBe(draftKey(1, 2, 0))
})
