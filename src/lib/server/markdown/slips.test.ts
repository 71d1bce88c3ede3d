import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const render = (text: string, how: { breaks?: boolean; inline?: boolean } = { breaks: true }) =>
  renderMarkdown(text, { ...how, resolveMedia: () => 'no media' })
const html = (text: string) => render(text).html
const messages = (text: string) => render(text).warnings.map(({ line, message }) => `${line}: ${message}`)

/** A text, what Markdown makes of it, where that is told, how it is said, and the text as it should be written. */
const slips: [text: string, made: string, told: string, right: string][] = [
  ['5. What is next?', '<ol', "0: begins with '5.' and becomes a list of one entry", '5\\. What is next?'],
  ['\n5) What is next?\nThink.', '<ol', "1: begins with '5)'", '5\\) What is next?'],
  ['1. What is next?', '<ol', "0: begins with '1.'", '1\\. What is next?'],
  [
    '5. Consider these statements:\n1. The first\n2. The second',
    '<ol start="5"',
    "0: begins with '5.' and becomes the first entry of a list",
    '5\\. Consider these statements:\n1. The first\n2. The second',
  ],
  [
    '1. Consider these statements:\n1. The first\n2. The second',
    'statements:</li>',
    "0: begins with '1.' and becomes the first entry of a list",
    '1\\. Consider these statements:\n1. The first\n2. The second',
  ],
  [
    '5. Consider these statements:\n   1. The first\n   2. The second',
    '<ol start="5"',
    "0: begins with '5.' and becomes a list of one entry",
    '5\\. Consider these statements:\n1. The first\n2. The second',
  ],
  ['- 5 + 3 is what?', '<ul', "0: begins with '-' and becomes a list", '\\- 5 + 3 is what?'],
  ['+ 5 is what?', '<ul', "0: begins with '+'", '\\+ 5 is what?'],
  ['* marks what?', '<ul', "0: begins with '*'", '\\* marks what?'],
  ['> 5 holds for which?', '<blockquote', "0: begins with '>' and becomes a quotation", '\\> 5 holds for which?'],
  ['## of the table?', '<h2', "0: begins with '##' and becomes a heading", '\\## of the table?'],
  ['Water boils at\n---', '<h2', '1: the line of - makes a heading', 'Water boils at\n\\---'],
  ['The capital is\n\n_____', '<hr', '2: the line of _ becomes a rule', 'The capital is\n\n\\_____'],
  ['How much is 2*3*4?', '<em>', "0: the * in '2*3*' are lost", 'How much is 2\\*3\\*4?'],
]

describe('what Markdown makes of a text and its author may not mean', () => {
  it.each(slips)('is told of %j, and so is how to write it', (text, made, told, right) => {
    expect(html(text)).toContain(made)
    const [message, ...more] = messages(text)
    expect(message).toContain(told)
    expect(message).toMatch(/write \d?\\/)
    expect(more).toEqual([])
    expect(html(right)).not.toContain(made)
    expect(messages(right)).toEqual([])
  })

  it.each([
    'Which are right?\n\n1. This\n2. That',
    '1. Socialist\n2. Secular\n\nWhich of these are in the Preamble?',
    '1. Of the south\n   1. Kollam\n   2. Punalur\n2. Of the hills',
    '7. Socialist\n\nwhich came late\n\n8. Secular',
    '- Kollam\n- Idukki',
    '> We, the people of India\n\nWhere does it stand?',
    '## Passage\n\nIt was the best of times.',
    'A **bold** word, an *emphasised* one, 5 * 3 * 2 and $a*b*c$',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'The ___ of India is ___ and -- so on.',
    '    four spaces',
    '3.14 is what?',
    '-5 + 3 is what?',
    '',
  ])('is nothing where all is as it looks: %j', (text) => {
    expect(messages(text)).toEqual([])
  })

  it('leaves fenced code alone', () => {
    expect(messages('What is printed?\n\n```\na\n---\n2*3*4\n```')).toEqual([])
  })

  it('of an option, and of a page, is only what is a slip there', () => {
    expect(render('5. Five', { inline: true }).warnings).toEqual([])
    expect(render('a*b*c', { inline: true }).warnings).toHaveLength(1)
    expect(render('5. Five\n\n---\n\nEnd', {}).warnings).toEqual([])
    expect(render('One\n\na*b*c', {}).warnings).toEqual([expect.objectContaining({ line: 2 })])
  })
})
