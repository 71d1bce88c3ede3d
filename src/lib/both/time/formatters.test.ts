import { afterEach, expect, it, vi } from 'vitest'
import { namedDay, namedMoment } from './clock.ts'
import { relativeTime } from './relative-time.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('creates no formatter for a date whose parts were formatted before, in each language', () => {
  const created = vi.spyOn(Intl, 'DateTimeFormat')
  const relativeCreated = vi.spyOn(Intl, 'RelativeTimeFormat')
  const format = (instant: number) => [namedDay(instant), namedMoment(instant), relativeTime(instant, instant + 60_000)]
  const inLanguages = (instant: number) =>
    ['en', 'ml', 'hi'].map((language) => {
      vi.stubGlobal('document', { cookie: `dates=${language}` })
      return format(instant)
    })
  inLanguages(Date.UTC(2026, 0, 1))
  created.mockClear()
  relativeCreated.mockClear()
  const texts = new Set(inLanguages(Date.UTC(2026, 1, 2)).flat())
  expect(texts.size).toBe(9)
  expect([created.mock.calls, relativeCreated.mock.calls]).toEqual([[], []])
})
