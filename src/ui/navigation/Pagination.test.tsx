import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Pagination } from './Pagination.tsx'

const opening = (html: string, element: string) => html.match(new RegExp(`<${element}\\b[^>]*>`, 'g')) ?? []

describe('pages of a list', () => {
  it('are links where each page has an address, and search engines are told which is next', () => {
    const html = renderToStaticMarkup(<Pagination current={2} last={3} href={(page) => `/search?page=${page}`} />)
    const links = opening(html, 'a').map((tag) => /href="([^"]*)"/.exec(tag)?.[1])
    expect(links).toEqual([1, 1, 2, 3, 3].map((page) => `/search?page=${page}`))
    expect(html).toMatch(/<a [^>]*href="\/search\?page=1" rel="prev"/)
    expect(html).toMatch(/<a [^>]*href="\/search\?page=3" rel="next"/)
    expect(opening(html, 'a').filter((tag) => tag.includes('aria-current="page"'))).toEqual([
      expect.stringContaining('aria-label="Page 2"'),
    ])
    expect(opening(html, 'button')).toEqual([])
  })

  it('lead nowhere beyond the ends', () => {
    const first = renderToStaticMarkup(<Pagination current={1} last={2} href={(page) => `?page=${page}`} />)
    expect(first).not.toContain('rel="prev"')
    expect(first).not.toContain('page=0')
    expect(first).toMatch(/<span class="[^"]*btn-disabled" aria-hidden="true">/)
    const last = renderToStaticMarkup(<Pagination current={2} last={2} href={(page) => `?page=${page}`} />)
    expect(last).not.toContain('rel="next"')
    expect(last).not.toContain('page=3')
  })

  it('are buttons where the list is loaded in place, and those at an end cannot be pressed', () => {
    const html = renderToStaticMarkup(<Pagination current={1} last={2} onPage={() => undefined} />)
    expect(opening(html, 'a')).toEqual([])
    expect(opening(html, 'button').map((tag) => tag.includes('disabled=""'))).toEqual([true, false, false, false])
    const busy = renderToStaticMarkup(<Pagination current={1} last={2} disabled onPage={() => undefined} />)
    expect(opening(busy, 'button').every((tag) => tag.includes('disabled=""'))).toBe(true)
  })

  it('are nothing where there is one', () => {
    expect(renderToStaticMarkup(<Pagination current={1} last={1} href={String} />)).toBe('')
  })
})
