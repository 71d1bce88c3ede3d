import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueSnapshot } from '#features/catalogue/server/snapshot.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { announceContent, seedCourse } from '../../../tests/support/scenes/catalogue-fixture.ts'
import { addressAtOnce, pageAddress } from './page-address.ts'

let api: TestApi
const catalogue = () => catalogueSnapshot(api.services)

beforeAll(async () => {
  api = await testApi()
  await seedCourse(api.services.db, { title: 'Polity', place: 'psc/ldc' })
  await announceContent(api.services.db)
})

afterAll(() => api.close())

test('an address that was made by the rules is its own', async () => {
  const path = fc.constantFrom('/search', '/courses', '/courses/psc/ldc', '/login', '/mock-test/%37')
  const name = fc.constantFrom('q', 'search', 'page', 'sort', 'category', 'sub', 'utm')
  const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.constantFrom('1', '2', 'rating', ' a  b '))
  await fc.assert(
    fc.asyncProperty(path, fc.array(fc.tuple(name, value), { maxLength: 6 }), async (asked, query) => {
      const given = query.map(([one, given]) => [one, given.toWellFormed()])
      const target = `${asked}?${new URLSearchParams(given)}`
      const { address } = await pageAddress(`http://localhost${target}`, catalogue)
      expect(address.length).toBeLessThan(1300)
      expect((await pageAddress(`http://localhost${address}`, catalogue)).address).toBe(address)
      // What can be told at once is told in the same way.
      expect([undefined, address]).toContain(addressAtOnce(target, await catalogue()))
    }),
  )
})
