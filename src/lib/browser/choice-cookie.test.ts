import { afterEach, expect, it, vi } from 'vitest'
import { dateLanguage } from '#lib/both/time/date-language.ts'
import { keepChoice } from './choice-cookie.ts'

afterEach(() => vi.unstubAllGlobals())

function browserAt(protocol: 'http:' | 'https:') {
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol })
  return page
}

it('keeps a choice for a year, and deletes it', () => {
  const page = browserAt('http:')
  keepChoice('dates', 'hi', true)
  expect(page.cookie).toBe('dates=hi; path=/; samesite=lax; max-age=31536000')
  expect(dateLanguage()).toBe('hi')
  keepChoice('dates', 'en', false)
  expect(page.cookie).toContain('max-age=0')
  expect(dateLanguage()).toBe('en')
})

it('keeps it in a cookie that is secure with https alone', () => {
  const page = browserAt('https:')
  keepChoice('theme', 'dark', true)
  expect(page.cookie).toBe('theme=dark; path=/; samesite=lax; max-age=31536000; secure')
})
