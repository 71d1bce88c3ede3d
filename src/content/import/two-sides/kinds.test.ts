import { expect, it } from 'vitest'
import type { ContentField, ContentKind } from '#core/content/content-kinds.ts'
import type { Db } from '#db/database.ts'
import { contentRows } from '../../../../tests/support/packs/content-rows.ts'
import { changesOf, contentOfTwoSides, files } from '../../../../tests/support/packs/two-sides.ts'

const { opened, bring, staff, refusal, marks } = contentOfTwoSides()

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
  const before = await contentRows(opened().db)
  for (const [kind, key, field, write] of changes) await staff({ kind, key, fields: [field] }, write)
  const changed = await contentRows(opened().db)
  const expected = changes.map(([kind, key, field, , said]) =>
    expect.stringContaining(`${kind} ${key}, ${field}: ${said}`),
  )
  const lines = await refusal(files)
  expect(lines).toHaveLength(changes.length)
  expect(lines).toEqual(expect.arrayContaining(expected))
  expect(changesOf(await bring(files, { side: 'console' }))).toEqual([])
  expect(withoutSources(await contentRows(opened().db))).toEqual(withoutSources(changed))
  await bring(files, { side: 'pack' })
  expect(await contentRows(opened().db)).toEqual(before)
  expect(await marks()).toEqual([])
})

const withoutSources = ({ content_sources: _, ...rows }: Record<string, unknown>) => rows
