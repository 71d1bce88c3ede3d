import { describe, expect, it } from 'vitest'
import { PACK_READ, edited, packProblems, smallPack, without, writePack } from '../../../tests/support/packs/pack.ts'
import { readPack } from './read-pack.ts'

const demo = smallPack()
const courseFile = 'courses/alpha/course.yaml'

describe('checking a content pack', () => {
  it('finds nothing wrong with a good one', async () => {
    const pack = await readPack(writePack(demo), PACK_READ)
    expect(pack.courses.map(({ key, price, offer_price: offer }) => [key, price, offer])).toEqual([
      ['alpha', 4999.5, 3999],
      ['beta', 4999.5, 3999],
      ['gamma', 4999.5, 3999],
    ])
    expect(pack.questions.map(({ options }) => options.findIndex(({ isAnswer }) => isAnswer))).toEqual([0, 0, 0, 2])
    expect(pack.exams.map(({ key, marks }) => [key, marks.unitsPerMark])).toEqual([
      ['mock', 3],
      ['of-alpha', 3],
    ])
  })

  it('says in one line that a folder is no pack', async () => {
    expect(await packProblems({ 'readme.md': '' })).toEqual([
      expect.stringMatching(/has no pack\.yaml, so it is not a content pack$/),
    ])
  })

  it('reports everything that is wrong in one run, in the order of files and lines', async () => {
    let files = edited(demo, courseFile, 'gst: 18', 'gts: 18')
    files = edited(files, courseFile, 'offer_price: 3999', 'offer_price: 5000')
    files = edited(files, courseFile, 'key: chapter-three', 'key: chapter-one')
    files = edited(files, 'questions/all.yaml', 'answer: C', 'answer: E')
    files = edited(files, 'questions/all.yaml', "'6', '7'", "'4', 7")
    files = edited(files, 'exams/mock.yaml', 'q-three', 'q-five')
    expect((await packProblems(files)).map((problem) => problem.split(' ')[0])).toEqual([
      `${courseFile}:1`,
      `${courseFile}:10`,
      `${courseFile}:11`,
      `${courseFile}:27`,
      'exams/mock.yaml:17',
      'questions/all.yaml:21',
      'questions/all.yaml:21',
      'questions/all.yaml:22',
    ])
  })

  it('does not blame references to an entry that is wrong in itself', async () => {
    let files = edited(demo, 'questions/all.yaml', '- key: q-one', '- key: q-one\n  hint: none')
    files = edited(files, courseFile, 'gst: 18', 'gst: high')
    expect(await packProblems(files)).toHaveLength(2)
    expect(await packProblems({ ...demo, 'questions/all.yaml': '- key: [' })).toEqual([
      expect.stringContaining('questions/all.yaml:1 is not YAML'),
    ])
  })

  it('reports files that are missing or out of place', async () => {
    expect(await packProblems(without(demo, 'courses/beta/description.md'))).toEqual([
      'courses/beta/description.md:1 the file is missing',
    ])
    expect(await packProblems({ ...demo, 'exam/mock-2.yaml': '', 'exams/more.yml': '', '.ci.yaml': '' })).toEqual([
      'exam/mock-2.yaml:1 is not in a place from which the pack is read',
      'exams/more.yml:1 is not in a place from which the pack is read',
    ])
  })

  it('refuses a file that does not hold what its name says', async () => {
    const files = { ...edited(demo, 'questions/all.yaml', 'media/box.svg', 'media/box.png'), 'media/box.png': '<html>' }
    expect(await packProblems(files)).toEqual(['questions/all.yaml:10 media/box.png does not hold what its name says'])
  })
})
