import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatalogueSource } from '#core/site/catalogue-reader.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { seedCourse } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { snapshotFrom } from './snapshot.ts'

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
  await seedCourse(opened.db, { title: 'Indian Polity' })
})
afterEach(() => opened.close())

/** A catalogue whose database answers what is asked of the insides of courses after this. */
function catalogueWith(before: () => Promise<void>): CatalogueSource {
  const asked = new WeakSet<object>()
  const db = opened.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (JSON.stringify(node).includes('course_sections')) asked.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (asked.has(queryId)) await before()
      return result
    },
  })
  const facts = { contentVersion: 'one' } as Awaited<ReturnType<CatalogueSource['site']>>
  return { db, site: Object.assign(() => Promise.resolve(facts), { known: () => facts }) }
}

test('the catalogue is served while what is inside of courses is still being read', async () => {
  const read = Promise.withResolvers<void>()
  const { courses, search } = await snapshotFrom(catalogueWith(() => read.promise))
  expect(courses.map(({ title }) => title)).toEqual(['Indian Polity'])
  read.resolve()
  expect((await search)('polity').ids).toEqual([courses[0]!.id])
})

test('a search that could not be made is made anew for the next one who asks', async () => {
  let fails = true
  const from = catalogueWith(() => (fails ? Promise.reject(new Error('lost')) : Promise.resolve()))
  const search = async () => (await (await snapshotFrom(from)).search)('polity').ids
  await expect(search()).rejects.toThrow('lost')
  fails = false
  expect(await search()).toHaveLength(1)
  expect((await snapshotFrom(from)).search).toBe((await snapshotFrom(from)).search)
})
