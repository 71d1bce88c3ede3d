import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from './clock.ts'
import { relativeTime } from './relative-time.ts'

test.each([
  [-MINUTE, 'now'],
  [0, 'now'],
  [59 * SECOND, 'now'],
  [MINUTE, '1 minute ago'],
  [2 * HOUR - 1, '1 hour ago'],
  [DAY, '1 day ago'],
  [2 * DAY - 1, '1 day ago'],
  [6 * DAY, '6 days ago'],
  [7 * DAY, '1 week ago'],
  [70 * DAY, '2 months ago'],
  [800 * DAY, '2 years ago'],
])('%i ms ago is %s', (ago, words) => {
  const now = Date.UTC(2026, 2, 2)
  expect(relativeTime(now - ago, now)).toBe(words)
})
