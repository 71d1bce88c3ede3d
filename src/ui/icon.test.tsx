import { renderToStaticMarkup } from 'react-dom/server'
import CircleCheckIcon from 'virtual:lucide/circle-check'
import { describe, expect, it } from 'vitest'
import { drawingOf } from '../../scripts/lucide.mjs'

describe('an icon', () => {
  it('is the drawing of its name in the set, hidden from those who listen', () => {
    const html = renderToStaticMarkup(<CircleCheckIcon />)
    expect(html).toMatch(
      /^<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" .*aria-hidden="true" class="size-5">/,
    )
    expect(html).toMatch(/<circle cx="12" cy="12" r="10"><\/circle><path d="m[^"]+"><\/path><\/svg>$/)
  })

  it('takes a size and whatever else a drawing can have', () => {
    const html = renderToStaticMarkup(<CircleCheckIcon className="size-9" strokeWidth="3" />)
    expect(html).toContain('class="size-9"')
    expect(html).toContain('stroke-width="3"')
    expect(html.match(/stroke-width/g)).toHaveLength(1)
  })

  it('that the set lacks, or that has more to it than strokes, is refused', () => {
    expect(() => drawingOf('circle-chekc')).toThrow("Lucide has no drawing 'circle-chekc'")
    expect(() => drawingOf('search-large')).toThrow("Lucide's 'search-large' cannot be drawn")
    expect(drawingOf('chevron-down')).toEqual([['path', { d: expect.stringMatching(/^m6 9/) }]])
  })
})
