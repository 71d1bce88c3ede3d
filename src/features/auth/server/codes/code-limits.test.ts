import { expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { limitsOfWay, minutesOf } from './code-limits.ts'

test('each way in has limits of its own: anybody, whoever is known, and whoever strangers have locked out', () => {
  expect(limitsOfWay('short')).toEqual({
    sends: [
      { count: 5, span: 15 * MINUTE },
      { count: 12, span: DAY },
    ],
    guesses: [
      { count: 30, span: DAY },
      { count: 100, span: 30 * DAY },
    ],
  })
  for (const way of ['device 7', 'deletion'] as const)
    expect(limitsOfWay(way)).toEqual({
      sends: [
        { count: 5, span: 15 * MINUTE },
        { count: 12, span: DAY },
      ],
      guesses: [
        { count: 15, span: DAY },
        { count: 50, span: 30 * DAY },
      ],
    })
  expect(limitsOfWay('long')).toEqual({
    sends: [{ count: 3, span: DAY }],
    guesses: [{ count: 10_000, span: DAY }],
  })
})

test('a code works for ten minutes, a long one for a day', () => {
  expect([minutesOf('short'), minutesOf('device 7'), minutesOf('long')]).toEqual([10, 10, 1440])
})
