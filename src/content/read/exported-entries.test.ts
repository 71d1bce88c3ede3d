import { describe, expect, it } from 'vitest'
import { learningPack } from '../../../tests/support/packs/learning-pack.ts'
import {
  edited,
  PACK_READ,
  packProblems,
  packWarnings,
  smallPack,
  without,
  writePack,
} from '../../../tests/support/packs/pack.ts'
import { publications } from '../../../tests/support/packs/publications.ts'
import { readPack } from './read-pack.ts'

const published = { ...smallPack(), ...publications() }
const asHtml = (text: string) =>
  edited(
    smallPack(),
    'questions/all.yaml',
    'text: Which is a prime number?',
    `html: true\n  text: ${JSON.stringify(text)}`,
  )

describe('an entry that an export wrote as HTML', () => {
  it('is taken as it is, and nothing is warned of that is a slip in Markdown', async () => {
    const files = asHtml('<p>5. Which is *not* a <em>prime</em>?</p>')
    expect(await packWarnings(files)).toEqual([])
    const { questions } = await readPack(writePack(files), PACK_READ)
    const question = questions.find(({ key }) => key === 'q-four')!
    expect(question.contentHtml).toBe('<p>5. Which is *not* a <em>prime</em>?</p>')
    expect(question.source).toBeUndefined()
  })

  it('may be longer than Markdown, as formulas are', async () => {
    const files = edited(asHtml('<p>x</p>'), 'questions/all.yaml', "'4'", `'${'x'.repeat(2001)}'`)
    expect(await packProblems(files)).toEqual([])
    const markdown = edited(smallPack(), 'questions/all.yaml', "'4'", `'${'x'.repeat(2001)}'`)
    expect(await packProblems(markdown)).toEqual([
      'questions/all.yaml:21 options[1] is 2001 characters long; at most 2000 are allowed',
    ])
  })

  it('is refused where our texts could not be so', async () => {
    expect(await packProblems(asHtml('<p onclick="x()">x</p>'))).toEqual([
      'questions/all.yaml:21 is not HTML as an export writes it',
    ])
    expect(await packProblems(edited(asHtml('<p>x</p>'), 'questions/all.yaml', 'html: true', 'html: yes'))).toEqual([
      'questions/all.yaml:20 html must be true',
    ])
  })

  it('has its text in a file of its own, in the place of Markdown', async () => {
    const { 'blog/recall.md': _, ...others } = published
    const files = { ...others, 'blog/recall.html': '<p>Close the book.</p>\n' }
    const { blog } = await readPack(writePack(files), PACK_READ)
    expect(blog[0]).toMatchObject({ body: '<p>Close the book.</p>', source: undefined })
    expect(await packProblems({ ...files, 'blog/recall.md': 'Twice.' })).toEqual([
      'blog/recall.html:1 cannot stand beside blog/recall.md',
    ])
    expect(await packProblems({ ...files, 'news/none.html': '<p>x</p>' })).toEqual([
      'news/none.html:1 belongs to no entry of news.yaml',
    ])
    expect(await packProblems(without(others, 'none'))).toEqual(['blog/recall.md:1 the file is missing'])
  })

  it('is warned of like others where a course says little', async () => {
    const { 'courses/beta/description.md': _, ...others } = smallPack()
    const files = { ...others, 'courses/beta/description.html': '<p><span class="mord">two words</span></p>' }
    expect(await packWarnings(files)).toEqual([
      'courses/beta/description.html:1 warning: has 2 words; learners and search engines look for 80 or more',
    ])
  })

  it('is a text, where it is a workout', async () => {
    const files = learningPack()
    const workouts = 'courses/alpha/workouts.yaml'
    expect(await packProblems(edited(files, workouts, '- key: by-ear\n', '- key: by-ear\n  html: true\n'))).toEqual([
      'courses/alpha/workouts.yaml:2 [1].html does not belong here (its type is audio)',
    ])
    expect(
      await packProblems(edited(files, workouts, '- key: by-hand\n', '- key: by-hand\n  filename: x.pdf\n')),
    ).toEqual(['courses/alpha/workouts.yaml:22 [5].filename does not belong here (its type is plain)'])
  })
})

it('a workout may be called otherwise than its file', async () => {
  const workouts = 'courses/alpha/workouts.yaml'
  const files = edited(
    learningPack(),
    workouts,
    '- key: by-paper\n',
    '- key: by-paper\n  filename: Rivers of Kerala.pdf\n',
  )
  const { courses } = await readPack(writePack(files), PACK_READ)
  expect(courses[0]!.workouts.map(({ filename }) => filename)).toEqual([
    'warm-up.mp3',
    'map.svg',
    'Rivers of Kerala.pdf',
    '',
    '',
  ])
})
