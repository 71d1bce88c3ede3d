import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TextWarnings } from './TextWarnings.tsx'

it('is a status before it has warnings, so that screen readers announce them', () => {
  expect(renderToStaticMarkup(<TextWarnings warnings={[]} />)).toBe('<div role="status"></div>')
  const html = renderToStaticMarkup(<TextWarnings warnings={['Line 1: <b> is HTML']} />)
  expect(html).toMatch(/^<div role="status"><div .*<li>Line 1: &lt;b&gt; is HTML<\/li>/)
})
