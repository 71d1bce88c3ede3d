import { expect, test } from 'vitest'
import { placeOfToasts } from './toast-place.ts'

const bar = { top: 0, bottom: 112 }

test.each([
  ['at the top of an empty page', [], 8],
  ['below the bar at the top', [bar], 120],
  ['below a timer under that bar', [bar, { top: 120, bottom: 164 }], 172],
  ['above what is further down', [bar, { top: 240, bottom: 280 }], 120],
  ['below a bar that wraps', [bar, { top: 60, bottom: 140 }], 148],
  ['at the top while a bar is scrolled away', [{ top: -90, bottom: -20 }], 8],
  [
    'below both of two columns',
    [
      { top: 100, bottom: 200 },
      { top: 0, bottom: 60 },
    ],
    208,
  ],
  ['at the end where nothing is free', [bar, { top: 130, bottom: 600 }], 572],
  ['at the top beside what is not drawn', [{ top: 0, bottom: 0 }], 8],
])('stand %s', (_, spans, top) => {
  expect(placeOfToasts(60, 640, spans)).toBe(top)
})
