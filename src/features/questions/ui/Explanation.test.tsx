import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Explanation } from './Explanation.tsx'

it('shows the explanation below a heading', () => {
  expect(renderToStaticMarkup(<Explanation html="<p>Seven is prime.</p>" level={4} />)).toMatch(
    /<h4 [^>]*>Explanation<\/h4>.*<p>Seven is prime\.<\/p>/,
  )
})

it('says so where there is no explanation', () => {
  const shown = renderToStaticMarkup(<Explanation html="" level={3} />)
  expect(shown).toContain('No explanation yet.')
  expect(shown).not.toContain('<h3')
})
