import { describe, expect, test } from 'vitest'
import { isLink, isLinkAddress, isSitePath, webAddress } from './link-address.ts'

const ofSite = ['/', '/courses/12?tab=x#y']
const ofWeb = ['https://example.org', 'HTTP://example.org/a?b=1#c']
const elsewhere = [
  '',
  'x',
  '#x',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@example.org',
  'ftp://example.org',
]
const disguised = ['//example.org', '/\\example.org', '/\t/example.org', '/\n/example.org', '\\\\example.org']

describe('a link', () => {
  test.each(ofSite)('%s leads within the site', (text) => {
    expect([isSitePath(text), isLink(text), isLinkAddress(text), webAddress(text)]).toEqual([
      true,
      true,
      true,
      undefined,
    ])
  })

  test.each(ofWeb)('%s leads to the web', (text) => {
    expect([isSitePath(text), isLink(text), isLinkAddress(text)]).toEqual([false, true, true])
    expect(webAddress(text)?.host).toBe('example.org')
  })

  test.each([...elsewhere, ...disguised])('%j leads nowhere', (text) => {
    expect([isSitePath(text), isLink(text), isLinkAddress(text), webAddress(text)]).toEqual([
      false,
      false,
      false,
      undefined,
    ])
  })

  test('that names a user is none of the web', () => {
    expect(webAddress('https://bank.example@evil.example/')).toBeUndefined()
    expect(isLink('https://bank.example:x@evil.example/')).toBe(false)
  })

  test('by itself is an address to the letter, and in a text what browsers make one of', () => {
    for (const text of ['/a b', 'https://example.org/a b']) {
      expect([isLink(text), isLinkAddress(text)]).toEqual([false, true])
    }
    expect(isLink('https://')).toBe(false)
  })
})
