import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markChanged, newContentKey, readMarks } from '#core/content/content-changes.ts'
import type { ContentField, ContentKind } from '#core/content/content-kinds.ts'
import { lockContent } from '#core/content/content-facts.ts'
import { storedSite } from '#core/site/site.ts'
import type { Db } from '#db/database.ts'
import { HOUR, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { contentRows } from '../../../../tests/support/packs/content-rows.ts'
import { learningPack } from '../../../../tests/support/packs/learning-pack.ts'
import { edited, PACK_READ, without, writePackBelow, type PackFiles } from '../../../../tests/support/packs/pack.ts'
import { publications } from '../../../../tests/support/packs/publications.ts'
import { exportPack } from '../../export/export-pack.ts'
import type { Pack } from '../../pack.ts'
import { readPack } from '../../read/read-pack.ts'
import { importPack, type ImportOptions } from '../import-pack.ts'
import { touched, type Changes } from '../sync.ts'
import { ConflictError, conflictLine } from './conflicts.ts'

const files: PackFiles = {
  ...without(without(learningPack(), 'learners.yaml'), 'courses/alpha/discussion.yaml'),
  ...publications(),
  'splashes.yaml': `- key: mock
  image: media/thumb.svg
  alt: A desk
  title: A mock
  success: Good choice!
`,
}

let opened: FreshDatabase
let now: number
beforeEach(async () => {
  opened = await freshDatabase()
  now = PACK_READ
  await bring(files)
})
afterEach(() => opened.close())

/** Imports a pack, a minute after the one before. */
async function bring(given: PackFiles | string, options: Partial<ImportOptions> = {}) {
  const pack = typeof given === 'string' ? await readPack(given, now) : await packOf(given)
  now += MINUTE
  return (await importPack(opened.db, pack, { files: folderStore(opened), now, learners: false, ...options }))!
}

const folder = mkdtempSync(path.join(tmpdir(), 'padavu-packs-'))
const packs = new Map<string, Pack>()
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads each pack once: an import leaves it as it was. */
async function packOf(given: PackFiles): Promise<Pack> {
  const name = JSON.stringify(given)
  const pack = packs.get(name) ?? (await readPack(writePackBelow(folder, given), PACK_READ))
  packs.set(name, pack)
  return pack
}

/** Why an import is refused, a line for each conflict. */
async function refusal(given: PackFiles | string): Promise<string[]> {
  try {
    await bring(given)
  } catch (error) {
    if (error instanceof ConflictError) return error.conflicts.map(conflictLine)
    throw error
  }
  return []
}

/** What staff do in the console. */
function staff<Kind extends ContentKind>(
  entry: { kind: Kind; key: string; fields: readonly ContentField<Kind>[] },
  write: (tx: Db) => Promise<unknown>,
): Promise<number> {
  return opened.db.transaction().execute(async (tx) => {
    await lockContent(tx)
    await write(tx)
    return markChanged(tx, { ...entry, who: 'Divya', now })
  })
}

const doubts = { kind: 'live_class', key: 'doubts' } as const
const moveClass = (at = indianTime(2026, 3, 9, 17)) =>
  staff({ ...doubts, fields: ['starts', 'ends', 'title'] }, (tx) =>
    tx
      .updateTable('live_classes')
      .set({ title: 'Doubts, at five', starts_at: at, starts_rule: null, ends_at: at + HOUR, ends_rule: null })
      .where('key', '=', doubts.key)
      .execute(),
  )

const classes = () =>
  opened.db
    .selectFrom('live_classes')
    .where('retired', '=', 0)
    .select(['key', 'title', 'starts_rule'])
    .orderBy('key')
    .execute()
const marks = () => readMarks(opened.db)
const changesOf = (result: object) =>
  Object.entries(result).flatMap(([name, changes]) =>
    typeof changes === 'object' && 'added' in changes && touched(changes as Changes) ? [name] : [],
  )

describe('an import that would overwrite a change of the console', () => {
  it('lists it with what both sides say, and imports nothing', async () => {
    await moveClass()
    const before = await contentRows(opened.db)
    const other = edited(files, 'courses/beta/course.yaml', 'gst: 18', 'gst: 12')
    expect(await refusal(other)).toEqual([
      "live_class doubts, starts: '2026-03-09 17:00' in the console, 'today 18:00' in the pack",
      "live_class doubts, ends: '2026-03-09 18:00' in the console, 'today 19:00' in the pack",
      "live_class doubts, title: 'Doubts, at five' in the console, 'Doubt clearing' in the pack",
    ])
    expect(await contentRows(opened.db)).toEqual(before)
    expect(await marks()).toEqual([{ ...doubts, fields: ['starts', 'ends', 'title'] }])
  })

  it('keeps exactly that with the console on its side, and imports all else', async () => {
    await moveClass()
    let other = edited(files, 'live-classes.yaml', 'mentor: Lekha Varma', 'mentor: Nimmi Joseph')
    other = edited(other, 'courses/beta/course.yaml', 'gst: 18', 'gst: 12')
    const result = await bring(other, { side: 'console' })
    expect(changesOf(result)).toEqual(['courses', 'liveClasses'])
    const row = await opened.db
      .selectFrom('live_classes')
      .selectAll()
      .where('key', '=', doubts.key)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ title: 'Doubts, at five', starts_rule: null, tutor_name: 'Nimmi Joseph' })
    expect(await marks()).toEqual([{ ...doubts, fields: ['starts', 'ends', 'title'] }])
    expect(changesOf(await bring(other, { side: 'console' }))).toEqual([])
    expect(await refusal(other)).toHaveLength(3)
  })

  it('overwrites it with the pack on its side, and forgets that it was changed', async () => {
    await moveClass()
    const { conflicts } = await bring(files, { side: 'pack' })
    expect(conflicts).toHaveLength(3)
    expect(await classes()).toContainEqual({ key: 'doubts', title: 'Doubt clearing', starts_rule: 'today 18:00' })
    expect(await marks()).toEqual([])
    expect(await refusal(edited(files, 'live-classes.yaml', 'Doubt clearing', 'Doubts again'))).toEqual([])
  })

  it('is none where the pack says the same, which is no change of the console any more', async () => {
    await moveClass()
    const same = edited(
      edited(files, 'live-classes.yaml', 'Doubt clearing', 'Doubts, at five'),
      'live-classes.yaml',
      'starts: today 18:00',
      'starts: 2026-03-09 17:00:00',
    )
    const later = edited(same, 'live-classes.yaml', 'ends: today 19:00', 'ends: 2026-03-09 18:00')
    await bring(later)
    expect(await marks()).toEqual([])
    expect(await refusal(edited(later, 'live-classes.yaml', 'Doubts, at five', 'Doubts again'))).toEqual([])
  })

  it('forgets of a mark what both say alike, and keeps the rest', async () => {
    await moveClass()
    const half = edited(files, 'live-classes.yaml', 'Doubt clearing', 'Doubts, at five')
    await bring(half, { side: 'console' })
    expect(await marks()).toEqual([{ ...doubts, fields: ['starts', 'ends'] }])
  })

  it('keeps with the start of a class its end, which the pack has an hour later', async () => {
    await moveClass()
    await opened.db.updateTable('content_changes').set({ fields: '["starts"]' }).execute()
    await bring(files, { side: 'console' })
    const { starts_at, ends_at } = await opened.db
      .selectFrom('live_classes')
      .select(['starts_at', 'ends_at'])
      .where('key', '=', doubts.key)
      .executeTakeFirstOrThrow()
    expect(ends_at - starts_at).toBe(HOUR)
  })

  it('tries it without doing anything, and says what else would change', async () => {
    await moveClass()
    const before = await contentRows(opened.db)
    const version = (await storedSite(opened.db))!.contentVersion
    const other = edited(files, 'courses/beta/course.yaml', 'gst: 18', 'gst: 12')
    const tried = await bring(other, { dryRun: true })
    expect(changesOf(tried)).toEqual(['courses'])
    expect(tried.conflicts).toHaveLength(3)
    expect(changesOf(await bring(other, { dryRun: true, side: 'pack' }))).toEqual(['courses', 'liveClasses'])
    expect(await contentRows(opened.db)).toEqual(before)
    expect((await storedSite(opened.db))!.contentVersion).toBe(version)
    expect(await marks()).toHaveLength(1)
  })
})

