import { describe, expect, it } from 'vitest'
import { pageItems } from './pagination.ts'

describe('pagination', () => {
  it('lists all pages when there are five or fewer', () => {
    expect(pageItems(1, 1)).toEqual([1])
    expect(pageItems(3, 5)).toEqual([1, 2, 3, 4, 5])
  })

  it('opens a window around the current page between ellipses', () => {
    expect(pageItems(7, 12)).toEqual([1, 'gap', 6, 7, 8, 'gap', 12])
  })

  it('keeps the window at the ends', () => {
    expect(pageItems(1, 12)).toEqual([1, 2, 3, 4, 'gap', 12])
    expect(pageItems(2, 12)).toEqual([1, 2, 3, 4, 'gap', 12])
    expect(pageItems(12, 12)).toEqual([1, 'gap', 9, 10, 11, 12])
  })

  it('never hides a single page behind an ellipsis', () => {
    expect(pageItems(4, 12)).toEqual([1, 2, 3, 4, 5, 'gap', 12])
    expect(pageItems(9, 12)).toEqual([1, 'gap', 8, 9, 10, 11, 12])
    expect(pageItems(3, 6)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('always lists the first, the last and the current page, each once and in order', () => {
    for (let last = 1; last <= 30; last++) {
      for (let current = 1; current <= last; current++) {
        const numbers = pageItems(current, last).filter((item) => item !== 'gap')
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect(numbers).toEqual(expect.arrayContaining([1, current, last]))
      }
    }
  })

  it('survives a current page outside the list', () => {
    expect(pageItems(99, 12)).toEqual(pageItems(12, 12))
    expect(pageItems(0, 12)).toEqual(pageItems(1, 12))
    expect(pageItems(1, 0)).toEqual([])
  })
})
