import { expect, it } from 'vitest'
import type { StaffContext } from '#core/context.ts'
import { storePicture } from '#features/authoring/staff/server/store-picture.ts'
import * as splash from '#features/dashboard/staff/server/splash-calls.ts'
import * as news from '#features/news/staff/server/write-news.ts'
import { newsEntry } from '#features/news/staff/server/read-news.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { testWork } from '../../../../tests/support/api/staff-work.ts'
import { contentRows } from '../../../../tests/support/packs/content-rows.ts'
import { fileOf, photo } from '../../../../tests/support/packs/images.ts'
import { PACK_READ, type PackFiles } from '../../../../tests/support/packs/pack.ts'
import { changesOf, contentOfTwoSides, files as onePack } from '../../../../tests/support/packs/two-sides.ts'
import { exportPack } from '../../export/export-pack.ts'
import { conflictLine } from './conflicts.ts'

const { opened, bring, refusal, marks } = contentOfTwoSides()

/** With a second splash, so that there is an order. */
const files: PackFiles = {
  ...onePack,
  'splashes.yaml': `${onePack['splashes.yaml']}- { key: later, image: media/thumb.svg, alt: A desk, title: Later, success: Good }\n`,
}

/** What forms of the console do, by the functions that answer them. */
async function work(): Promise<StaffContext> {
  const ctx = {
    db: opened().db,
    files: folderStore(opened()),
    now: () => PACK_READ,
    staff: { id: 1 },
    signal: () => new AbortController().signal,
    work: () => testWork(PACK_READ),
  } as unknown as StaffContext
  const idOf = async (table: 'news' | 'marketing_splashes', key: string) =>
    (await ctx.db.selectFrom(table).select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
  const bytes = await photo()
  const picture = async (shape: 'wide' | 'tall' | 'text') =>
    (await storePicture(ctx, { body: { picture: fileOf(bytes), shape } } as never)).address
  const [wide, tall, inText] = [await picture('wide'), await picture('tall'), await picture('text')]
  const entry = {
    ...{ category: 'Results', title: 'The ranks', text: 'They are out.', link: null, image: wide, alt: 'A list' },
    body: `## First\n\nOf $n^2$.\n\n![A list](${inText.slice(1)})\n`,
    published_at: PACK_READ + DAY,
  }
  await news.makeNews(ctx, { body: entry } as never)
  const dates = await newsEntry(ctx, await idOf('news', 'dates'))
  const changed = { ...dates, body: 'Now **thirteen**.\n', published_was: dates.published_at, text: 'All thirteen.' }
  await news.changeNews(ctx, { body: changed } as never)
  await news.withdrawNews(ctx, { body: { id: await idOf('news', 'own') } } as never)
  const made = { image: wide, portrait: tall, alt: 'A rally', title: 'Rally', text: 'Come.', success: 'Fine!' }
  const { id } = await splash.makeSplash(ctx, { body: made } as never)
  const mock = await splash.getSplash(ctx, { params: { id: await idOf('marketing_splashes', 'mock') } } as never)
  await splash.changeSplash(ctx, { body: { ...mock, title: 'The mock', portrait: tall } } as never)
  for (const moved of [await idOf('marketing_splashes', 'later'), id])
    await splash.moveSplash(ctx, { body: { id: moved, to: 'up' } } as never)
  await splash.switchSplashes(ctx, { body: { on: true } } as never)
  return ctx
}

const order = async () =>
  (
    await opened()
      .db.selectFrom('marketing_splashes')
      .where('retired', '=', 0)
      .select('alt')
      .select('key')
      .orderBy('position')
      .execute()
  ).map(({ key, alt }) => (key.startsWith('console-') ? alt : key))

it('news and splashes of the console survive an import that keeps them, and are told where it does not', async () => {
  await bring(files)
  const before = await contentRows(opened().db)
  await work()
  expect(await order()).toEqual(['later', 'A rally', 'mock'])
  const changed = await contentRows(opened().db)
  expect((await refusal(files)).toSorted()).toEqual([
    "news dates, body: 'Now **thirteen**.' in the console, 'The list has **twelve** dates.' in the pack",
    "news dates, text: 'All thirteen.' in the console, 'All dates of the year in one list.' in the pack",
    'news own, retired: taken away in the console, there in the pack',
    `site site, flags: '${JSON.stringify({ enable_home_page_exam: true, enable_marketing_splash: true }).slice(0, 59)}…' in the console, '${JSON.stringify({ enable_home_page_exam: true, enable_marketing_splash: false }).slice(0, 59)}…' in the pack`,
    'splash later, order: first in the console, behind mock in the pack',
    expect.stringMatching(/^splash mock, portrait: '\/media\/.+' in the console, nothing in the pack$/),
    "splash mock, title: 'The mock' in the console, 'A mock' in the pack",
  ])
  expect(changesOf(await bring(files, { side: 'console' }))).toEqual([])
  expect(await contentRows(opened().db)).toEqual(changed)
  expect(await marks()).toHaveLength(7)

  const { conflicts } = await bring(files, { side: 'pack' })
  expect(conflicts.map(conflictLine).filter((line) => line.includes(' made: '))).toHaveLength(2)
  expect(await order()).toEqual(['mock', 'later'])
  const after = await contentRows(opened().db)
  const ofPack = (rows: typeof after) => [
    rows.news!.filter(({ key }) => !String(key).startsWith('console-')),
    rows.site,
  ]
  expect(ofPack(after)[0]).toEqual(ofPack(before)[0])
  expect(await marks()).toEqual([])
})

it('what forms of the console have made is exported, and an import of that changes nothing', async () => {
  await bring(files)
  const ctx = await work()
  const { id } = await opened()
    .db.selectFrom('marketing_splashes')
    .select('id')
    .where('key', '=', 'later')
    .executeTakeFirstOrThrow()
  await splash.withdrawSplash(ctx, { body: { id } } as never)
  const before = await contentRows(opened().db)
  const folder = `${opened().dataDir}/exported`
  await exportPack(opened().db, folder, { files: folderStore(opened()), fixedTimes: false })
  const result = await bring(folder)
  expect([changesOf(result), result.conflicts]).toEqual([[], []])
  expect(await contentRows(opened().db)).toEqual(before)
  expect(await marks()).toEqual([
    { kind: 'news', key: 'own', fields: ['retired'] },
    { kind: 'splash', key: 'later', fields: ['order', 'retired'] },
  ])
  // What the pack does not have comes back with its words.
  await splash.restoreSplash(ctx, { body: { id } } as never)
  expect((await splash.getSplash(ctx, { params: { id } } as never)).title).toBe('Later')
})
