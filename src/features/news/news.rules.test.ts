import { afterEach, expect, it, vi } from 'vitest'
import { leadsAway } from './news.rules.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['a page of the site', 'https://learn.example.org/news/3', false],
  ['a path', '/news/3', false],
  ['a page elsewhere', 'https://news.example.org/3', true],
  ['another port', 'https://learn.example.org:8080/news/3', true],
])('a link to %s is told from others, in browsers without URL.parse too', (_, link, away) => {
  vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function')
  })
  expect(leadsAway(link, 'https://learn.example.org/dashboard')).toBe(away)
})
