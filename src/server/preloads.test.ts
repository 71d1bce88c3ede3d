import { describe, expect, test } from 'vitest'
import { withPreloads } from './preloads.ts'

const finish = withPreloads({
  '/_astro/shell.js': ['/_astro/base.js'],
  '/_astro/react.js': [],
  '/_astro/base.js': [],
  '/_astro/Course.js': ['/_astro/react.js', '/_astro/parts.js'],
  '/_astro/parts.js': ['/_astro/base.js', '/_astro/deep.js'],
})

const page = (body: string) => `<html><head><title>$& </title></head><body>${body}</body></html>`
const island = (client: string) =>
  `<astro-island uid="a" component-url="/_astro/Course.js" renderer-url="/_astro/react.js" props="{}" ssr client="${client}" opts="{}">`
const shell = '<script type="module" src="/_astro/shell.js"></script>'

const preloaded = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload" fetchpriority="low" href="\/_astro\/(\w+)\.js">/g)].map(
    ([, name]) => name,
  )

describe('the head of a page names', () => {
  test('what its scripts import, and not those again', () => {
    expect(preloaded(finish(page(shell)))).toEqual(['base'])
  })

  test.each(['load', 'only'])('all that an island with client:%s begins with, once', (client) => {
    expect(preloaded(finish(page(shell + island(client) + island(client)))).toSorted()).toEqual(
      ['Course', 'base', 'deep', 'parts', 'react'].toSorted(),
    )
  })

  test.each(['visible', 'idle'])('nothing of an island that waits to be %s', (client) => {
    expect(preloaded(finish(page(island(client))))).toEqual([])
  })

  test('its scripts with low priority, so that the page paints first', () => {
    expect(finish(page(shell))).toContain('<script type="module" fetchpriority="low" src="/_astro/shell.js"></script>')
  })

  test('nothing where there are no scripts, and leaves the page as it is', () => {
    expect(finish(page('<p>$1</p>'))).toBe(page('<p>$1</p>'))
  })
})
