import { expect, it } from 'vitest'
import type { StaffContext } from '#core/context.ts'
import { cancelClass } from '#features/live-classes/staff/server/cancel-class.ts'
import { changeClass } from '#features/live-classes/staff/server/change-class.ts'
import { listClasses } from '#features/live-classes/staff/server/list-classes.ts'
import { makeClasses } from '#features/live-classes/staff/server/make-classes.ts'
import { changePrice } from '#features/purchases/staff/prices/server/change-price.ts'
import { listPrices } from '#features/purchases/staff/prices/server/list-prices.ts'
import { DAY, HOUR, indianTime } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { testWork } from '../../../../tests/support/api/staff-work.ts'
import { contentRows } from '../../../../tests/support/packs/content-rows.ts'
import { PACK_READ } from '../../../../tests/support/packs/pack.ts'
import { changesOf, contentOfTwoSides, files } from '../../../../tests/support/packs/two-sides.ts'
import { exportPack } from '../../export/export-pack.ts'

const { opened, bring, refusal, marks } = contentOfTwoSides()

const ctx = () => {
  const now = PACK_READ + HOUR
  return { db: opened().db, now: () => now, work: () => testWork(now) } as unknown as StaffContext
}
const input = <Body>(body: Body) => ({ body, params: {}, query: {} })

const all = async () =>
  (
    await listClasses(ctx(), {
      ...input({}),
      query: { list: 'all', ...{ course: undefined, from: undefined } } as never,
    })
  ).data

/** Makes a class in the console, moves it and one of the pack, cancels another, and changes a price. */
async function work(): Promise<void> {
  const at = indianTime(2026, 3, 9, 17)
  const pack = await all()
  const [doubts, revision] = ['Doubt clearing', 'Revision'].map((title) => pack.find((row) => row.title === title)!)
  const form = ({ course, title, mentor, join_url }: NonNullable<typeof doubts>, starts_at: number) => ({
    ...{ course_id: course.id, title, mentor, join_url, starts_at, ends_at: starts_at + HOUR },
  })
  const { ids } = await makeClasses(
    ctx(),
    input({ ...form(doubts!, at), title: 'Made here', rhythm: 'weekly', times: 2 } as const),
  )
  const made = (await all()).find(({ id }) => id === ids[0])!
  await changeClass(ctx(), input({ id: made.id, version: made.version, ...form(made, at + DAY) }))
  await changeClass(ctx(), input({ id: doubts!.id, version: doubts!.version, ...form(doubts!, at) }))
  await cancelClass(ctx(), input({ id: revision!.id, version: revision!.version }))
  const query = { state: 'all', sort: 'title', page: 1 } as never
  const { data } = await listPrices(ctx(), { ...input({}), query })
  const alpha = data.find(({ title }) => title === 'Course alpha')!
  const price = { price_paise: 599_900, offer_price_paise: null, gst_percent: 12, validity_days: 365 }
  await changePrice(ctx(), input({ id: alpha.id, version: alpha.version, ...price }))
}

const told = async () =>
  (await opened().db.selectFrom('notifications').select('title').orderBy('id').execute()).map(({ title }) => title)

it('what staff change of classes and prices is asked about by an import, and kept or taken as it is told', async () => {
  const before = await contentRows(opened().db)
  await work()
  const changed = await contentRows(opened().db)
  expect((await refusal(files)).toSorted()).toEqual([
    "live_class doubts, ends: '2026-03-09 18:00' in the console, 'today 19:00' in the pack",
    "live_class doubts, starts: '2026-03-09 17:00' in the console, 'today 18:00' in the pack",
    'live_class revision, retired: taken away in the console, there in the pack',
    "price alpha, gst: '12' in the console, '18' in the pack",
    "price alpha, offer_price: nothing in the console, '3999' in the pack",
    "price alpha, price: '5999' in the console, '4999.5' in the pack",
  ])
  expect(changesOf(await bring(files, { side: 'console' }))).toEqual([])
  expect(await contentRows(opened().db)).toEqual(changed)
  expect(await told()).toHaveLength(3)
  await bring(files, { side: 'pack' })
  // What learners were told is no longer so.
  expect(await told()).toEqual([])
  const shown = (rows: typeof before) => JSON.stringify((rows as { courses: unknown }).courses)
  expect(shown(await contentRows(opened().db))).toBe(shown(before))
  expect((await all()).filter(({ state }) => state !== 'cancelled').map(({ title }) => title)).toEqual([
    'Revision',
    'Doubt clearing',
  ])
  expect(await marks()).toEqual([])
})

it('what staff change of classes and prices is exported, and imports to the same rows', async () => {
  await work()
  const before = await contentRows(opened().db)
  const folder = `${opened().dataDir}/exported`
  await exportPack(opened().db, folder, { files: folderStore(opened()), fixedTimes: false })
  expect(changesOf(await bring(folder))).toEqual([])
  expect(await contentRows(opened().db)).toEqual(before)
  expect(await marks()).toEqual([{ kind: 'live_class', key: 'revision', fields: ['retired'] }])
})
