import { describe, expect, it } from 'vitest'
import { svgProblems } from './svg.ts'

const problems = (text: string) => svgProblems(new TextEncoder().encode(text))

describe('drawings of a content pack', () => {
  it('may have shapes, text, gradients and references within themselves', () => {
    expect(
      problems(`<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" role="img" aria-label="x">
  <!-- a note --><title>T</title>
  <defs><linearGradient id="g"><stop offset="0" stop-color="#fff" style="stop-opacity:.5"/></linearGradient></defs>
  <g fill="url(#g)"><use xlink:href="#a" href="#a"/><text x="1">a &lt; b</text></g>
</svg>`),
    ).toEqual([])
  })

  it.each([
    ['a script', '<svg><script>alert(1)</script></svg>', 'the element <script>'],
    ['a script under another prefix', '<svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></svg>', '<s:script>'],
    ['an event handler', '<svg onload="alert(1)"/>', 'the event handler onload'],
    ['an event handler in capitals', '<svg ONLOAD="alert(1)"/>', 'the event handler ONLOAD'],
    ['foreign content', '<svg><foreignObject><p/></foreignObject></svg>', 'the element <foreignObject>'],
    [
      'a link with a hidden script',
      '<svg><g href="java&#x73;cript:alert(1)"/></svg>',
      "refers to 'javascript:alert(1)'",
    ],
    ['an external picture', '<svg><image href="https://example.org/x.png"/></svg>', 'the element <image>'],
    ['an external use', '<svg><use xlink:href="other.svg#a"/></svg>', "refers to 'other.svg#a'"],
    ['an external paint', `<svg><rect fill="url('//example.org/#a')"/></svg>`, 'outside it (fill)'],
    ['an escaped url', '<svg><rect style="fill:u\\72l(//example.org)"/></svg>', 'an escape in style'],
    ['a style sheet', '<svg><style>@import "x"</style></svg>', 'the element <style>'],
    ['an animation that sets a link', '<svg><set attributeName="href" to="x"/></svg>', 'the element <set>'],
    ['a document type', '<!DOCTYPE svg [<!ENTITY x "y">]><svg/>', 'document type'],
    ['an XML style sheet', '<?xml-stylesheet href="x.css"?><svg/>', 'processing instruction'],
    ['a CDATA section', '<svg><title><![CDATA[<script>]]></title></svg>', 'CDATA'],
    ['a page of HTML', '<html><body/></html>', 'does not begin with <svg>'],
    ['another encoding', '<?xml version="1.0" encoding="UTF-7"?><svg/>', 'UTF-7'],
  ])('may not have %s', (_, text, expected) => {
    expect(problems(text).join('\n')).toContain(expected)
  })

  it('must be UTF-8', () => {
    expect(svgProblems(Buffer.from('\ufeff<svg/>', 'utf16le'))).toEqual(['is not UTF-8'])
  })
})
