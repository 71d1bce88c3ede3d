import { describe, expect, it } from 'vitest'
import { renderMarkdown, type MarkdownOptions } from './markdown.ts'

const render = (text: string, options: Partial<MarkdownOptions> = {}) =>
  renderMarkdown(text, { resolveMedia: () => 'no media', ...options })
const lines = (found: { line: number; message: string }[]) => found.map(({ line, message }) => `${line} ${message}`)
const problems = (text: string, options?: Partial<MarkdownOptions>) => lines(render(text, options).problems)
const warnings = (text: string, options?: Partial<MarkdownOptions>) => lines(render(text, options).warnings)

describe('percent signs in formulas', () => {
  it.each<[text: string, line: number, options?: Partial<MarkdownOptions>]>([
    ['$20% + 30%$', 0],
    ['$20% + 30%$', 0, { inline: true }],
    ['$20% + 30%$', 0, { mathml: true }],
    ['One\n\nSo $x$ is\n$\\frac{1}{2}%$', 3],
    ['One\n\n$$\n20\n+ 30% +\n40\n$$', 4],
    ['$a\n= 5%\n= 6$', 1],
    ['| a | b |\n|---|---|\n| 1 | $5%$ |', 2],
    ['- $\\text{50%}$', 0],
    ['$a \\\\% b$', 0],
  ])('rejects %j, whose text after %% would be lost, with its line', (text, line, options) => {
    expect(problems(text, options)).toEqual([expect.stringMatching(new RegExp(`^${line} the formula .* write \\\\%`))])
  })

  it.each(['$20\\% + 30\\%$', '50% of $x$', '`$20% + 30%$`', '```\n$20%$\n```', '\\$5 is 10%'])(
    'accepts %j',
    (text) => {
      expect(render(text)).toMatchObject({ problems: [], warnings: [] })
    },
  )
})

describe('TeX outside of formulas', () => {
  it.each([
    ['One\n\nSo \\(x^2 + 1\\) is', 2, '\\(…\\) is no formula here: write $…$'],
    ['\\[\n\\frac{a}{b}\n\\]', 0, '\\[…\\] is no formula here: write $$…$$'],
    ['One\n\n\\[\n\n\\frac{a}{b}\n\n\\]', 2, '\\[…\\] is no formula here'],
    ['\\\\(a_1 + b_2\\\\)', 0, '\\(…\\) is no formula here'],
    ['One\n\\begin{tabular}{cc}\na & b \\\\\n\\end{tabular}', 1, '\\begin{tabular} stands outside of a formula'],
    ['\\begin{align*}\nx\n\\end{align*}', 0, '\\begin{align*} stands outside'],
    ['| a |\n|---|\n| \\(x_1\\) |', 2, '\\(…\\) is no formula'],
  ])('rejects %j with its line', (text, line, message) => {
    expect(problems(text)).toEqual([expect.stringContaining(`${line} ${message}`)])
    expect(warnings(text)).toEqual([])
  })

  it.each([
    ['One\nfor \\[1\\] see', 1, '\\[…\\] is no formula here'],
    ['is \\(x\\)', 0, '\\(…\\) is no formula here'],
    ['Half is \\frac{1}{2}', 0, '\\frac stands outside of a formula'],
    ['One\n\n5 \\times 3', 2, '\\times stands outside of a formula'],
  ])('warns of %j with its line', (text, line, message) => {
    expect(warnings(text)).toEqual([expect.stringContaining(`${line} ${message}`)])
    expect(problems(text)).toEqual([])
  })

  it.each([
    '`\\(x^2\\)` and `\\begin{tabular}`',
    '```\n\\[x^2\\]\n\\begin{tabular}{c}\n```',
    '$$\\begin{array}{c} a \\end{array}$$',
    '5\\) What is next? (See 6\\)\\.)',
    'C:\\Users and a\\b',
    '[a]\\(b)',
  ])('leaves %j alone', (text) => {
    expect(render(text)).toMatchObject({ problems: [], warnings: [] })
  })
})

