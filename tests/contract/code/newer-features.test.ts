import { describe, expect, test } from 'vitest'
import { oldestBrowsers, targets } from '../../../scripts/browser-targets.mjs'
import { compat, oldestWithout } from '../../support/browsers/compat.ts'
import { newerInPage } from '../../support/browsers/newer-markup.ts'
import { newerInScript } from '../../support/browsers/newer-scripts.ts'
import { newerInStyle } from '../../support/browsers/newer-styles.ts'

/** The check of what is built (tests/process/browser-support.test.ts) must find what the oldest browsers lack. */

test('the build compiles for the list in package.json', () => {
  expect(targets).toEqual(['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4'])
  expect(oldestWithout(compat.javascript.builtins!.Object!.groupBy)).toEqual(
    oldestBrowsers.map(({ browser, version }) => `${browser} ${version}`),
  )
})

describe('of a script', () => {
  test.each([
    ['Object.groupBy([], String)', 'Object.groupBy'],
    ['URL.canParse(address)', 'URL.canParse'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['new Set().union(other)', '.union'],
    ['list.values().take(2)', '.take'],
    ['AbortSignal.any([one])', 'AbortSignal.any'],
    ['scheduler.yield()', 'scheduler'],
    ['requestIdleCallback(act)', 'requestIdleCallback'],
    ['new Intl.DurationFormat("en")', 'Intl.DurationFormat'],
    ['Uint8Array.fromBase64(text)', 'Uint8Array.fromBase64'],
    ['element.showPopover()', '.showPopover'],
    ['element.checkVisibility()', '.checkVisibility'],
    ['element.ariaExpanded = "true"', '.ariaExpanded'],
    ['document.startViewTransition(act)', 'document.startViewTransition'],
    ['navigator.userActivation.isActive', 'navigator.userActivation'],
    ['panel.matches(":popover-open")', ':popover-open'],
    ['panel.addEventListener("scrollend", act)', 'scrollend event'],
    ['panel.addEventListener(`scrollend`, act)', 'scrollend event'],
    ['URL[`canParse`](address)', 'URL.canParse'],
    ['make("div", { popover: "auto" })', 'popover attribute'],
  ])('%s is found', (script, name) => {
    expect(newerInScript(script)).toContain(name)
  })

  test.each([
    'list.toSorted().findLast(Boolean)',
    'structuredClone(list.at(-1))',
    'AbortSignal.timeout(1000)',
    'element.inert = true',
    'const { take } = { take: 1 }',
    'document.startViewTransition?.(act)',
  ])('%s is not', (script) => {
    expect(newerInScript(script)).toEqual([])
  })

  test.each(['/[a--b]/v', 'import data from "./data.json" with { type: "json" }', 'using file = open()'])(
    'the syntax of %s is refused',
    (script) => {
      expect(() => newerInScript(script)).toThrow(SyntaxError)
    },
  )
})

describe('of a style sheet', () => {
  test.each([
    ['a { color: light-dark(red, blue) }', 'light-dark()'],
    ['a { --tint: light-dark(red, blue) }', 'light-dark()'],
    ['a { color: oklch(from red l c h) }', 'oklch(from)'],
    ['a { & b { color: red } }', 'nesting'],
    ['a { text-wrap: balance }', 'text-wrap'],
    ['a { interpolate-size: allow-keywords }', 'interpolate-size'],
    ['a { position-area: top }', 'position-area'],
    ['a:has(b) { color: red }', ':has'],
    ['@starting-style { a { opacity: 0 } }', '@starting-style'],
    ['a { display: grid; grid-template-columns: subgrid }', 'grid-template-columns: subgrid'],
  ])('%s is found', (style, name) => {
    expect(newerInStyle(style)).toContain(name)
  })

  test.each([
    'a { color: oklch(50% 0 0); inset: 0; translate: 0 1px }',
    'a { color: red; color: light-dark(red, blue) }',
    '@supports (color: light-dark(red, blue)) { a { color: light-dark(red, blue) } }',
    '@layer one { @media (width >= 10rem) { a:is(b, c):focus-visible { color: color-mix(in oklab, red, blue) } } }',
  ])('%s is not', (style) => {
    expect(newerInStyle(style)).toEqual([])
  })
})

test('of a page, in its elements and in what stands in it', () => {
  const html = `<dialog closedby="any" id="one"><button type="button" commandfor="one">Close</button></dialog>
    <p hidden class="a > b">Text</p><style>a { text-wrap: pretty }</style><script>URL.canParse('')</script>
    <script type="application/ld+json">{ "@type": "Course" }</script>`
  expect(newerInPage(html)).toEqual(['<button commandfor>', '<dialog closedby>', 'URL.canParse', 'text-wrap'])
})
