import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the window of the payment sandbox takes no press before its script can answer', () => {
  const ways = readFileSync('public/sandbox/window.html', 'utf8').match(/<button[^>]*data-outcome[^>]*>/g) ?? []
  expect(ways).toHaveLength(4)
  for (const way of ways) expect(way).toContain(' disabled>')
})
