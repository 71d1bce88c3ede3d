import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Breadcrumb } from './Breadcrumb.tsx'

describe('a breadcrumb', () => {
  it('begins with Home on every page, and ends with the page itself', () => {
    const html = renderToStaticMarkup(
      <Breadcrumb crumbs={[{ label: 'Courses', href: '/courses' }, { label: 'Degree Level' }]} />,
    )
    const words = [...html.matchAll(/>([A-Z][^<]*)</g)].map(([, text]) => text)
    expect(words).toEqual(['Home', 'Courses', 'Degree Level'])
    expect(html).toMatch(/href="\/dashboard"[^>]*><span[^>]*>Home/)
    expect(html).toMatch(/aria-current="page"[^>]*>Degree Level/)
  })

  it('leaves Home to no page', () => {
    const pages = globSync('src/{pages,features}/**/*.{astro,ts,tsx}')
    expect(pages.length).toBeGreaterThan(100)
    expect(pages.filter((file) => readFileSync(file, 'utf8').includes("label: 'Home'"))).toEqual([])
  })
})
