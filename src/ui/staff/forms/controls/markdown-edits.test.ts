import { expect, test } from 'vitest'
import { edited, type Edit } from './markdown-edits.ts'

/** A text with its selection between bars, or where the caret is, after an edit. */
function after(marked: string, edit: Edit, file?: string): string {
  const [before = '', chosen = '', rest] = marked.split('|')
  const text = before + chosen + (rest ?? '')
  const { put, from, to } = edited(
    text,
    before.length,
    before.length + (rest === undefined ? 0 : chosen.length),
    edit,
    file,
  )
  const whole = before + put + (rest === undefined ? chosen : rest)
  return `${whole.slice(0, from)}|${whole.slice(from, to)}|${whole.slice(to)}`
}

test.each<[string, Edit, string]>([
  ['Read |this| now', 'bold', 'Read **|this|** now'],
  ['Read | now', 'bold', 'Read **|bold|** now'],
  ['Read |this|', 'italic', 'Read _|this|_'],
  ['|Where|', 'heading', '## |Where|\n'],
  ['First.|', 'heading', 'First.\n\n## |Heading|\n'],
  ['First.\n|', 'heading', 'First.\n## |Heading|\n'],
  ['|one\ntwo|\nthree', 'list', '- |one\n- two|\nthree'],
  ['First:|', 'list', 'First:\n\n- |one|'],
  ['See |the site|.', 'link', 'See [the site](|https://|).'],
  ['See |', 'link', 'See [words](|https://|)'],
  // What is chosen may begin with what the edit puts before it.
  ['|_|', 'italic', '_|_|_'],
])('%j with %s is %j', (marked, edit, expected) => {
  expect(after(marked, edit)).toBe(expected)
})

test('a picture stands on a line of its own, and its words are written next', () => {
  expect(after('A desk.|', 'picture', 'media/desk.webp')).toBe('A desk.\n\n![|What it shows|](media/desk.webp)\n')
  expect(after('|A desk|', 'picture', 'media/desk.webp')).toBe('![|A desk|](media/desk.webp)\n')
})
