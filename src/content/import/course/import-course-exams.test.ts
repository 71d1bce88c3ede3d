import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ALWAYS_OPEN, NEVER } from '#features/exams/exams.rules.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import {
  contentSnapshot,
  edited,
  packImporter,
  smallPack,
  without,
  type PackFiles,
} from '../../../../tests/support/packs/pack.ts'

const exam = 'exams/of-alpha.yaml'
const files = smallPack()
const inTwo = edited(files, exam, 'course: alpha', 'courses: [alpha, beta]')

let opened: FreshDatabase
let importFiles: ReturnType<typeof packImporter>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
})
afterEach(() => opened.close())

/** Where the exam stands: course, chapter, and whether it does so still. */
const places = async () =>
  (
    await opened.db
      .selectFrom('exam_courses')
      .innerJoin('courses', 'courses.id', 'exam_courses.course_id')
      .leftJoin('chapters', 'chapters.id', 'exam_courses.chapter_id')
      .select(['exam_courses.id', 'courses.key as course', 'chapters.key as chapter', 'exam_courses.retired'])
      .orderBy('exam_courses.id')
      .execute()
  ).map(({ id, ...row }) => [id, ...Object.values(row)])

const row = (key: string) =>
  opened.db
    .selectFrom('exams')
    .select(['exam_type_id', 'opens_at', 'closes_at', 'retired'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()

/** The pack without course alpha, which nothing else may then name. */
function withoutAlpha(pack: PackFiles): PackFiles {
  const { 'learners.yaml': _, ...rest } = without(without(pack, 'courses/alpha'), exam)
  return { ...edited(rest, 'pack.yaml', '[alpha,', '[delta,'), ...renamed(pack) }
}

/** A course in alpha's place. */
function renamed(pack: PackFiles): PackFiles {
  return Object.fromEntries(
    Object.entries(pack)
      .filter(([name]) => name.startsWith('courses/alpha/'))
      .map(([name, text]) => [name.replace('alpha', 'delta'), text.replaceAll('alpha', 'delta')]),
  )
}

describe('importing exams of courses', () => {
  it('puts an exam into each of its courses, once, however often it is imported', async () => {
    await importFiles(inTwo)
    const stored = await places()
    expect(stored).toEqual([
      [expect.any(Number), 'alpha', null, 0],
      [expect.any(Number), 'beta', null, 0],
    ])
    expect((await row('of-alpha')).exam_type_id).toBe(2)
    expect((await row('mock')).exam_type_id).toBe(1)
    const before = await contentSnapshot(opened.db)
    const again = await importFiles(inTwo)
    expect(again.exams.changed.size).toBe(0)
    expect(await contentSnapshot(opened.db)).toEqual(before)
  })

  it('keeps the number of a place that goes and comes back, and says that the exam changed', async () => {
    await importFiles(inTwo)
    const [alpha, beta] = await places()
    const moved = edited(files, exam, 'course: alpha', 'course: alpha\nchapter: chapter-two')
    expect([...(await importFiles(moved)).exams.changed]).toEqual(['of-alpha'])
    expect(await places()).toEqual([
      [alpha![0], 'alpha', 'chapter-two', 0],
      [beta![0], 'beta', null, 1],
    ])
    expect([...(await importFiles(inTwo)).exams.changed]).toEqual(['of-alpha'])
    expect(await places()).toEqual([alpha, beta])
  })

  it('leaves an exam without dates open for good', async () => {
    await importFiles(edited(files, exam, 'opens: today-10d 09:00\ncloses: today+20d 21:00\n', ''))
    expect(await row('of-alpha')).toMatchObject({ opens_at: ALWAYS_OPEN, closes_at: NEVER })
    await importFiles(edited(files, exam, 'closes: today+20d 21:00\n', ''))
    const half = await row('of-alpha')
    expect(half.closes_at).toBe(NEVER)
    expect(half.opens_at).toBeGreaterThan(ALWAYS_OPEN)
  })

  it('retires an exam that leaves the pack, but leaves it to learners of a course that left with it', async () => {
    await importFiles(files)
    await importFiles(withoutAlpha(files))
    expect((await row('of-alpha')).retired).toBe(0)
    expect((await places())[0]).toEqual([expect.any(Number), 'alpha', null, 0])
    await importFiles(files)
    await importFiles(without(files, exam))
    expect((await row('of-alpha')).retired).toBe(1)
  })
})
