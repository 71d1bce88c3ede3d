import { describe, expect, it } from 'vitest'
import { katex } from '../markdown/katex.ts'
import { plainText, plainWords, sanitizeAuthored } from './html.ts'

describe('authored HTML', () => {
  it('leaves a text without markup as it is', () => {
    for (const text of ['42', 'തിരുവനന്തപുരം', "Don't \u201cquote\u201d; 50%", 'a "b"'])
      expect(sanitizeAuthored(text)).toBe(text)
    expect(sanitizeAuthored('1 < 2 & 3')).toBe('1 &lt; 2 &amp; 3')
  })

  it('keeps text, lists, tables, headings and links', () => {
    const html =
      '<h2>A</h2><p>b <strong>c</strong> <em>d</em><br /></p><ul><li>e</li></ul><ol start="2"><li>f</li></ol>' +
      '<table><thead><tr><th style="text-align:right;">g</th></tr></thead></table><blockquote>h</blockquote>' +
      '<a href="/courses" rel="noopener">i</a>'
    expect(sanitizeAuthored(html)).toBe(html)
  })

  it.each([
    ['<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['<p onclick="x" class="fixed" id="y" style="position:fixed">a</p>', '<p>a</p>'],
    ['<span class="fixed mord inset-0">a</span>', '<span class="mord">a</span>'],
    ['<span style="position:fixed;top:0em;background:url(//x)">a</span>', '<span style="top:0em;">a</span>'],
    ['<span style="color:expression(x);height:1em}body{x:y">a</span>', '<span>a</span>'],
    ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener">a</a>'],
    ['<a href="java&#10;script:alert(1)">a</a>', '<a rel="noopener">a</a>'],
    ['<a href="//example.org" target="_blank" rel="opener">a</a>', '<a rel="noopener">a</a>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<img src="https://example.org/x.png" alt="x">', ''],
    ['<img src="/media/../api/x" alt="x">', ''],
    ['<img src="/media/x.svg">', ''],
    [
      '<img src="/media/x.svg" alt="x" width="3" onload="y">',
      '<img src="/media/x.svg" alt="x" width="3" loading="lazy" decoding="async" />',
    ],
    ['<iframe src="x"></iframe><form><input></form><style>a{}</style>', ''],
    [
      '<svg><a href="/x"><path d="M0"></path></a><foreignObject>b</foreignObject></svg>',
      '<svg><a href="/x" rel="noopener"><path d="M0"></path></a>b</svg>',
    ],
    [
      '<math><mi href="javascript:x">a</mi><annotation-xml encoding="text/html"><b>c</b></annotation-xml></math>',
      '<math><mi>a</mi><b>c</b></math>',
    ],
    [
      '<math><mtext><mglyph><style><img src=x onerror=y></style></mglyph></mtext></math>',
      '<math><mtext></mtext></math>',
    ],
  ])('%s becomes %j', (html, expected) => {
    expect(sanitizeAuthored(html)).toBe(expected)
  })

  it.each([
    String.raw`\frac{1}{2}\sqrt[3]{x}\cfrac{1}{1+\cfrac{1}{x}}`,
    String.raw`\overrightarrow{AB}\underbrace{x}_{y}\widehat{ABC}\vec v\bar y\overline{AB}\utilde{x}\xrightarrow[a]{b}`,
    String.raw`\begin{array}{c|c:c}a&b&c\\\hline c&d&e\\\hdashline\end{array}\begin{pmatrix}1&2\\3&4\end{pmatrix}`,
    String.raw`\begin{cases}x&y\\z&w\end{cases}\begin{aligned}a&=b\\c&=d\end{aligned}`,
    String.raw`\color{red}x\colorbox{#ff0}{a}\fcolorbox{red}{blue}{x}\boxed{x}\cancel{x}\sout{x}\rule[1em]{1em}{2em}`,
    String.raw`\sum_{i=1}^n\int_0^\infty\lim_{x\to0}\left(\frac{a}{\frac{b}{c}}\right)\Big|\left\updownarrow\frac12\right.`,
    String.raw`\text{abc é മ \textbf{b}}\mathbb{R}\mathcal{L}\mathfrak{g}\mathrm{m\,s^{-2}}\pmb{x}\Huge x\tiny y`,
    String.raw`\ce{2H2 + O2 <=>[a][b] A\bond{~-}B ->T[c] ^{14}_{6}C v + 1/2X^{2-}}\pu{1.6e-19 C//m2}₹½√{2}²ˣ₀`,
    String.raw`\raisebox{1em}{x}\phantom{x}\smash{x}\llap{x}\vcenter{x}\not=\overset{a}{b}\binom{n}{k}`,
  ])('keeps every part of the formula %s', (tex) => {
    for (const displayMode of [true, false]) {
      const html = katex.renderToString(tex, { displayMode, strict: 'ignore' })
      expect(normal(sanitizeAuthored(html))).toBe(normal(html))
    }
  })
})

/** One spelling for what both write in several: empty elements, white space and semicolons in attributes. */
function normal(html: string): string {
  return html
    .replace(/<(\w+)([^>]*?)\/>/g, '<$1$2></$1>')
    .replace(/class ="/g, 'class="')
    .replace(/ style="([^"]*)"/g, (_, style: string) => ` style="${style.replace(/;$/, '').replace(/: /g, ':')}"`)
    .replace(/&#x27;/g, "'")
}

describe('what HTML says as plain text', () => {
  it.each([
    ['Why is <b>6</b> &lt; 7 &amp; &quot;8&quot;?<br>\nTell me', 'Why is 6 < 7 & "8"?\nTell me'],
    ['<p>One</p>\n<ul>\n<li>two</li>\n<li>&amp;lt;</li>\n</ul>', 'One\n\ntwo\n&lt;'],
    ['<p onclick="x()">a<script>alert(1)</script></p>', 'a'],
  ])('%j says %j', (html, said) => {
    expect(plainText(html)).toBe(said)
  })
})

it('says a formula in a line as it was typed', () => {
  const drawn = katex.renderToString(String.raw`\sqrt{7+x} < 8`)
  expect(plainWords(sanitizeAuthored(`<p>Simplify ${drawn}.</p>`))).toBe(String.raw`Simplify \sqrt{7+x} < 8.`)
  expect(plainWords('<p>2 &lt; 3</p>')).toBe('2 < 3')
})
