import { describe, expect, it } from 'vitest'
import {
  edited,
  PACK_READ,
  packProblems,
  packWarnings,
  smallPack,
  without,
  writePack,
} from '../../../tests/support/packs/pack.ts'
import { readPack } from './read-pack.ts'

const files = smallPack()
const questions = 'questions/all.yaml'
const description = 'courses/alpha/description.md'

const tooFew = (words: number, least: number) => [
  `${description}:1 warning: has ${words} words; learners and search engines look for ${least} or more`,
]

describe('warnings of a content pack', () => {
  it('are none where there is nothing to say', async () => {
    expect(await packWarnings(files)).toEqual([])
  })

  it('let a pack of one course be, with few words', async () => {
    let small = edited(files, 'pack.yaml', '[alpha, beta, gamma]', '[alpha]')
    for (const name of ['courses/beta/', 'courses/gamma/', 'learners.yaml']) small = without(small, name)
    expect(await packWarnings({ ...small, [description]: 'All that there is to say.' })).toEqual([
      ...tooFew(6, 80),
      'pack.yaml:8 warning: popular names 1 course; a row of the dashboard shows 3',
    ])
    const none = edited(small, 'pack.yaml', 'popular: [alpha]', 'popular: []')
    expect(await packWarnings(none)).toEqual([
      'pack.yaml:8 warning: popular names no course; a row of the dashboard shows 3',
    ])
  })

  it('ask for fewer words where a language says much in one', async () => {
    const sentence = 'കേരളത്തിലെ പരീക്ഷകൾക്കുള്ള സമ്പൂർണ്ണ പരിശീലനം. '
    expect(await packWarnings({ ...files, [description]: sentence.repeat(10) })).toEqual([])
    expect(await packWarnings({ ...files, [description]: sentence.repeat(9) })).toEqual(tooFew(36, 40))
  })

  it('tell of a question that Markdown takes for a list, at its own line, and how to write it', async () => {
    const numbered = edited(files, questions, 'text: Which is a', 'text: 5. Which is a')
    expect(await packWarnings(numbered)).toEqual([
      `${questions}:20 warning: begins with '5.' and becomes a list of one entry; if you mean the sign, write 5\\.`,
    ])
    expect(await packWarnings(edited(files, questions, 'text: Which is a', 'text: 5\\. Which is a'))).toEqual([])
    const block = edited(files, questions, '    What does the picture show?\n', '    What?\n    -----\n')
    expect(await packWarnings(block)).toEqual([
      expect.stringMatching(`^${questions}:9 warning: the line of - makes a heading of the text above it`),
    ])
    const option = edited(files, questions, "'7', '8'", "'7*1*1', '8'")
    expect(await packWarnings(option)).toEqual([
      expect.stringMatching(`^${questions}:21 warning: the \\* in '7\\*1\\*'`),
    ])
  })

  it('tell of HTML and TeX that are shown as they stand, in every text of a pack, at its own line', async () => {
    const found = /:(\d+) warning: (HTML such as <br>|\\frac stands outside)/
    for (const [name, from, to, line] of [
      [description, '## About alpha\n\n', '## About alpha\n\nOne\n<br>\n', 4],
      [questions, '    What does the picture show?\n', '    What does\n    the picture<br>\n    show?\n', 9],
      [questions, 'Two halves make a whole.', 'Two \\frac{1}{2} make a whole.', 5],
      [questions, "'4', '6'", "'4', '<br>6'", 21],
      ['exams/mock.yaml', 'Answer all questions.', '|\n  Answer\n  all<br>questions.', 12],
    ] as const) {
      const [warning, ...more] = await packWarnings(edited(files, name, from, to))
      expect([warning?.startsWith(`${name}:`), Number(found.exec(warning ?? '')?.[1])], warning).toEqual([true, line])
      expect(more).toEqual([])
    }
  })

  it.each(['', '\n  explanation:', "\n  explanation: ' '", '\n  explanation: |\n'])(
    'name a question without an explanation: %j',
    async (none) => {
      const files = edited(smallPack(), questions, '\n  explanation: Seven has no divisors.', none)
      expect(await packWarnings(files)).toEqual([
        expect.stringMatching(
          `^${questions}:(19|23) warning: question 'q-four' has no explanation; learners see the right answer alone$`,
        ),
      ])
      expect((await readPack(writePack(files), PACK_READ)).questions[3]).toMatchObject({ explanationHtml: '' })
    },
  )

  it('come with the errors, apart from them', async () => {
    const bad = edited(edited(files, 'pack.yaml', ', gamma]', ']'), 'pack.yaml', '[mock]', '[none]')
    expect(await packProblems(bad)).toEqual(["pack.yaml:9 there is no exam 'none'"])
    await expect(packWarnings(bad)).rejects.toMatchObject({
      warnings: ['pack.yaml:8 warning: popular names 2 courses; a row of the dashboard shows 3'],
    })
  })
})

describe('formulas that lose a part', () => {
  it.each([
    [description, '## About alpha\n\n', '## About alpha\n\nOne\n$20% + 30%$\n', 4],
    [questions, '    What does the picture show?\n', '    What does\n    $20% + 30%$\n    show?\n', 9],
    [questions, "'$1$', '$2$'", "'$1%$', '$2$'", 3],
    [questions, 'Two halves make a whole.', 'Two $50%$ make a whole.', 5],
    ['exams/mock.yaml', 'Answer all questions.', '|\n  Answer\n  $$\n  20\n  = 20%\n  $$', 14],
    ['exams/mock.yaml', 'Answer all questions.', 'Answer \\(x^2\\).', 10],
  ])('are errors of %s: %j', async (name, from, to, line) => {
    expect(await packProblems(edited(files, name, from, to))).toEqual([
      expect.stringMatching(new RegExp(`^${name}:${line} .*(loses what stands after %|is no formula here)`)),
    ])
  })
})

describe('a file whose name is not ASCII', () => {
  const ascii = 'needs another name; names are ASCII: letters a to z and A to Z, digits, ., - and _'

  it.each(['ചിത്രം.svg', 'bild-ü.svg'])('is told of as that, in fields and in texts: %s', async (name) => {
    const there = { ...files, [`media/${name}`]: files['media/thumb.svg']! }
    const says = `'media/${name}' ${ascii}`
    expect(await packProblems(edited(there, 'courses/alpha/course.yaml', 'media/thumb.svg', `media/${name}`))).toEqual([
      `courses/alpha/course.yaml:7 ${says}`,
    ])
    expect(await packProblems(edited(there, questions, '(media/box.svg)', `(media/${name})`))).toEqual([
      `${questions}:10 ${says}`,
    ])
    expect(await packProblems(edited(there, questions, 'It has corners.', `'[It](media/${name}) has.'`))).toEqual([
      `${questions}:13 ${says}`,
    ])
  })

  it('with a space too', async () => {
    expect(await packProblems(edited(files, 'courses/alpha/course.yaml', 'media/thumb.svg', 'media/a b.svg'))).toEqual([
      `courses/alpha/course.yaml:7 'media/a b.svg' ${ascii}`,
    ])
  })
})
