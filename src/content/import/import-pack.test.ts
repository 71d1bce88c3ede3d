import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { neutralBrand } from '#core/site/brand.ts'
import { storedSite } from '#core/site/site.ts'
import { indianDateTime, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import {
  contentSnapshot,
  edited,
  PACK_READ,
  packImporter,
  smallPack,
  without,
  writePack,
} from '../../../tests/support/packs/pack.ts'
import type { Database } from '#db/database.ts'
import { importPack } from './import-pack.ts'
import { readPack } from '../read/read-pack.ts'
import { storedQuestions } from '../stored/stored-exams.ts'

const files = smallPack()

let opened: FreshDatabase
let importFiles: ReturnType<typeof packImporter>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
})
afterEach(() => opened.close())

async function idsOf(table: 'courses' | 'questions' | 'exams'): Promise<Record<string, number>> {
  const rows = await opened.db.selectFrom(table).select(['key', 'id']).execute()
  return Object.fromEntries(rows.map(({ key, id }) => [key, id]))
}

const one = <Table extends 'courses' | 'questions' | 'exams'>(table: Table, key: string) =>
  opened.db
    .selectFrom(table as 'exams')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow() as unknown as Promise<Record<keyof Database[Table], unknown> & { id: number }>

const site = async () => (await storedSite(opened.db))!