const ofAlpha = (db: Db, table: 'chapters' | 'course_sections', key: string) =>
  db
    .selectFrom(table as 'chapters')
    .innerJoin('courses', 'courses.id', `${table}.course_id` as 'chapters.course_id')
    .where('courses.key', '=', 'alpha')
    .where(`${table}.key` as 'chapters.key', '=', key)
    .select(`${table}.id` as 'chapters.id')

/** Of each kind something that staff may change, what the pack says of it, and that it can be told from the rows. */
const changes: [ContentKind, string, ContentField, (tx: Db) => Promise<unknown>, string][] = [
  [
    'price',
    'alpha',
    'price' as ContentField,
    (tx) => tx.updateTable('courses').set({ price_paise: 599_900 }).where('key', '=', 'alpha').execute(),
    "'5999' in the console, '4999.5' in the pack",
  ],
  [
    'course',
    'alpha',
    'description' as ContentField,
    (tx) => tx.updateTable('courses').set({ description_html: '<p>New.</p>' }).where('key', '=', 'alpha').execute(),
    "'<p>New.</p>' in the console, '## About alpha",
  ],
  [
    'chapter',
    'alpha/chapter-one',
    'video' as ContentField,
    (tx) =>
      tx
        .updateTable('chapters')
        .set({ video_provider: 'youtube', video: 'M7lc1UVf-VE' })
        .where('id', 'in', ofAlpha(tx, 'chapters', 'chapter-one'))
        .execute(),
    "'M7lc1UVf-VE' in the console, '",
  ],
  [
    'workout',
    'alpha/by-heart',
    'content' as ContentField,
    (tx) =>
      tx.updateTable('daily_workouts').set({ content: '<p>By heart</p>' }).where('key', '=', 'by-heart').execute(),
    "'<p>By heart</p>' in the console, 'A *rich* text with $x^2$' in the pack",
  ],
  [
    'question',
    'q-four',
    'options' as ContentField,
    (tx) => tx.updateTable('question_options').set({ content_html: '9' }).where('content_html', '=', '8').execute(),
    `'["4","6","7","9"]', the right one C in the console, '["4","6","7","8"]', the right one C in the pack`,
  ],
  [
    'news',
    'dates',
    'body' as ContentField,
    (tx) => tx.updateTable('news').set({ body_html: '<p>More.</p>' }).where('key', '=', 'dates').execute(),
    "'<p>More.</p>' in the console, 'The list has **twelve** dates.' in the pack",
  ],
  [
    'article',
    'recall',
    'title' as ContentField,
    (tx) => tx.updateTable('blog_articles').set({ title: 'Recall' }).where('key', '=', 'recall').execute(),
    "'Recall' in the console, 'Recall, do not reread' in the pack",
  ],
  [
    'webinar',
    'plan',
    'seats' as ContentField,
    (tx) => tx.updateTable('webinars').set({ seats: null }).where('key', '=', 'plan').execute(),
    "nothing in the console, '2' in the pack",
  ],
  [
    'splash',
    'mock',
    'success' as ContentField,
    (tx) => tx.updateTable('marketing_splashes').set({ splash_success: 'Fine!' }).execute(),
    "'Fine!' in the console, 'Good choice!' in the pack",
  ],
  [
    'exam',
    'mock',
    'minutes' as ContentField,
    (tx) => tx.updateTable('exams').set({ minutes: 60 }).where('key', '=', 'mock').execute(),
    "'60' in the console, '75' in the pack",
  ],
  [
    'quiz',
    'primes',
    'questions' as ContentField,
    (tx) => tx.updateTable('quiz_questions').set({ retired: 1 }).where('position', '=', 2).execute(),
    `'["q-four","q-two"]' in the console, '["q-four","q-two","q-one"]' in the pack`,
  ],
  [
    'section',
    'alpha/first',
    'demo' as ContentField,
    (tx) =>
      tx
        .updateTable('course_sections')
        .set({ demo: 0 })
        .where('id', 'in', ofAlpha(tx, 'course_sections', 'first'))
        .execute(),
    "nothing in the console, 'true' in the pack",
  ],
  [
    'category',
    'psc/tenth',
    'label' as ContentField,
    (tx) => tx.updateTable('course_categories').set({ label: 'Tenth' }).where('key', '=', 'tenth').execute(),
    "'Tenth' in the console, 'Tenth Level' in the pack",
  ],
  [
    'site',
    'site',
    'districts' as ContentField,
    (tx) => tx.updateTable('districts').set({ retired: 1 }).where('district_name', '=', 'Idukki').execute(),
    `'["Kollam"]' in the console, '["Kollam","Idukki"]' in the pack`,
  ],
]

