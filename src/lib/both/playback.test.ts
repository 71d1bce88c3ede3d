import { expect, it } from 'vitest'
import { clockTime } from './playback.ts'

it('times read like the clock of a player', () => {
  expect([0, 9, 192.9, 3725].map(clockTime)).toEqual(['0:00', '0:09', '3:12', '1:02:05'])
})