it('rejects a formula in a message, which has none', () => {
  expect(problems('So \\(x^2\\) costs $5', { message: true })).toEqual([
    '0 \\(…\\) is no formula here: messages have no formulas',
  ])
})

describe('HTML in a text', () => {
  it.each([
    ['One\n\nH<sub>2</sub>O', 2, '<sub>'],
    ['<br>', 0, '<br>'],
    ['a<br/>b', 0, '<br/>'],
    ['a <b>bold</b> word', 0, '</b>'],
    ['<!-- a note -->', 0, '<!-- a note -->'],
    ['<img src="x.png" alt="y">', 0, '<img src="x.png" alt="y">'],
    ['<a href="https://example.org">x', 0, '<a href='],
    ['<TABLE border=1>\n<tr><td>x', 0, '<TABLE border=1>'],
    ['- one\n- two <span style="color:red">x', 1, '<span style='],
    ['> <div\nclass="x">', 0, '<div'],
    ['\\<b>x\\</b>', 0, '</b>'],
  ])('is warned of in %j with its line', (text, line, tag) => {
    expect(warnings(text)[0]).toContain(`${line} HTML such as ${tag}`)
    expect(problems(text)).toEqual([])
  })

  it('is warned of in messages as well', () => {
    expect(warnings('From <b>Monday</b> on', { message: true })).toHaveLength(1)
  })

  it.each([
    '<https://example.org/a?b=<c>',
    '<a@example.org>',
    'a < b and c > d',
    'If A<B>C and P<Q>R, then S>P>Q',
    'x<y, 3<4>2',
    '#include <stdio.h> and List<String>',
    '`<b>` and ``<br>``',
    '```html\n<table>\n</table>\n```',
    '$a<b>c$',
  ])('is not found in %j', (text) => {
    expect(warnings(text)).toEqual([])
  })
})

it('counts the lines of texts of every kind alike', () => {
  const text = '## One\n\n$$\na\n$$\n\n| a | b |\n|---|---|\n| x | <br> |\n\n> a $b\n+ c$ d\n> <br>\n\n1. x\n\n   <br>'
  expect(warnings(text)).toEqual([8, 12, 16].map((line) => expect.stringContaining(`${line} HTML such as <br>`)))
})

it.each([
  ['a code span', 'a `b\nc` d\n<br>', 2],
  ['two code spans', '`a\nb` and ``c\nd`` e\n<br>', 3],
  ['a code span before a tag in the same line', 'a `b\nc` <br>', 1],
  ['a link', '[a\nb](https://example.org\n"c") d\n<br>', 3],
  ['a picture', '![a\nb](media/x.png\n"c") d\n<br>', 3],
  ['a formula', 'a $b\n+ c$\n<br>', 2],
  ['emphasis', '**a\nb** `c\nd`\n<br>', 3],
  ['a hard break', 'a\\\n`b\nc`  \n<br>', 3],
  ['a quotation', 'One\n\n> `a\n> b`\n> <br>', 4],
  ['a list', '- `a\n  b`\n\n- <br>', 3],
])('counts the lines below %s that goes over a line break', (_, text, line) => {
  expect(warnings(text)).toEqual([expect.stringContaining(`${line} HTML such as <br>`)])
  const formula = text.replace('<br>', '$5%$')
  expect(problems(formula).filter((problem) => problem.includes('which begins a comment'))).toEqual([
    expect.stringMatching(new RegExp(`^${line} `)),
  ])
})

it('takes time in proportion to the length of a text, whatever stands in it', () => {
  const cost = (text: string) => {
    const before = process.cpuUsage()
    render(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  for (const part of [
    '\\(',
    '\\(x\\)',
    '\\[ a',
    '\\',
    '<a ',
    '<',
    'a*',
    '\\begin{a}',
    '\\frac',
    '<br',
    '\\a {',
    '`a\nb` ',
    '[a\n](/b)',
  ]) {
    const most = part.repeat(Math.floor(48_000 / part.length))
    cost(most)
    expect(cost(most), part).toBeLessThan(3000)
  }
})
