import { expect, it } from 'vitest'
import { withAnchors } from './heading-anchors.ts'

it.each([
  ['<h2>Your account</h2><p>a</p>', '<h2 id="section-your-account">Your account</h2><p>a</p>'],
  ['<h3 lang="ml">പണം തിരികെ</h3>', '<h3 lang="ml" id="section-പണം-തിരികെ">പണം തിരികെ</h3>'],
  ['<h2>A &amp; <em>B</em>?</h2>', '<h2 id="section-a-b">A &amp; <em>B</em>?</h2>'],
  ['<h2>Refunds</h2><h4>Refunds</h4>', '<h2 id="section-refunds">Refunds</h2><h4 id="section-refunds-2">Refunds</h4>'],
  ['<h2>?</h2>', '<h2 id="section-">?</h2>'],
  ['<p>no heading</p>', '<p>no heading</p>'],
])('%s becomes %s', (html, expected) => expect(withAnchors(html)).toBe(expected))