it('every kind of entry can be kept or overwritten', async () => {
  const before = await contentRows(opened.db)
  for (const [kind, key, field, write] of changes) await staff({ kind, key, fields: [field] }, write)
  const changed = await contentRows(opened.db)
  const expected = changes.map(([kind, key, field, , said]) =>
    expect.stringContaining(`${kind} ${key}, ${field}: ${said}`),
  )
  const lines = await refusal(files)
  expect(lines).toHaveLength(changes.length)
  expect(lines).toEqual(expect.arrayContaining(expected))
  expect(changesOf(await bring(files, { side: 'console' }))).toEqual([])
  expect(withoutSources(await contentRows(opened.db))).toEqual(withoutSources(changed))
  await bring(files, { side: 'pack' })
  expect(await contentRows(opened.db)).toEqual(before)
  expect(await marks()).toEqual([])
})

const withoutSources = ({ content_sources: _, ...rows }: Record<string, unknown>) => rows

describe('what was made in the console', () => {
  /** News, and a live class of a course. */
  async function make(): Promise<string[]> {
    const [news, course] = [newContentKey(), newContentKey()]
    await staff({ kind: 'news', key: news, fields: ['made'] }, async (tx) => {
      const like = await tx.selectFrom('news').selectAll().where('key', '=', 'own').executeTakeFirstOrThrow()
      const { id: _, ...row } = like
      await tx
        .insertInto('news')
        .values({ ...row, key: news, title: 'Made here' })
        .execute()
    })
    await staff({ kind: 'live_class', key: course, fields: ['made'] }, async (tx) => {
      const { id: _, ...row } = await tx
        .selectFrom('live_classes')
        .selectAll()
        .where('key', '=', 'doubts')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('live_classes')
        .values({ ...row, key: course, starts_rule: null, ends_rule: null })
        .execute()
    })
    return [news, course]
  }

  const shown = async () =>
    [
      ...(await opened.db.selectFrom('news').where('retired', '=', 0).select('key').execute()),
      ...(await opened.db.selectFrom('live_classes').where('retired', '=', 0).select('key').execute()),
    ].map(({ key }) => key)

  it('stays when a pack is imported that does not have it, also where its course leaves', async () => {
    const made = await make()
    await bring(files)
    expect(await shown()).toEqual(expect.arrayContaining(made))
    const less = without(without(edited(files, 'pack.yaml', 'alpha, ', ''), 'courses/alpha'), 'exams/of-alpha')
    const classes = edited(less, 'live-classes.yaml', 'course: alpha', 'course: beta')
    await bring(classes)
    await bring(classes)
    expect(await shown()).toEqual(expect.arrayContaining(made))
    expect(await marks()).toHaveLength(2)
  })

  it('goes with the pack on its side, which says so', async () => {
    const made = await make()
    const { conflicts } = await bring(files, { side: 'pack' })
    expect(conflicts.map(conflictLine).toSorted()).toEqual(
      [`news ${made[0]}`, `live_class ${made[1]}`]
        .map((it) => `${it}, made: there in the console, not there in the pack`)
        .toSorted(),
    )
    for (const key of made) expect(await shown()).not.toContain(key)
    expect(await marks()).toEqual([])
  })

  it('is exported with its key, and belongs to the pack that has it from then on', async () => {
    const made = await make()
    await moveClass()
    const before = await contentRows(opened.db)
    const folder = `${opened.dataDir}/exported`
    await exportPack(opened.db, folder, { files: folderStore(opened), fixedTimes: false })
    expect(changesOf(await bring(folder))).toEqual([])
    expect(await contentRows(opened.db)).toEqual(before)
    expect(await marks()).toEqual([])
    await bring(files)
    for (const key of made) expect(await shown()).not.toContain(key)
  })
})

