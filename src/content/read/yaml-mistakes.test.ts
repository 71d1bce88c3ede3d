import { describe, expect, it } from 'vitest'
import { edited, packProblems, packWarnings, smallPack } from '../../../tests/support/packs/pack.ts'
import { readMendedYaml } from './mended-yaml.ts'

const mistakes = (text: string) =>
  readMendedYaml(text).mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`)

const entry = (row: string) => `- key: a\n${row}\n  answer: B\n`

/** A mistake, how it is reported, and what is read all the same. */
const cases: [text: string, report: string, data: unknown][] = [
  [entry('\ttext: x'), '2:2 begins with a tab: write ordinary spaces', { text: 'x' }],
  [entry('\u00a0 text: x'), '2:1 begins with a space of another kind', { text: 'x' }],
  [entry('  text:Foo'), '2:3 a space is missing after the colon: write text: Foo', { text: 'Foo' }],
  ['-key: a\n  answer: B\n', '1:7 a space is missing after the -: write - key: a', { answer: 'B' }],
  [entry("  text: 'What is it"), "2:3 the quote ' is not closed: write text: 'What is it'", { text: 'What is it' }],
  [entry('  text: "What is it'), '2:3 the quote " is not closed: write text: "What is it"', { text: 'What is it' }],
  [
    `${entry("  text: 'What is it")}- key: b\n  text: 'That'\n`,
    "2:20 the quote ' is not closed: write text: 'What is it'",
    { text: 'What is it' },
  ],
  [entry("  text: 'It's it'"), "2:13 goes on after its closing quote: write text: 'It''s it'", { text: "It's it" }],
  [entry('  text: "It" is'), `2:14 goes on after its closing quote: write text: '"It" is'`, { text: '"It" is' }],
  [entry('  text: "It"\n    is'), "2:3 goes on after its closing quote: write text: '…'", { text: '"It" is' }],
  ...[...'@`%,?'].map((sign): [string, string, unknown] => [
    entry(`  text: ${sign} foo`),
    `2:9 a text cannot begin with ${sign}: write text: '${sign} foo'`,
    { text: `${sign} foo` },
  ]),
  [
    entry('  text: **So** it is'),
    "2:16 a text cannot begin with *: write text: '**So** it is'",
    { text: '**So** it is' },
  ],
  [entry('  text: *so'), "2:9 a text cannot begin with *: write text: '*so'", { text: '*so' }],
  [entry('  text: &amp; so'), "2:9 a text cannot begin with &: write text: '&amp; so'", { text: '&amp; so' }],
  [entry('  text: !so it'), "2:9 a text cannot begin with !: write text: '!so it'", { text: '!so it' }],
  [entry('  text: [a] is'), "2:13 a text cannot begin with [: write text: '[a] is'", { text: '[a] is' }],
  [entry('  text: {a} is'), "2:13 a text cannot begin with {: write text: '{a} is'", { text: '{a} is' }],
  [entry('  text: > 5 is'), "2:11 a text cannot begin with >: write text: '> 5 is'", { text: '> 5 is' }],
  [entry('  text: | x |'), "2:11 a text cannot begin with |: write text: '| x |'", { text: '| x |' }],
  [entry('  text: - 5'), "2:9 a text cannot begin with -: write text: '- 5'", { text: '- 5' }],
  [entry('  text: What: this'), "2:9 a text with ': ' needs quotes: write text: 'What: this'", { text: 'What: this' }],
  [entry('  options: [b: c, d: e: f]'), "2:22 a text with ': ' needs quotes: write 'e: f'", { key: 'a' }],
  [entry('  options: [*b, c]'), "2:13 a text cannot begin with *: write '*b'", { options: ['*b', 'c'] }],
  [entry('  options: [b, c'), '2:3 the [ is not closed: write ] where the list ends', { options: ['b', 'c'] }],
  [entry('  options: [b,\n    c'), '2:3 the [ is not closed: write ] where the list ends', { options: ['b', 'c'] }],
  [entry('  options: [b, c # d]'), "2:3 ' #' begins a comment: put the text in quotes", { options: ['b', 'c'] }],
  [entry('  text: "\\q"'), '2:10 a \\ in double quotes begins a special sign', { text: '\\q' }],
  [entry('   text: x'), '2:4 is indented by 3 spaces where 2 are expected', { text: 'x' }],
  [entry(' text: x'), '2:1 is indented by 1 spaces where 2 are expected', { text: 'x' }],
  [entry('  text: b\n  c'), "3:3 belongs to no field: write 'field: text'", { text: 'b c' }],
  [entry('  text: |\n  foo'), "3:3 belongs to no field: write 'field: text'", { text: 'foo\n' }],
  [entry('  text: b # c\n    d'), "2:3 ' #' begins a comment, after which the text cannot go on", { text: 'b # c d' }],
  [entry('  text: b\n  text: c'), '3:3 the field text is there twice in this entry: remove one', { text: 'c' }],
  [`${entry('  text: b')}---\n- key: c\n`, '4:1 --- begins a second document: remove this line', { text: 'b' }],
  [entry('  text: Issue #5'), "2:14 loses what stands after ' #'", { text: 'Issue' }],
  ['- key: a\nkey: b\n', "2:1 an entry of a list begins with '- ': write - key: b", { key: 'a' }],
  [entry('  text: a: b').replaceAll('\n', '\r\n'), "2:9 a text with ': ' needs quotes", { text: 'a: b', answer: 'B' }],
]

