import { describe, expect, it } from 'vitest'
import { slices } from './pie.ts'

describe('the parts of a pie', () => {
  it('follow each other around the whole', () => {
    const [first, second, third] = slices([1, 1, 2])
    expect(first).toMatchObject({ from: 0, to: 0.25 })
    expect(second).toMatchObject({ from: 0.25, to: 0.5 })
    expect(third).toMatchObject({ from: 0.5, to: 1 })
  })

  it('are nothing when there is nothing to share', () => {
    expect(slices([0, 0])).toEqual([
      { from: 0, to: 0 },
      { from: 0, to: 0 },
    ])
    expect(slices([])).toEqual([])
  })

  it('count a negative value as nothing', () => {
    expect(slices([-10, 20])).toEqual([
      { from: 0, to: 0 },
      { from: 0, to: 1 },
    ])
  })
})
