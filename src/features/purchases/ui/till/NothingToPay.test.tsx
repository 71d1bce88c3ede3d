import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { NothingToPay } from './NothingToPay.tsx'

/** What a learner reads, and where the links lead. */
function shown(status: 'Active' | 'Expired' | 'Not Purchased', phone = '+91 471 555 0101') {
  const html = renderToStaticMarkup(<NothingToPay courseId={7} status={status} title="Tenth Level" phone={phone} />)
  return {
    text: html.replace(/<[^>]+>/g, ' '),
    links: [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
  }
}

describe('the renewal page without anything to pay', () => {
  it('of an expired course offers the phone of support, a ticket and the course', () => {
    const { text, links } = shown('Expired')
    expect(text).toContain('Call +91 471 555 0101')
    expect(text).not.toContain('nothing to pay')
    expect(links).toEqual(['tel:+914715550101', '/support', '/my-courses/7', '/my-courses'])
  })

  it('of an expired course offers a ticket where the site has no phone', () => {
    const { text, links } = shown('Expired', '')
    expect(text).not.toContain('Call')
    expect(links).toEqual(['/support', '/my-courses/7', '/my-courses'])
  })

  it('of a course that was never bought says so and leads to its public page', () => {
    const { text, links } = shown('Not Purchased')
    expect(text).toContain('You have not bought this course.')
    expect(links[0]).toBe('/courses/7')
  })

  it('of an active course says that nothing is due and leads to it', () => {
    const { text, links } = shown('Active')
    expect(text).toContain('There is nothing to pay for this course.')
    expect(links[0]).toBe('/my-courses/7')
  })
})
