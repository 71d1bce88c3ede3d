import { describe, expect, it } from 'vitest'
import { edited, PACK_READ, packProblems, smallPack, writePack } from '../../../../tests/support/packs/pack.ts'
import { readPack } from '../read-pack.ts'

const courseFile = 'courses/alpha/course.yaml'

/** What is wrong, the file, the text in it that is replaced, by what, and the beginning of the report. */
const errors: [what: string, file: string, from: string, to: string, expected: string][] = [
  [
    'text that is not YAML',
    courseFile,
    'title: Course alpha',
    'title: Course: alpha',
    `${courseFile}:2 is not YAML, column 8: a text with ': ' needs quotes: write title: 'Course: alpha'`,
  ],
  [
    'a field that is there twice',
    courseFile,
    'gst: 18',
    'gst: 18\ngst: 18',
    `${courseFile}:12 is not YAML, column 1: the field gst is there twice in this entry: remove one`,
  ],
  ['an unknown field', courseFile, 'gst: 18', 'gst: 18\ngts: 18', `${courseFile}:12 unknown field 'gts'`],
  [
    'an unknown field within a list',
    courseFile,
    'minutes: 12 }',
    'minutes: 12, hours: 1 }',
    `${courseFile}:23 unknown field 'hours'`,
  ],
  ['a missing field', courseFile, 'gst: 18\n', '', `${courseFile}:1 gst is missing`],
  ['an empty field', courseFile, 'title: Course alpha', 'title:', `${courseFile}:2 title is empty`],
  ['a wrong type', courseFile, 'price: 4999.50', 'price: dear', `${courseFile}:9 price must be a number`],
  [
    'a number where text is due',
    courseFile,
    'title: Course alpha',
    'title: 42',
    `${courseFile}:2 title must be text (put it in quotes)`,
  ],
  [
    'a fraction where a whole number is due',
    courseFile,
    'gst: 18',
    'gst: 18.5',
    `${courseFile}:11 gst must be a whole number`,
  ],
  [
    'a third decimal in a price',
    courseFile,
    '4999.50',
    '4999.505',
    `${courseFile}:9 price must have at most two decimals`,
  ],
  [
    'an offer that is no cheaper',
    courseFile,
    'offer_price: 3999',
    'offer_price: 4999.50',
    `${courseFile}:10 offer_price must be lower than price`,
  ],
  [
    'a summary that is too long',
    courseFile,
    'A course about alpha.',
    'x'.repeat(161),
    `${courseFile}:3 summary is 161 characters long; at most 160 are allowed`,
  ],
  ['too many tags', courseFile, '[Prelims]', '[a, b, c, d, e]', `${courseFile}:13 tags has more than 4`],
  [
    'a key in capitals',
    courseFile,
    'key: second',
    'key: Second',
    `${courseFile}:24 sections[2].key must be lower case`,
  ],
  [
    'a section that is there twice',
    courseFile,
    'key: second',
    'key: first',
    `${courseFile}:24 sections[2].key 'first' is there twice`,
  ],
  [
    'a chapter that is there twice in a section',
    courseFile,
    'key: chapter-two',
    'key: chapter-one',
    `${courseFile}:23 sections[1].chapters[2].key 'chapter-one' is there twice`,
  ],
  [
    'a chapter that is there twice in a course',
    courseFile,
    'key: chapter-three',
    'key: chapter-one',
    `${courseFile}:27 sections[2].chapters[1].key 'chapter-one' is there twice in the course`,
  ],
  [
    'a key that is not the folder',
    courseFile,
    'key: alpha',
    'key: alfa',
    `${courseFile}:1 key 'alfa' must be the folder's name, 'alpha'`,
  ],
  ['an unknown group', courseFile, 'group: psc', 'group: upsc', `${courseFile}:4 there is no group 'upsc'`],
  [
    'an unknown category',
    courseFile,
    'category: degree',
    'category: master',
    `${courseFile}:5 group 'psc' has no category 'master'`,
  ],
  [
    'an unknown subcategory',
    courseFile,
    'subcategory: prelims',
    'subcategory: mains',
    `${courseFile}:6 category 'degree' has no subcategory 'mains'`,
  ],
  ['a missing picture', courseFile, 'media/thumb.svg', 'media/none.svg', `${courseFile}:7 media/none.svg is missing`],
  [
    'a picture of the wrong shape',
    courseFile,
    'media/thumb.svg',
    'media/box.svg',
    `${courseFile}:7 media/box.svg is 320 x 200; its sides must be in the ratio 16:9`,
  ],
  [
    'a picture out of the pack',
    courseFile,
    'media/thumb.svg',
    'media/../../x.svg',
    `${courseFile}:7 'media/../../x.svg' must be a path below media/`,
  ],
  [
    'a day that does not exist',
    courseFile,
    '2026-01-14',
    '2026-02-30',
    `${courseFile}:16 published is wrong: '2026-02-30' names a day that does not exist`,
  ],
]

describe('the text of a course page', () => {
  it('has its formulas once, for the page has no style sheet that hides one', async () => {
    const files = edited(smallPack(), 'courses/alpha/description.md', '\n\n', '\n\nSolve $x^2 = 4$.\n\n')
    const { courses } = await readPack(writePack(files), PACK_READ)
    expect(courses[0]!.descriptionHtml).toMatch(/Solve <math [^>]*><mrow>.*<\/mrow><\/math>\./)
    expect(courses[0]!.descriptionHtml).not.toMatch(/katex|annotation/)
  })
})

describe('checking the catalogue of a content pack', () => {
  it.each(errors)('reports %s with file and line', async (_, file, from, to, expected) => {
    const problems = await packProblems(edited(smallPack(), file, from, to))
    expect(problems[0]).toContain(expected)
    expect(problems).toHaveLength(1)
  })
})
