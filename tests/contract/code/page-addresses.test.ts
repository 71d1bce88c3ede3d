import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { numberedPages } from '#http/pages/numbered-pages.ts'
import { pagesOfContent, queriesOfPages } from '#features/catalogue/server/page-addresses.ts'

const pages = globSync('src/pages/**/*.{astro,ts}').map((file) => ({
  pattern: file.replace(/^src\/pages|(\/index)?\.(astro|ts)$/g, ''),
  text: readFileSync(file, 'utf8'),
}))
const shown = [
  ...pages.map(({ text }) => text),
  ...globSync('src/**/*.astro').map((file) => readFileSync(file, 'utf8')),
]

describe('what pages read of a request', () => {
  test('is declared where it is the query', () => {
    const reading = pages.filter(({ text }) => text.includes('searchParams')).map(({ pattern }) => pattern)
    expect(reading.sort()).toEqual(Object.keys(queriesOfPages).sort())
  })

  test('is the address alone: no header, no cookie, no name of a host', () => {
    const others = /Astro\.(request|cookies|clientAddress|preferredLocale\w*|url\.(?!pathname|search))|originPathname/
    expect(shown.flatMap((text) => others.exec(text)?.[0] ?? [])).toEqual([])
  })

  test('is declared where it is parts of the path', () => {
    const patterns = pages.map(({ pattern }) => pattern).filter((pattern) => pattern.includes('['))
    expect(patterns.sort()).toEqual([...pagesOfContent, ...numberedPages].sort())
  })

  test('is nothing where the browser reads the numbers', () => {
    const reading = pages.filter(
      ({ pattern, text }) => numberedPages.includes(pattern) && text.includes('Astro.params'),
    )
    expect(reading.map(({ pattern }) => pattern)).toEqual([])
  })
})
