import { describe, expect, it } from 'vitest'
import { activeEntry } from './navigation.ts'

describe('the sidebar', () => {
  it('marks the entry that a deeper screen belongs to', () => {
    expect(activeEntry('/my-courses/7/exam/3')).toBe('/my-courses')
    expect(activeEntry('/courses/psc/ldc')).toBe('/courses')
    expect(activeEntry('/mock-test/4/exam-result/9')).toBe('/mock-test')
    expect(activeEntry('/dashboard')).toBe('/dashboard')
    expect(activeEntry('/practice')).toBe('/practice')
  })

  it('marks the group of screens whose address starts otherwise', () => {
    expect(activeEntry('/buycourse/3')).toBe('/courses')
    expect(activeEntry('/search')).toBe('/courses')
    expect(activeEntry('/exam/3/result')).toBe('/mock-test')
  })

  it('marks nothing on screens outside it', () => {
    expect(activeEntry('/settings')).toBeUndefined()
    expect(activeEntry('/my-purchases/5')).toBeUndefined()
    expect(activeEntry('/')).toBeUndefined()
  })
})