describe('what was taken away', () => {
  const take = () =>
    staff({ ...doubts, fields: ['retired'] }, (tx) =>
      tx.updateTable('live_classes').set({ retired: 1 }).where('key', '=', doubts.key).execute(),
    )

  it('in the console stays away, or comes back with the pack on its side', async () => {
    await take()
    expect(await refusal(files)).toEqual(['live_class doubts, retired: taken away in the console, there in the pack'])
    expect(changesOf(await bring(files, { side: 'console' }))).toEqual([])
    expect((await classes()).map(({ key }) => key)).toEqual(['revision'])
    await bring(files, { side: 'pack' })
    expect((await classes()).map(({ key }) => key)).toEqual(['doubts', 'revision'])
  })

  it('in the console changes nothing in an import of what is exported then', async () => {
    await staff({ kind: 'quiz', key: 'primes', fields: ['retired'] }, (tx) =>
      tx.updateTable('quizzes').set({ retired: 1 }).where('key', '=', 'primes').execute(),
    )
    const folder = `${opened.dataDir}/exported`
    await exportPack(opened.db, folder, { files: folderStore(opened), fixedTimes: false })
    expect(changesOf(await bring(folder))).toEqual([])
  })

  it('by a pack is not, where the console changed it, unless somebody says so', async () => {
    await moveClass()
    const [first = ''] = files['live-classes.yaml']!.split('- key: revision')
    const less = edited(files, 'live-classes.yaml', first, '')
    expect(await refusal(less)).toEqual(['live_class doubts, retired: there in the console, not there in the pack'])
    await bring(less, { side: 'console' })
    expect((await classes()).map(({ title }) => title)).toEqual(['Doubts, at five', 'Revision'])
    await bring(less, { side: 'pack' })
    expect((await classes()).map(({ key }) => key)).toEqual(['revision'])
    // Nothing of the console's comes back with it.
    await bring(files)
    expect((await classes())[0]).toMatchObject({ title: 'Doubt clearing', starts_rule: 'today 18:00' })
  })
})
