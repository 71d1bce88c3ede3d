import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, indianDateTime } from '#lib/both/time/clock.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { learningPack } from '../../../../tests/support/packs/learning-pack.ts'
import { PACK_READ, contentSnapshot, edited, packImporter, without } from '../../../../tests/support/packs/pack.ts'
import { refreshSchedules } from '../../schedules.ts'

const files = learningPack()
const courseFile = 'courses/alpha/course.yaml'
const stored = (extension: string) => expect.stringMatching(new RegExp(`^[0-9a-f]{32}\\.${extension}$`)) as string

let opened: FreshDatabase
let importFiles: ReturnType<typeof packImporter>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
})
afterEach(() => opened.close())

const rows = <Table extends 'daily_workouts' | 'live_classes' | 'chapters' | 'syllabuses' | 'course_communities'>(
  table: Table,
) =>
  opened.db
    .selectFrom(table as 'chapters')
    .selectAll()
    .orderBy('id')
    .execute() as Promise<Record<string, unknown>[]>

describe('importing what learners of a course meet', () => {
  it('keeps lectures of every form, with their captions and documents', async () => {
    await importFiles(files)
    const { db } = opened
    const course = await db.selectFrom('courses').selectAll().where('key', '=', 'alpha').executeTakeFirstOrThrow()
    expect([course.video, course.cover]).toEqual(['M7lc1UVf-VE', expect.stringMatching(/^\/media\/[0-9a-f]{32}\.svg$/)])
    const chapters = await db
      .selectFrom('chapters')
      .select(['key', 'video_provider', 'video', 'hparameter', 'captions'])
      .where('course_id', '=', course.id)
      .orderBy('section_id')
      .orderBy('position')
      .execute()
    expect(chapters.map(({ key, ...chapter }) => [key, ...Object.values(chapter)])).toEqual([
      ['chapter-one', 'file', stored('mp4'), null, stored('vtt')],
      ['chapter-two', 'vimeo', '76979871', '8272103f6e', null],
      ['chapter-three', 'file', stored('mp4'), null, null],
      ['chapter-four', 'youtube', 'M7lc1UVf-VE', null, null],
      ['chapter-five', null, 'NILL', null, null],
      ['chapter-six', null, null, null, null],
    ])
    const documents = await db
      .selectFrom('chapter_documents')
      .innerJoin('chapters', 'chapters.id', 'chapter_documents.chapter_id')
      .select(['chapters.key as chapter', 'chapter_documents.key', 'chapter_documents.title', 'chapter_documents.file'])
      .orderBy('chapter_documents.position')
      .execute()
    expect(documents).toEqual([
      { chapter: 'chapter-three', key: 'notes', title: 'Lecture notes', file: stored('pdf') },
      { chapter: 'chapter-three', key: 'more', title: 'More notes', file: stored('pdf') },
    ])
    expect((await rows('syllabuses')).map(({ year, file }) => [year, file])).toEqual([
      ['2025', documents[0]!.file],
      ['2026', documents[1]!.file],
    ])
    expect((await rows('course_communities')).map(({ option, link }) => [option, link])).toEqual([
      ['wa_community', 'https://chat.whatsapp.com/ABCdef123'],
      ['tg_community', 'https://t.me/alpha_class'],
    ])
  })

  it('stores files of learners alone apart from what everyone may fetch', async () => {
    await importFiles(files)
    const kinds = (folder: string) =>
      readdirSync(path.join(opened.dataDir, folder))
        .map((name) => path.extname(name))
        .sort()
    expect(kinds('private')).toEqual(['.mp3', '.mp4', '.pdf', '.pdf', '.svg', '.vtt'])
    expect(kinds('media')).toEqual(['.svg', '.svg', '.svg', '.svg'])
    expect(JSON.stringify(await contentSnapshot(opened.db))).not.toContain('in-pack')
  })

  it('keeps workouts of every type, and classes, at their times', async () => {
    await importFiles(files)
    const workouts = await rows('daily_workouts')
    expect(
      workouts.map((row) => [row.contenttype, row.content, row.filename, indianDateTime(row.published_at as number)]),
    ).toEqual([
      ['audios', stored('mp3'), 'warm-up.mp3', '2026-03-01 07:00:00'],
      ['images', stored('svg'), 'map.svg', '2026-01-10 07:00:00'],
      ['documents', stored('pdf'), 'notes.pdf', '2026-03-02 08:30:00'],
      [
        'richtext',
        expect.stringMatching(/^<p>A <em>rich<\/em> text with <span class="katex">/),
        '',
        '2026-02-28 07:00:00',
      ],
      ['plain', 'Two lines\nof <text>', '', '2026-03-03 07:00:00'],
    ])
    const classes = await rows('live_classes')
    expect(
      classes.map((row) => [row.title, indianDateTime(row.starts_at as number), row.starts_rule, row.tutor_name]),
    ).toEqual([
      ['Doubt clearing', '2026-03-02 18:00:00', 'today 18:00', 'Lekha Varma'],
      ['Revision', '2026-04-01 18:00:00', null, 'Lekha Varma'],
    ])
  })

  it('moves relative times with the day, never those that are fixed, and not by importing again', async () => {
    await importFiles(files)
    const times = async () => [
      ...(await rows('daily_workouts')).map((row) => row.published_at as number),
      ...(await rows('live_classes')).flatMap((row) => [row.starts_at as number, row.ends_at as number]),
    ]
    const before = await times()
    await importFiles(files)
    expect(await times()).toEqual(before)
    // Two exams, four workouts and one class have relative times.
    expect(await refreshSchedules(opened.db, PACK_READ + DAY)).toBe(7)
    const moved = [true, false, true, true, true, true, true, false, false]
    expect(await times()).toEqual(before.map((at, index) => at + (moved[index] ? DAY : 0)))
    expect(await refreshSchedules(opened.db, PACK_READ + DAY)).toBe(0)
  })

  it('changes nothing when it is repeated', async () => {
    await importFiles(files, true)
    const before = await contentSnapshot(opened.db)
    const result = await importFiles(files, true)
    expect(await contentSnapshot(opened.db)).toEqual(before)
    expect([result.courses.changed.size, result.liveClasses.changed.size]).toEqual([0, 0])
  })

  it.each([
    ['a lecture', (pack: typeof files) => edited(pack, courseFile, 'vimeo:76979871', 'vimeo:1')],
    ['a document', (pack: typeof files) => edited(pack, courseFile, 'Lecture notes', 'Notes')],
    ['what a document holds', (pack: typeof files) => ({ ...pack, 'media/notes.pdf': '%PDF-1.7 corrected' })],
    [
      'the questions of a chapter',
      (pack: typeof files) => edited(pack, courseFile, '[q-two, q-four]', '[q-four, q-two]'),
    ],
    ['a community', (pack: typeof files) => edited(pack, courseFile, 'alpha_class', 'alpha_2')],
    ['a workout', (pack: typeof files) => edited(pack, 'courses/alpha/workouts.yaml', 'By ear', 'By the ear')],
    [
      'the panel',
      (pack: typeof files) =>
        edited(without(pack, 'courses/alpha/discussion.yaml'), courseFile, 'discussion_panel: true\n', ''),
    ],
  ])('counts a course as changed when %s changed, and gives the content a new version', async (_, change) => {
    const first = await importFiles(files)
    const result = await importFiles(change(files))
    expect([...result.courses.changed]).toEqual(['alpha'])
    expect(result.contentVersion).not.toBe(first.contentVersion)
  })

  it('retires what left the pack, and what comes back is the same again', async () => {
    await importFiles(files)
    const state = async () => {
      const all = await contentSnapshot(opened.db)
      return Object.fromEntries(
        (
          [
            'chapter_documents',
            'chapter_questions',
            'syllabuses',
            'course_communities',
            'daily_workouts',
            'live_classes',
            'discussion_panels',
          ] as const
        ).map((table) => [
          table,
          (all[table] as { id: number; retired: number }[]).map(({ id, retired }) => [id, retired]),
        ]),
      )
    }
    const before = await state()
    let less = without(without(without(files, 'courses/alpha/workouts'), 'courses/alpha/discussion'), 'live-classes')
    less = edited(less, courseFile, '          - { key: more, title: More notes, file: media/syllabus.pdf }\n', '')
    less = edited(less, courseFile, 'questions: [q-two, q-four]', 'questions: [q-four]')
    less = edited(less, courseFile, '  - { year: "2025", file: media/notes.pdf }\n', '')
    less = edited(less, courseFile, 'https://t.me/alpha_class', 'nil')
    less = edited(less, courseFile, 'discussion_panel: true', 'discussion_panel: false')
    const left = await importFiles(less)
    expect(left.liveClasses.retired.size).toBe(2)
    const retired = Object.values(await state()).map((list) => list.filter(([, gone]) => gone).length)
    expect(retired).toEqual([1, 1, 1, 1, 5, 2, 1])
    await importFiles(files)
    expect(await state()).toEqual(before)
  })

  it('leaves a course that left the pack as it is: learners who bought it go on with it', async () => {
    await importFiles(files)
    const before = await contentSnapshot(opened.db)
    let less = without(without(files, 'courses/alpha'), 'exams/of-alpha')
    less = edited(less, 'live-classes.yaml', 'course: alpha', 'course: gamma')
    less = edited(less, 'pack.yaml', '[alpha, beta, gamma]', '[delta, beta, gamma]')
    less = edited(less, 'learners.yaml', 'course: alpha', 'course: gamma')
    for (const name of ['course.yaml', 'description.md']) {
      less = { ...less, [`courses/delta/${name}`]: files[`courses/gamma/${name}`]!.replaceAll('gamma', 'delta') }
    }
    await importFiles(less)
    const after = await contentSnapshot(opened.db)
    const alpha = await opened.db.selectFrom('courses').select('retired').where('key', '=', 'alpha').executeTakeFirst()
    expect(alpha).toEqual({ retired: 1 })
    for (const table of [
      'chapter_documents',
      'chapter_questions',
      'syllabuses',
      'course_communities',
      'daily_workouts',
      'discussion_panels',
    ])
      expect(after[table], table).toEqual(before[table])
    const parts = [
      ...(await rows('chapters')),
      ...(await opened.db.selectFrom('course_sections').selectAll().execute()),
    ]
    expect(parts.filter(({ retired }) => retired !== 0)).toEqual([])
  })

  it('seeds discussions with the demo learners alone, once, and never into one that has begun', async () => {
    const comments = () =>
      opened.db
        .selectFrom('discussions')
        .innerJoin('users', 'users.id', 'discussions.user_id')
        .select(['users.name', 'users.role', 'parent_id', 'content_html', 'discussions.created_at'])
        .orderBy('discussions.id')
        .execute()
    await importFiles(files)
    expect(await comments()).toEqual([])
    await importFiles(files, true)
    const seeded = await comments()
    expect(
      seeded.map(({ created_at, parent_id, ...comment }) => [
        ...Object.values(comment),
        parent_id !== null,
        indianDateTime(created_at),
      ]),
    ).toEqual([
      [
        'Asha Menon',
        'learner',
        'Is 2 &lt; 3 always? See <a href="https://example.org/why" rel="noopener nofollow ugc">https://example.org/why</a>',
        false,
        '2026-02-28 18:20:00',
      ],
      ['Lekha Varma', 'mentor', 'Always.', true, '2026-02-28 19:05:00'],
      // Nobody has written in the future: this one is as old as the import.
      ['Lekha Varma', 'mentor', 'Come to class.', false, '2026-03-02 10:01:00'],
    ])
    await importFiles(edited(files, 'courses/alpha/discussion.yaml', 'Always.', 'Never.'), true)
    expect(await comments()).toEqual(seeded)
    await opened.db.updateTable('discussions').set({ deleted_at: PACK_READ }).execute()
    await importFiles(files, true)
    expect(await comments()).toHaveLength(3)
  })
})
