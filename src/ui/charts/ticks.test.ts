import { describe, expect, it } from 'vitest'
import { axisTo, ticks, tickStep } from './ticks.ts'

const steps = [5, 10, 30, 60]

describe('an axis', () => {
  it.each([
    [0, [0, 5]],
    [5, [0, 5]],
    [6, [0, 5, 10]],
    [25, [0, 5, 10, 15, 20, 25]],
    [26, [0, 10, 20, 30]],
    [61, [0, 30, 60, 90]],
    [299, [0, 60, 120, 180, 240, 300]],
    [301, [0, 120, 240, 360]],
    [7000, [0, 1440, 2880, 4320, 5760, 7200]],
  ])('to %d ends with a tick at or above it', (highest, shown) => {
    expect(axisTo(highest, 5, steps)).toEqual(shown)
  })
})

it('two axes with the same intervals have as many ticks', () => {
  for (const highest of [0, 1, 20, 21, 119, 240, 241, 5000]) {
    const own = ticks(tickStep(highest, 4, steps), 4)
    expect(own).toHaveLength(5)
    expect(own.at(-1)).toBeGreaterThanOrEqual(highest)
  }
})
