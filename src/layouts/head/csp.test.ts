import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineHashes } from './csp.ts'

const STYLE = '.few>li{content-visibility:auto}'
const hash = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
const page = (before: string) => `<html><body>${before}<style>${STYLE}</style></body></html>`

test.each([
  '',
  '<img alt="<style>@import url(//evil.example)">',
  '<img alt="</style><style>"><p title="<style>*{display:none}</style>">',
  `<p title="${'<style>'.repeat(100)}">`,
])('a known style of a page is permitted behind %s', (before) => {
  expect(inlineHashes(`style-src ${hash}`, page(before)).styles).toContain(hash)
})

test('a style that is not known is refused', () => {
  expect(inlineHashes(`style-src ${hash}`, '<style>*{display:none}</style>').styles).toEqual([])
})
