import { describe, expect, test } from 'vitest'
import { partsOfList } from './list-parts.ts'
import { Problems } from '../read/problems.ts'
import { YamlFile } from '../read/yaml-file.ts'

const entry = (number: number) => `- key: q-${number}
  text: |
    What is ${number}?

    - not an entry
  options: [a, b]
`
const list = `# Of all kinds\n${Array.from({ length: 40 }, (_, index) => entry(index)).join('\n')}`

/** What a list holds, and the line of each entry, read in parts of this many characters. */
function read(text: string, size?: number) {
  const problems = new Problems()
  const parts = partsOfList(text, size)
  const entries = parts.flatMap((part) => {
    const file = new YamlFile('all.yaml', part.text, problems, part.line)
    return ((file.data ?? []) as object[]).map((value, index) => ({ value, where: file.where([index]) }))
  })
  return { parts: parts.length, entries, problems: problems.list() }
}

describe('a long list is read in parts', () => {
  test('with the entries and lines that it has as a whole', () => {
    const whole = read(list)
    expect([whole.parts, whole.entries.length, whole.problems]).toEqual([1, 40, []])
    for (const size of [1, 100, 500]) {
      const { parts, ...found } = read(list, size)
      expect(parts).toBeGreaterThan(5)
      expect({ parts: 1, ...found }).toEqual(whole)
    }
  })

  test('with what stands before its first entry, however long', () => {
    const { parts, entries, problems } = read(`# A note.\n`.repeat(100) + list, 200)
    expect([entries.length, problems]).toEqual([40, []])
    expect(parts).toBeGreaterThan(5)
    for (const part of partsOfList(`# A note.\n`.repeat(100) + list, 200)) expect(part.text).toMatch(/^- /m)
  })

  test.each(['---\n', '--- # All of it\r\n', '# A note.\n\n---\n'])('also behind the mark %j', (mark) => {
    const whole = read(mark + list)
    const { parts, ...found } = read(mark + list, 200)
    expect(parts).toBeGreaterThan(5)
    expect({ parts: 1, ...found }).toEqual(whole)
    expect(whole.entries[0]?.where).toBe(`all.yaml:${mark.split('\n').length + 1}`)
  })

  test.each(['R &D', 'R, &D and *D', '$\\begin{matrix} a &b \\end{matrix} *c$', '&c. and [*D](/d)'])(
    'also where %j stands in it, which names no value',
    (text) => {
      expect(partsOfList(list.replace('What is 7?', text), 200).length).toBeGreaterThan(5)
    },
  )

  test('with what is wrong in it at its own line', () => {
    const wrong = list.replace('  text: |\n    What is 30?', '  text: "What is 30?')
    const [line] = read(wrong, 200).problems
    const from = wrong.slice(0, wrong.indexOf('key: q-30')).split('\n').length
    const found = Number(/^all\.yaml:(\d+) is not YAML/.exec(line ?? '')?.[1])
    expect(found).toBeGreaterThanOrEqual(from)
    expect(found).toBeLessThan(from + 60)
  })

  test('unless one part needs another, or it is no list', () => {
    const named = list.replace('options: [a, b]', 'options: &two [a, b]').replace(/\[a, b\]\n$/, '*two\n')
    expect(read(named, 200)).toEqual(read(named))
    expect(read(named, 200).entries.at(-1)?.value).toMatchObject({ options: ['a', 'b'] })
    for (const [from, to] of [
      ['options: [a, b]', 'options: !!seq &two [a, b]'],
      ['- key: q-0\n', '- &two key: q-0\n'],
      ['options: [a, b]', 'options: [&two a, b]'],
      ['options: [a, b]', 'options: {a,&two b: c}'],
      ['options: [a, b]', 'options: {"a":&two b}'],
      ['options: [a, b]', 'options:\n    &two [a, b]'],
    ] as const)
      expect(partsOfList(list.replace(from, to).replace(/\[a, b\]\n$/, '*two\n'), 200)).toHaveLength(1)
    for (const text of [
      `---\n${list}---\n${list}`,
      `%YAML 1.2\n---\n${list}`,
      `${list}...\n`,
      'a: 1\nb: 2\n'.repeat(100),
    ])
      expect(partsOfList(text, 200)).toHaveLength(1)
  })
})