describe('importing a content pack', () => {
  it('never makes one text of all questions, which is more than a string can hold of a large bank', async () => {
    const pack = await readPack(writePack(files), PACK_READ)
    const store = pack.media.store.bind(pack.media)
    let longest = ''
    pack.media.store = async (kept) => {
      const address = await store(kept)
      return (text) => {
        if (text.length > longest.length && text.includes('q-one')) longest = text
        return address(text)
      }
    }
    await importPack(opened.db, pack, { files: folderStore(opened), now: PACK_READ, learners: false })
    expect(longest).toContain('q-one')
    expect(longest).not.toContain('q-two')
  })

  it('writes courses, questions and exams with their relations', async () => {
    const result = await importFiles(files)
    expect([result.courses.added.size, result.questions.added.size, result.exams.added.size]).toEqual([3, 4, 2])
    const alpha = await one('courses', 'alpha')
    expect(alpha).toMatchObject({
      price_paise: 499950,
      offer_price_paise: 399900,
      rating_tenths: 47,
      lesson_count: 3,
      tags: '["Prelims"]',
      published_at: indianTime(2026, 1, 14),
      retired: 0,
    })
    expect(await one('exams', 'mock')).toMatchObject({ exam_type_id: 1, registration_fields: '[]' })
    const ofAlpha = await one('exams', 'of-alpha')
    expect(ofAlpha).toMatchObject({ exam_type_id: 2, registration_fields: '["dob"]' })
    const places = opened.db.selectFrom('exam_courses').select(['exam_id', 'course_id', 'chapter_id'])
    expect(await places.execute()).toEqual([{ exam_id: ofAlpha.id, course_id: alpha.id, chapter_id: null }])
    expect(indianDateTime(ofAlpha.closes_at as number)).toBe('2026-03-22 21:00:00')
    const paper = await opened.db
      .selectFrom('papers')
      .selectAll()
      .where('id', '=', ofAlpha.paper_id as number)
      .executeTakeFirstOrThrow()
    expect(paper).toMatchObject({ question_count: 3, units_per_mark: 3, correct_units: 3, wrong_units: 1 })
    const questions = await opened.db
      .selectFrom('paper_questions')
      .innerJoin('questions', 'questions.id', 'paper_questions.question_id')
      .innerJoin('paper_sections', 'paper_sections.id', 'paper_questions.section_id')
      .select(['questions.key', 'paper_sections.title', 'paper_questions.position'])
      .where('paper_questions.paper_id', '=', paper.id)
      .orderBy('paper_questions.position')
      .execute()
    expect(questions).toEqual([
      { key: 'q-one', title: 'Part A', position: 0 },
      { key: 'q-two', title: 'Part A', position: 1 },
      { key: 'q-three', title: 'Part B', position: 2 },
    ])
  })

  it('stores media and puts their addresses into the content', async () => {
    await importFiles(files)
    const question = await one('questions', 'q-two')
    expect(question.content_html).toMatch(
      /<img src="\/media\/[0-9a-f]{32}\.svg" alt="A grey box" width="320" height="200"/,
    )
    expect(JSON.stringify(await contentSnapshot(opened.db))).not.toMatch(/in-pack|media\/(banner|thumb|box)/)
  })

  it('keeps the facts of the site, with ids in place of keys', async () => {
    await importFiles(files)
    const [courses, exams] = [await idsOf('courses'), await idsOf('exams')]
    expect(await site()).toEqual({
      contentVersion: expect.any(String),
      name: 'Small pack',
      brand: neutralBrand,
      contentSource: 'cc',
      phone: '+91 484 4000 100',
      enableHomePageExam: true,
      enableMarketingSplash: false,
      pages: { currentAffairs: null, blog: null, webinar: null },
      popularCourses: [courses.alpha, courses.beta, courses.gamma],
      featuredExams: [exams.mock],
      splashes: [],
      login: { slogan: null, text: null, picture: null },
      policies: {},
    })
  })

  it('changes nothing when it is repeated, at whatever time', async () => {
    await importFiles(edited(files, 'exams/mock.yaml', 'today+20d 21:00', 'now+6h'), true)
    const before = await contentSnapshot(opened.db)
    const result = await importFiles(edited(files, 'exams/mock.yaml', 'today+20d 21:00', 'now+6h'), true)
    expect(await contentSnapshot(opened.db)).toEqual(before)
    for (const { added, changed, retired } of [result.courses, result.questions, result.exams]) {
      expect([added.size, changed.size, retired.size]).toEqual([0, 0, 0])
    }
    expect(result.newLearners).toBe(0)
  })

  it('updates what changed in place and gives the content a new version', async () => {
    await importFiles(files)
    const [before, version] = [await idsOf('courses'), (await site()).contentVersion]
    const result = await importFiles(
      edited(files, 'courses/beta/course.yaml', 'title: Chapter two', 'title: Chapter 2'),
    )
    expect([...result.courses.changed]).toEqual(['beta'])
    expect(await idsOf('courses')).toEqual(before)
    const changed = (await site()).contentVersion
    expect(changed).not.toBe(version)
    await importFiles(edited(files, 'pack.yaml', 'enable_marketing_splash: false', 'enable_marketing_splash: true'))
    expect((await site()).contentVersion).not.toBe(changed)
    expect((await site()).enableMarketingSplash).toBe(true)
  })

  it('notes of what demo learners paid until when it opened the course', async () => {
    await importFiles(files, true)
    const payments = await opened.db
      .selectFrom('payments')
      .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
      .innerJoin('enrolments', (join) =>
        join
          .onRef('enrolments.user_id', '=', 'purchases.user_id')
          .onRef('enrolments.course_id', '=', 'purchases.course_id'),
      )
      .select(['payments.valid_until as paid_until', 'enrolments.valid_until as open_until'])
      .execute()
    expect(payments.length).toBeGreaterThan(1)
    for (const { paid_until, open_until } of payments) expect(paid_until).toBe(open_until)
  })

  it('notes when a price ended, which orders at that price ask for', async () => {
    const past = () =>
      opened.db.selectFrom('past_prices').selectAll().orderBy('course_id').orderBy('total_paise').execute()
    const beta = 'courses/beta/course.yaml'
    await importFiles(files)
    await importFiles(edited(files, beta, 'title: Course beta', 'title: Another name'))
    // The list price is only shown; and what stays when the offer ends is what was asked all the while.
    const list = edited(files, beta, 'price: 4999.50', 'price: 5999')
    await importFiles(list)
    await importFiles(edited(list, beta, 'price: 5999\noffer_price: 3999', 'price: 3999'))
    expect(await past()).toEqual([])
    const { beta: course_id } = await idsOf('courses')
    await importFiles(edited(files, beta, 'offer_price: 3999', 'offer_price: 3500'))
    expect(await past()).toEqual([{ course_id, total_paise: 471_882, ended_at: PACK_READ + 4 * MINUTE }])
    await importFiles(edited(files, beta, 'gst: 18', 'gst: 12'))
    await importFiles(files)
    await importFiles(edited(files, beta, 'offer_price: 3999', 'offer_price: 4100'))
    expect(await past()).toEqual([
      { course_id, total_paise: 413_000, ended_at: PACK_READ + 5 * MINUTE },
      { course_id, total_paise: 447_888, ended_at: PACK_READ + 6 * MINUTE },
      { course_id, total_paise: 471_882, ended_at: PACK_READ + 7 * MINUTE },
    ])
  })

  it('notices a picture that changed under the same name', async () => {
    await importFiles(files)
    const { contentVersion } = await site()
    const result = await importFiles(edited(files, 'media/box.svg', '<rect', '<circle r="9"/><rect'))
    expect([...result.questions.changed]).toEqual(['q-two'])
    expect((await site()).contentVersion).not.toBe(contentVersion)
  })

  it('retires what left the pack, and what comes back is the same again', async () => {
    await importFiles(files)
    const before = [await idsOf('courses'), await idsOf('exams'), await idsOf('questions')]
    let less = edited(
      without(files, 'courses/gamma'),
      'pack.yaml',
      'popular: [alpha, beta, gamma]',
      'popular: [alpha, beta, delta]',
    )
    less = edited(less, 'pack.yaml', 'featured_exams: [mock]', 'featured_exams: []')
    less = without(edited(less, 'pack.yaml', 'Idukki', 'Wayanad'), 'exams/mock')
    for (const name of ['course.yaml', 'description.md']) {
      less = { ...less, [`courses/delta/${name}`]: files[`courses/gamma/${name}`]!.replaceAll('gamma', 'delta') }
    }
    const left = await importFiles(less)
    expect([[...left.courses.retired], [...left.exams.retired]]).toEqual([['gamma'], ['mock']])
    expect((await one('courses', 'gamma')).retired).toBe(1)
    const districts = opened.db.selectFrom('districts').select(['district_name', 'retired']).orderBy('id')
    expect(await districts.execute()).toEqual([
      { district_name: 'Kollam', retired: 0 },
      { district_name: 'Idukki', retired: 1 },
      { district_name: 'Wayanad', retired: 0 },
    ])

    await importFiles(files)
    const after = [await idsOf('courses'), await idsOf('exams'), await idsOf('questions')]
    expect(after).toEqual([expect.objectContaining(before[0]!), before[1], before[2]])
    expect([(await one('courses', 'gamma')).retired, (await one('courses', 'delta')).retired]).toEqual([0, 1])
    expect((await one('exams', 'mock')).retired).toBe(0)
  })

  it('retires questions that left the pack, exports them no more, and brings them back', async () => {
    await importFiles(files)
    const before = await idsOf('questions')
    const version = (await site()).contentVersion
    const [, rest = ''] = files['questions/all.yaml']!.split('- key: q-four')
    const less = edited(files, 'questions/all.yaml', `- key: q-four${rest}`, '')
    const left = await importFiles(less)
    expect([[...left.questions.retired], left.questions.changed.size]).toEqual([['q-four'], 0])
    expect((await site()).contentVersion).not.toBe(version)
    expect((await one('questions', 'q-four')).retired).toBe(1)
    const exported = []
    for await (const part of storedQuestions(opened.db)) exported.push(...part.map(({ key }) => key))
    expect(exported).toEqual(['q-one', 'q-three', 'q-two'])

    expect((await importFiles(less)).questions.retired.size).toBe(0)
    const back = await importFiles(files)
    expect([[...back.questions.changed], back.questions.retired.size]).toEqual([['q-four'], 0])
    expect((await one('questions', 'q-four')).retired).toBe(0)
    expect(await idsOf('questions')).toEqual(before)
  })
})
