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

  it('leads visitors home to the courses on a page that is open to them, and learners to the dashboard', () => {
    const home = /<a href="([^"]*)" class="([\w-]*) [^>]*>(?:<span[^>]*>)?Home</g
    const html = renderToStaticMarkup(<Breadcrumb open crumbs={[{ label: 'Webinars' }]} />)
    expect([...html.matchAll(home)].map(([, to, whom]) => [to, whom])).toEqual([
      ['/courses', 'only-signed-out'],
      ['/dashboard', 'only-signed-in'],
    ])
    expect(html.match(/<li/g)).toHaveLength(2)
  })

  it('is open on every page that may be', () => {
    const pages = globSync('src/{pages,layouts}/**/*.astro').map((file) => readFileSync(file, 'utf8'))
    const open = pages.filter((text) => text.includes('guarded={guarded}') && text.includes('<Breadcrumb'))
    expect(open.length).toBeGreaterThan(3)
    for (const text of open) expect(text).toMatch(/<Breadcrumb\s+open\s/)
  })

  it('leaves Home to no page', () => {
    const pages = globSync('src/{pages,features}/**/*.{astro,ts,tsx}')
    expect(pages.length).toBeGreaterThan(100)
    expect(pages.filter((file) => readFileSync(file, 'utf8').includes("label: 'Home'"))).toEqual([])
  })
})
