import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkPurchaseStatus, getCourse, listCourses, listMyCourses } from '#features/catalogue/catalogue.contract.ts'
import { courseDetails } from '#features/catalogue/server/course-detail.ts'
import { listCourseGroups } from '#features/catalogue/server/groups.ts'
import { popularCourses } from '#features/catalogue/server/home.ts'
import { sitemap } from '#features/catalogue/server/sitemap.ts'
import { DAY, SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { announceContent, seedCourse, seedEnrolment } from '../../../tests/support/scenes/catalogue-fixture.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { registry } from '../metrics/metrics.ts'
import { readExposition } from '../../../tests/support/api/exposition.ts'
import { catalogueReader } from './catalogue-reader.ts'
import { siteReader, type ReadSite } from './site.ts'

/** A second database stands in for the replica: what comes from it can be told by its words. */

let api: TestApi
let replica: FreshDatabase
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }

beforeEach(async () => {
  for (const line of Object.values(log)) line.mockClear()
  ;[api, replica] = await Promise.all([testApi(), freshDatabase()])
  const { services, clock } = api
  for (const { db } of [services, replica]) {
    await seedCourse(db, { title: db === replica.db ? 'From the replica' : 'From the primary', pricePaise: 100_00 })
    await announceContent(db, { contentVersion: 'first' })
  }
  services.catalogue = catalogueReader({
    primary: services,
    replica: { db: replica.db, site: siteReader(replica.db, clock.now, {}) },
    now: clock.now,
    log: log as never,
  })
  await untilTitle('From the replica')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all([api.close(), replica.close()])
})

const title = async () => (await api.call(listCourses)).body.data[0]?.title
/** What comes within two seconds of the product's clock. */
const untilTitle = (expected: string) =>
  vi.waitFor(async () => expect(await title()).toBe(expected), { timeout: 10_000, interval: 20 })

/** What the metrics say of the replica. */
const told = async () =>
  readExposition(await registry.metrics())
    .filter(({ name, value }) => name === 'padavu_catalogue_replica' && value > 0)
    .map(({ labels }) => labels.state)

async function rename(db: FreshDatabase['db'], name: string, version: string) {
  await db.updateTable('courses').set({ title: name, description_html: name }).execute()
  await announceContent(db, { contentVersion: version })
}

function breakReplica(): void {
  vi.spyOn(replica.db, 'selectFrom').mockImplementation(() => {
    throw new Error('connection lost')
  })
}

