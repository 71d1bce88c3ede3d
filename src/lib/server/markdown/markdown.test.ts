import { describe, expect, it } from 'vitest'
import { renderMarkdown, type MarkdownOptions } from './markdown.ts'

const resolveMedia: MarkdownOptions['resolveMedia'] = (path) => {
  if (path === 'media/box.svg') return { address: '/media/abc.svg', kind: 'picture', width: 320, height: 200 }
  if (path === 'media/notes.pdf') return { address: '/media/def.pdf', kind: 'other' }
  return `${path} is missing`
}

const render = (text: string, options: Partial<MarkdownOptions> = {}) =>
  renderMarkdown(text, { resolveMedia, ...options })
const problemsOf = (text: string) => render(text).problems.map(({ line, message }) => `${line} ${message}`)
const formulas = (html: string) => [...html.matchAll(/<annotation[^>]*>([^<]*)</g)].map(([, tex]) => tex)

describe('Markdown of a content pack', () => {
  it('sets formulas in a line and on their own, for the eye and for screen readers', () => {
    const { html, problems } = render('So $x^2$ is\n\n$$\n\\frac{a}{b}\n- c\n$$\n\n- and $$y$$')
    expect(problems).toEqual([])
    expect(formulas(html)).toEqual(['x^2', '\\frac{a}{b}\n- c', 'y'])
    expect(html).toContain('aria-hidden="true"')
    expect(html.match(/katex-display/g)).toHaveLength(2)
  })

  describe('for pages without the style sheet', () => {
    const alone = (text: string) => render(text, { mathml: true })

    it('sets formulas once, as MathML that needs none', () => {
      const { html, problems } = alone('So $\\frac{1}{2}$ is\n\n$$x^2$$\n\n- and $$y$$')
      expect(problems).toEqual([])
      expect(html).toContain(
        'So <math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow></math> is',
      )
      expect(html.match(/<math [^>]*display="block"/g)).toHaveLength(2)
      expect(html).not.toMatch(/<span|<svg|class=|style=|annotation/)
      expect(html.replace(/<[^>]*>/g, '')).toBe('So 12 is\nx2\n\nand y\n')
    })

    it('takes letters of other alphabets from the text, for browsers draw no others', () => {
      const text = (formula: string) => {
        const { html } = alone(`$${formula}$`)
        expect(new Set(html.match(/mathvariant="[^"]*"/g))).toEqual(new Set(['mathvariant="normal"']))
        return html.replace(/<[^>]*>/g, '')
      }
      expect(text('\\mathbb{R}\\mathbb{A}\\mathbb{1}\\mathcal{L}\\mathcal{a}\\mathfrak{g}\\mathrm{d}')).toBe('ℝ𝔸𝟙ℒ𝒶𝔤d')
      expect(text('\\mathbf{Av}\\mathbf{1.5}\\mathbf{\\Omega}\\boldsymbol{\\nabla}\\boldsymbol{5}')).toBe('𝐀𝐯𝟏.𝟓𝛀𝛁𝟓')
      expect(text('\\boldsymbol{xZ}\\boldsymbol{\\alpha}\\boldsymbol{\\vartheta}')).toBe('𝒙𝒁𝜶𝝑')
      expect(text('\\mathsf{A}\\mathtt{z}\\mathtt{0}')).toBe('𝖠𝚣𝟶')
    })

    it('reports what cannot be set as for all others', () => {
      const told = (text: string) => alone(text).problems.map(({ message }) => message)
      expect(told('$\\frac$')).toEqual([expect.stringMatching(/^the formula \\frac cannot be set: /)])
      expect(told('$\\href{https://example.org}{x}$')).toEqual([
        expect.stringMatching(/links, pictures and HTML are not allowed in a formula$/),
      ])
    })
  })

  it('keeps an escaped dollar sign and one in code as a dollar sign', () => {
    expect(render('A \\$5 note and `$x$`')).toMatchObject({
      html: '<p>A $5 note and <code>$x$</code></p>',
      problems: [],
    })
  })

  it.each(['costs $5 and $6', '($5) or ($6)', 'only 5$', '$ x $', '$$x'])(
    'reports the dollar sign of %j, which begins no formula',
    (text) => {
      expect(problemsOf(text)[0]).toMatch(/^0 a \$ that begins no formula/)
    },
  )

  it('reports a formula that cannot be set at its line', () => {
    expect(problemsOf('One\ntwo $a\nb$ and\n$\\frac{1}$\n\n| a |\n|---|\n| b |\n| $\\bad$ |')).toEqual([
      expect.stringMatching(/^3 the formula \\frac\{1\} cannot be set: /),
      expect.stringMatching(/^8 the formula \\bad cannot be set: Undefined control sequence/),
    ])
  })

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\href{https://example.org}{x}',
    '\\url{https://example.org}',
    '\\includegraphics{https://example.org/x.png}',
    '\\htmlStyle{position:fixed}{x}',
    '\\htmlClass{fixed}{x}',
    '\\htmlData{a=b}{x}',
  ])('refuses %s in a formula', (tex) => {
    expect(problemsOf(`$${tex}$`)).toEqual([expect.stringContaining('cannot be set')])
    expect(render(`$${tex}$`).html).not.toMatch(/<a |<img|style="position|class="fixed|data-/)
  })

  it('gives pictures their address, size and alternative text', () => {
    expect(render('![A \\$5 box](media/box.svg)').html).toBe(
      '<p><img src="/media/abc.svg" alt="A $5 box" width="320" height="200" loading="lazy" decoding="async" /></p>',
    )
  })

  it('links to the web, to pages of the site and to media', () => {
    expect(render('[a](https://example.org) [b](/courses) [c](media/notes.pdf)').html).toBe(
      '<p><a href="https://example.org" rel="noopener">a</a> <a href="/courses" rel="noopener">b</a> ' +
        '<a href="/media/def.pdf" rel="noopener">c</a></p>',
    )
  })

  it.each([
    ['![](media/box.svg)', 'without alternative text'],
    ['![x](media/none.svg)', 'media/none.svg is missing'],
    ['![x](media/notes.pdf)', 'media/notes.pdf is not a picture'],
    ['![x](https://example.org/x.png)', 'must be a file below media/'],
    ['[x](javascript:alert(1))', "link 'javascript:alert(1)' must begin with"],
    ['[x](//example.org)', "link '//example.org' must begin with"],
    ['[x](data:text/html,y)', 'must begin with'],
    ['[x](media/none.pdf)', 'media/none.pdf is missing'],
    ['# Title', 'headings are written with ##'],
  ])('reports %s', (text, expected) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(expected)])
  })

  it.each([
    ['Find\n$\\char0 x$ now', 1],
    ['Find $$\\char"D800$$', 0],
    ['one\n\ntwo \u0001', 2],
    ['one\r\n\r\ntwo \ud800', 2],
  ])('reports the control character that %j makes', (text, line) => {
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(new RegExp(`^${line} .*control characters are not allowed$`)),
    ])
  })

  it('shows raw HTML as text', () => {
    expect(render('<img src=x onerror=alert(1)> <b>a</b>').html).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; &lt;b&gt;a&lt;/b&gt;</p>',
    )
  })

  it('renders an option as one line without a paragraph', () => {
    expect(render('*Five*\n', { inline: true })).toMatchObject({ html: '<em>Five</em>', problems: [] })
    expect(render('a\nb', { inline: true }).problems).toEqual([{ line: 0, message: 'must be one line' }])
  })

  it('of a message makes links of web addresses, and takes a dollar sign for one', () => {
    const { html, problems } = render('From $5 to $6\nSee https://x.org/a, ftp://x.org and x.org', { message: true })
    expect(problems).toEqual([])
    expect(html).toBe(
      '<p>From $5 to $6<br />\nSee <a href="https://x.org/a" rel="noopener">https://x.org/a</a>, ftp://x.org and x.org</p>',
    )
    expect(render('https://x.org').html).toBe('<p>https://x.org</p>')
  })

  it('keeps line breaks where a file keeps them', () => {
    expect(render('a\nb', { breaks: true }).html).toBe('<p>a<br />\nb</p>')
    expect(render('a\nb').html).toBe('<p>a\nb</p>')
  })
})