describe('a mistake in a YAML file', () => {
  it.each(cases)('is explained with line, column and the right form, and hides nothing: %j', (text, report, data) => {
    const [first, ...more] = mistakes(text)
    expect(first).toContain(report)
    expect(more.filter((line) => !line.includes('is there twice'))).toEqual([])
    expect((readMendedYaml(text).data as unknown[])[0]).toMatchObject(data as object)
  })

  it('of any kind is reported in words of our own, and reading ends', () => {
    for (const text of [
      '%PDF-1.4\n\u0001 foo: [}\n]] x',
      '{{{{',
      '}\n}\n',
      '\t\t\n\t:',
      "'\n\"\n'",
      '- - - :\n :',
      '&',
      '?\n?',
      '- *a: b',
    ])
      expect(mistakes(text).join('\n')).not.toMatch(/token|scalar|indicator|implicit|undefined/i)
  })

  it('that repeats names beyond measure is reported', () => {
    const rows = ['- &a0 [x, x]', ...Array.from({ length: 20 }, (_, at) => `- &a${at + 1} [*a${at}, *a${at}, *a${at}]`)]
    expect(mistakes(rows.join('\n'))).toEqual(['1:1 cannot be read: it uses names (&, *) too often'])
  })

  it('is one of many: each is reported', () => {
    const text = Array.from({ length: 40 }, (_, index) => `- key: q${index}\n  text: What: this\n`).join('')
    expect(mistakes(text)).toHaveLength(40)
  })
})

describe('a comment after a text', () => {
  const found = (row: string) => {
    const { mistakes, warnings } = readMendedYaml(entry(row))
    return [mistakes.length, warnings.length]
  }

  it.each([
    ['  text: In C # is used', [0, 1]],
    ['  text: What # is lost\n  more: x', [0, 1]],
    ['  text: Question #5', [1, 0]],
    ['  text: The word  #hashtag', [1, 0]],
    ['  text: Clear  # a comment', [0, 0]],
    ['  number: 5 # a comment', [0, 0]],
    ["  text: 'In C # is used' # a comment", [0, 0]],
    ['  text: | # a comment\n    In C # is used\n    # too', [0, 0]],
    ['  text: C# and F#', [0, 0]],
    ['  # a comment #5', [0, 0]],
  ])('is an error, a warning or neither: %j', (row, expected) => {
    expect(found(row)).toEqual(expected)
  })
})

describe('a pack with mistakes of YAML', () => {
  const files = smallPack()
  const questions = 'questions/all.yaml'

  it('has its other errors reported as well, in the same entry, file and pack', async () => {
    let bad = edited(files, questions, 'text: Which is a', 'text: Which: is a')
    bad = edited(bad, questions, 'answer: C', 'answer: F')
    bad = edited(bad, questions, '\\frac{1}{2} + \\frac{1}{2}', '\\frac{1}')
    bad = edited(bad, 'courses/alpha/course.yaml', 'title: Course alpha', 'title:Course alpha')
    bad = edited(bad, 'courses/alpha/course.yaml', 'gst: 18', 'gst: high')
    bad = edited(bad, 'exams/mock.yaml', 'q-one, q-two', 'q-one, q-none')
    expect(await packProblems(bad)).toEqual([
      'courses/alpha/course.yaml:2 is not YAML, column 1: a space is missing after the colon: write title: Course alpha',
      'courses/alpha/course.yaml:11 gst must be a number',
      "exams/mock.yaml:14 there is no question 'q-none'",
      expect.stringMatching(`^${questions}:2 the formula .* cannot be set`),
      `${questions}:20 is not YAML, column 9: a text with ': ' needs quotes: write text: 'Which: is a prime number?'`,
      `${questions}:22 answer must be one of the letters A to E`,
    ])
  })

  it('is told of texts that YAML takes for something else', async () => {
    for (const [from, to, report] of [
      ['[A box, A ball]', '[A: box, A ball]', "11 options[1] must be text (a text with ': ' needs quotes)"],
      ['[A box, A ball]', '\n    -A box\n    -A ball', '12 options must be a list (a space follows each -)'],
      [
        'Seven has no',
        '# of divisors',
        "23 explanation is empty: what follows ' #' is a comment; put the text in quotes",
      ],
    ] as const)
      expect((await packProblems(edited(files, questions, from, to)))[0]).toBe(`${questions}:${report}`)
    expect(await packWarnings(edited(files, questions, 'It has corners.', 'It has # corners.'))).toEqual([
      expect.stringMatching(`^${questions}:13 warning: column 22: loses what stands after`),
    ])
  })
})