describe('with a replica', () => {
  test('all of the public catalogue is read from it', async () => {
    const { id } = await replica.db.selectFrom('courses').select('id').executeTakeFirstOrThrow()
    const { services } = api
    await replica.db.updateTable('course_groups').set({ title: 'Group of the replica' }).execute()
    await rename(replica.db, 'From the replica', 'second')
    api.clock.advance(SECOND)
    expect((await listCourseGroups(services)).course_groups[0]!.title).toBe('Group of the replica')
    expect((await popularCourses(services))[0]!.title).toBe('From the replica')
    expect(await courseDetails(services, id)).toMatchObject({ title: 'From the replica', content: 'From the replica' })
    expect((await api.call(listCourses, { query: { search: 'replica' } })).body.data).toHaveLength(1)
    expect((await api.call(listCourses, { query: { search: 'primary' } })).body.data).toHaveLength(0)
    await seedCourse(services.db, { title: 'Not there yet' })
    expect(await sitemap(services)).toHaveLength(3)
  })

  test('a learner reads what they did, and the price they will pay, from the primary', async () => {
    const { db } = api.services
    const { user, token } = await api.learner()
    const { id } = await db.selectFrom('courses').select('id').executeTakeFirstOrThrow()
    await db.updateTable('courses').set({ price_paise: 200_00 }).execute()
    await announceContent(db, { contentVersion: 'second' })
    await seedEnrolment(db, { userId: user.id, courseId: id, validFor: 30 * DAY })
    api.clock.advance(SECOND)
    const bought = (await api.call(checkPurchaseStatus, { query: { id } }, { token })).body
    expect(bought).toMatchObject({ course_status: 'Active', course_details: { title: 'From the primary', price: 200 } })
    expect((await api.call(getCourse, { params: { id } }, { token })).body.page_content).toMatchObject({
      course_status: 'Active',
    })
    expect((await api.call(listMyCourses, {}, { token })).body.data).toMatchObject([{ title: 'From the primary' }])
  })

  test('content that has not arrived there yet is not shown, and is shown when it has', async () => {
    await rename(api.services.db, 'New', 'second')
    api.clock.advance(SECOND)
    expect(await title()).toBe('From the replica')
    await rename(replica.db, 'New', 'second')
    api.clock.advance(SECOND)
    expect(await title()).toBe('New')
  })

  test('what is behind for longer than from one look to the next is left for the primary, until it has caught up', async () => {
    const look = async () => {
      api.clock.advance(5 * SECOND)
      const shown = await title()
      // Looks are not waited for by those who read.
      await vi.waitFor(() => expect(underWay).toBe(0))
      return shown
    }
    let underWay = 0
    // A look asks the replica, and then the primary in the same turn in which it was answered.
    const counted = (site: ReadSite): ReadSite =>
      Object.assign(
        () => {
          underWay += 1
          return site().finally(() => (underWay -= 1))
        },
        { known: site.known },
      )
    const primary = { db: api.services.db, site: counted(api.services.site) }
    const source = { db: replica.db, site: counted(siteReader(replica.db, api.clock.now, {})) }
    api.services.catalogue = catalogueReader({ primary, replica: source, now: api.clock.now, log: log as never })
    await rename(replica.db, 'Old', 'second')
    await rename(api.services.db, 'Old', 'second')
    await vi.waitFor(async () => {
      await look()
      expect(log.info).toHaveBeenCalledTimes(2)
    })
    await rename(api.services.db, 'New', 'third')
    const shown: (string | undefined)[] = []
    for (let looks = 0; looks < 5; looks += 1) shown.push(await look())
    expect(shown.slice(0, 2)).toEqual(['Old', 'Old'])
    expect(shown.at(-1)).toBe('New')
    expect(log.warn).toHaveBeenCalledOnce()
    await rename(replica.db, 'New', 'third')
    for (let looks = 0; looks < 3; looks += 1) expect(await look()).toBe('New')
    expect(log.info).toHaveBeenCalledTimes(3)
  })

  test('the replica goes on while there is no primary', async () => {
    vi.spyOn(api.services.db, 'selectFrom').mockImplementation(() => {
      throw new Error('connection lost')
    })
    for (let looks = 0; looks < 4; looks += 1) {
      api.clock.advance(5 * SECOND)
      expect(await title()).toBe('From the replica')
    }
    expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[], []])
  })

  test('a reply that is read on the primary has the version of the primary', async () => {
    const tag = async (address: string) => (await api.request(address)).headers.get('etag')
    const addresses = ['/api/v1/getcontentsource', '/api/v1/page/appbanner', '/api/v1/category']
    const before = await Promise.all(addresses.map(tag))
    await announceContent(api.services.db, { contentVersion: 'second', contentSource: 'wac' })
    api.clock.advance(SECOND)
    const after = await Promise.all(addresses.map(tag))
    expect(after.map((one, place) => one === before[place])).toEqual([false, false, true])
  })

  test('the primary answers while the replica does not, which is logged once, and looked at again', async () => {
    await rename(replica.db, 'From the replica', 'second')
    breakReplica()
    api.clock.advance(SECOND)
    for (let call = 0; call < 3; call += 1) expect(await title()).toBe('From the primary')
    expect(log.error).toHaveBeenCalledOnce()
    expect(await told()).toEqual(['away'])
    vi.restoreAllMocks()
    // Back, but not with the content that learners have seen meanwhile.
    api.clock.advance(5 * SECOND)
    await vi.waitFor(async () => {
      expect(await title()).toBe('From the primary')
      expect(log.warn).toHaveBeenCalledOnce()
    }, 10_000)
    expect(await title()).toBe('From the primary')
    expect(await told()).toEqual(['behind'])
    await rename(api.services.db, 'From the primary', 'second')
    await vi.waitFor(async () => {
      api.clock.advance(5 * SECOND)
      expect(await title()).toBe('From the replica')
    }, 10_000)
    expect(await told()).toEqual(['serves'])
    expect(log.error).toHaveBeenCalledOnce()
  })

  test('the primary answers a search whose index the replica no longer gave', async () => {
    await rename(replica.db, 'From the replica', 'second')
    const selectFrom = replica.db.selectFrom.bind(replica.db)
    vi.spyOn(replica.db, 'selectFrom').mockImplementation((table) => {
      if (table === 'course_sections') throw new Error('connection lost')
      return selectFrom(table) as never
    })
    api.clock.advance(SECOND)
    const { status, body } = await api.call(listCourses, { query: { search: 'primary' } })
    expect([status, body.data.map((course) => course.title)]).toEqual([200, ['From the primary']])
    expect(log.error).toHaveBeenCalledOnce()
  })

  test('a server starts while the replica does not answer', async () => {
    breakReplica()
    const { services, clock } = api
    const source = { db: replica.db, site: siteReader(replica.db, clock.now, {}) }
    services.catalogue = catalogueReader({ primary: services, replica: source, now: clock.now, log: log as never })
    for (let call = 0; call < 3; call += 1) {
      expect(await title()).toBe('From the primary')
      clock.advance(5 * SECOND)
    }
    expect(await told()).toEqual(['away'])
    vi.restoreAllMocks()
    await untilTitle('From the replica')
  })

  test('an error that both have is the caller’s', async () => {
    const broken = api.services.catalogue(() => Promise.reject(new Error('wrong in itself')))
    await expect(broken).rejects.toThrow('wrong in itself')
  })
})
