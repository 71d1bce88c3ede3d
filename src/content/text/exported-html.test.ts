import { describe, expect, test } from 'vitest'
import { ownPicture } from '../../../tests/support/hostile/hostile-texts.ts'
import { readExported, withPaths } from './exported-html.ts'
import { renderMarkdown } from '#lib/server/markdown/markdown.ts'

const found = (path: string) =>
  path === 'media/box.svg'
    ? { address: ownPicture, kind: 'picture' as const, width: 3, height: 2 }
    : `${path} is missing`
const rendered = (text: string) => renderMarkdown(text, { resolveMedia: found }).html

describe('HTML of an export', () => {
  test.each([
    ['a picture', '![a "grey" <box>](media/box.svg)'],
    ['a link to a file', '[see it](media/box.svg) and [that](https://example.org/?a=1&b=2 "a title")'],
    ['words that look like files', 'src="media/box.svg" href="/media/x" <img src="media/box.svg">'],
    ['code', '```\n<img src="media/box.svg">\n```'],
    ['formulas', '$\\frac{1}{2}$ and\n\n$$\\sqrt[3]{x} \\begin{cases} a \\\\ b \\end{cases}$$'],
    ['a table', '| a | b |\n| :-: | --- |\n| 1 | *x* |'],
    ['another language', 'മലയാളം **ശക്തം** and English'],
  ])('is read as what was exported: %s', (_, text) => {
    const html = rendered(text)
    const exported = withPaths(html, (address) => (address === ownPicture ? 'media/box.svg' : 'media/other.svg'))
    expect(readExported(`${exported}\n`, found)).toMatchObject({ html, problems: [] })
  })

  test('names files by their paths, in elements alone', () => {
    const exported = withPaths(rendered('![box](media/box.svg) src="/media/x.svg"'), () => 'media/files/a.svg')
    expect(exported).toContain('<img src="media/files/a.svg"')
    expect(exported).toContain('src="/media/x.svg"')
  })

  test.each([
    ['a script', '<p>x</p><script>__xss()</script>', 'is not HTML as an export writes it'],
    ['an event', '<p onclick="__xss()">x</p>', 'is not HTML as an export writes it'],
    ['an address that runs', '<a href="javascript:__xss()">x</a>', 'is not HTML as an export writes it'],
    ['a picture elsewhere', '<img src="https://evil.example/x.png" alt="x" />', 'is not HTML as an export writes it'],
    ['open elements', '<p>x', 'is not HTML as an export writes it'],
    ['a control character', '<p>a\u0001b</p>', 'is not HTML as an export writes it'],
    ['a file that is not there', '<img src="media/none.svg" alt="x" />', 'media/none.svg is missing'],
  ])('is refused with %s', (_, html, message) => {
    expect(readExported(html, found).problems).toEqual([{ line: 0, message }])
  })
})
