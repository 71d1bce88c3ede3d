import { expect, test } from 'vitest'
import { beside, cell, figure } from '../results.ts'
import { matrix, table } from './print.ts'

test('a budget of a ratio is judged by the other column, and by nothing where that was not measured', () => {
  const wanted = { atLeast: 0.7, of: 'bare' as const }
  expect(figure('saves', { new: 69, bare: 100 }, '/s', wanted)).toMatchObject({ wanted: '>= 0.7 of bare', ok: false })
  expect(figure('saves', { new: 71, bare: 100 }, '/s', wanted).ok).toBe(true)
  expect(figure('views', { new: 1 }, '/s', { atLeast: 2, of: 'old' }).ok).toBe(true)
})

test('a budget is kept at its limit, and judged before anything is rounded', () => {
  expect(figure('time', 12, 'ms', { atMost: 12 }).ok).toBe(true)
  expect(figure('time', 12.001, 'ms', { atMost: 12 })).toMatchObject({ value: 12, ok: false })
})

test('what was measured of the release before stands beside what has its name now', () => {
  const results = beside([figure('starts', 800, '/s'), figure('new', 1, '')], [figure('starts', 400, '/s')])
  expect(results.map(({ old }) => old)).toEqual([400, null])
})

test('lines of a table fit a terminal of 120 columns, and say what misses', () => {
  const name = 'without pauses, save, 99th percentile of all'
  const measured = { new: 123_456.7, old: 98_765.4, bare: 234_567.8 }
  const lines = table([figure(name, measured, 'candidates/s', { atLeast: 0.66, of: 'bare' }, 'of a day')])
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120)
  expect(lines[1]).toMatch(/^MISS .* 98765 +123457 +234568 +1\.25 +0\.53 {2}>= 0\.66 of bare$/)
  expect(lines[2]).toMatch(/^ +of a day$/)
})

test('a table of many things alike has a line for each, with what misses marked and named', () => {
  const lines = matrix([
    cell('/dashboard', 'score', 91, { atLeast: 99 }),
    cell('/dashboard', 'reqs', 20, { atMost: 25 }),
    cell('/login', 'score', 100, { atLeast: 99 }),
  ])
  expect(lines.map((line) => line.trim().split(/ +/))).toEqual([
    ['score', 'reqs'],
    ['/dashboard', '91!', '20'],
    ['/login', '100', '-'],
    ['MISS', '/dashboard', 'score:', '91', '(wanted', '>=', '99)'],
  ])
})
