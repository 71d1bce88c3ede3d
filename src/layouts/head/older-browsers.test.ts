import { runInNewContext } from 'node:vm'
import { parse } from 'acorn'
import { expect, it } from 'vitest'
import { oldestBrowsers } from '../../../scripts/browser-targets.mjs'
import { compat } from '../../../tests/support/browsers/compat.ts'
import { olderBrowserScript } from './older-browsers.ts'

const oldest = Object.fromEntries(oldestBrowsers.map(({ browser, version }) => [browser, version]))

it('the script for older browsers is in a syntax that all of them know', () => {
  expect(() => parse(olderBrowserScript, { ecmaVersion: 5 })).not.toThrow()
})

it('it knows browsers by what the oldest supported ones were the first to have', () => {
  const oklch = compat.css.types!.color!.oklch!.__compat!.support
  const sheets = compat.api.Document!.adoptedStyleSheets!.__compat!.support
  expect([oklch.chrome, oklch.edge, sheets.safari, sheets.safari_ios]).toMatchObject(
    ['chrome', 'edge', 'safari', 'ios_saf'].map((browser) => ({ version_added: oldest[browser] })),
  )
  // Nothing that can be asked for came with Firefox 115 and stands in the two others.
  expect([Number((oklch.firefox as { version_added: string }).version_added), oldest.firefox]).toEqual([113, '115'])
})

it.each([
  ['no CSS.supports', undefined, []],
  ['no such colours', { supports: () => false }, []],
  ['no such style sheets', { supports: () => true }, undefined],
])('it waits for the page in a browser with %s', (_, CSS, adoptedStyleSheets) => {
  expect(listenersOf(CSS, adoptedStyleSheets)).toEqual(['DOMContentLoaded'])
})

it('it does nothing in others', () => {
  expect(listenersOf({ supports: () => true }, [])).toEqual([])
})

function listenersOf(CSS: object | undefined, adoptedStyleSheets: object | undefined) {
  const heard: string[] = []
  const document = { adoptedStyleSheets, addEventListener: (type: string) => heard.push(type) }
  runInNewContext(olderBrowserScript, { document, window: { CSS } })
  return heard
}
