import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerOrLogin } from '#features/auth/auth.contract.ts'
import { getCourse } from '#features/catalogue/catalogue.contract.ts'
import { openDatabase, type OpenDatabase } from '#db/open.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { callsThrough } from '../support/api/calls.ts'
import { candidateOf } from '../support/scenes/candidate.ts'
import { dataOn, type EngineData } from '../support/servers/engine-data.ts'
import { seedExam } from '../support/scenes/exam-fixture.ts'
import { startFleet, type Fleet } from '../support/servers/fleet.ts'
import { seedLearners } from '../support/scenes/learners.ts'
import { smallPack, writePackBelow } from '../support/packs/pack.ts'

/** Three servers, each as on a machine of its own, behind a load balancer that asks /readyz. */

let data: EngineData
let opened: OpenDatabase
let fleet: Fleet

beforeAll(async () => {
  data = await dataOn('postgres')
  // All of them begin in the same moment, on an empty database.
  const settings = { CONTENT: writePackBelow(data.dataDir, smallPack()), DRAIN_SECONDS: '4' }
  fleet = await startFleet(data, 3, { ...settings, DATABASE_READ_URL: `${data.databaseUrl}?application_name=replica` })
  opened = await openDatabase(data)
})

afterAll(async () => {
  await fleet.stop()
  await opened.close()
  await data.remove()
})

describe('three servers on one PostgreSQL', () => {
  test('that begin in the same moment on an empty database import the content once, and show the same', async () => {
    const { db } = opened
    const { courses, keys } = await db
      .selectFrom('courses')
      .select(({ fn }) => [fn.countAll<number>().as('courses'), fn.count<number>('key').distinct().as('keys')])
      .executeTakeFirstOrThrow()
    expect(courses).toBeGreaterThan(0)
    expect(keys).toBe(courses)
    const pages = await Promise.all(
      fleet.servers.map(async ({ url }) => (await (await fetch(`${url}/courses`)).text()).replaceAll(url, '')),
    )
    expect(pages[0]).toContain('<main')
    // Each names its own address, having none of the site's.
    const shown = pages.map((page) => page.replace(/http:\/\/localhost:\d+/g, ''))
    expect(new Set(shown).size).toBe(1)
    const picture = /\/media\/[\w.-]+/.exec(shown[0]!)![0]
    for (const { url } of fleet.servers) expect((await fetch(url + picture)).status).toBe(200)
  })

  test('name a reply the same: what one of them sent, another does not send again', async () => {
    const names = await Promise.all(
      fleet.servers.map(async ({ url }) => (await fetch(`${url}/api/v1/category`)).headers.get('etag')),
    )
    expect(names).toEqual(Array(3).fill(expect.stringMatching(/^W\/"[\w-]+\.[0-9a-f]{10}"$/)))
    expect(new Set(names).size).toBe(1)
  })

  test('read the catalogue through DATABASE_READ_URL', async () => {
    const connections = sql<{ of: string }>`select application_name as of from pg_stat_activity`
    const look = async () => {
      await fetch(`${fleet.servers[0]!.url}/api/v1/user/courses`)
      return (await connections.execute(opened.db)).rows.map((row) => row.of)
    }
    await expect.poll(look).toContain('replica')
  })

  test('are restarted one after the other, and no request of anybody fails', async () => {
    const { db } = opened
    const { url } = fleet.balancer
    const call = callsThrough((path, init) => fetch(url + path, init))
    const now = Date.now()
    const exam = await seedExam(db, { sections: [8], opensAt: now - HOUR, closesAt: now + HOUR })
    const learners = await seedLearners(db, 4)
    const { id: courseId } = await db.selectFrom('courses').select('id').orderBy('id').executeTakeFirstOrThrow()
    const failed: unknown[] = []
    let restarting = true
    let asked = 0
    let signups = 0

    const again = async (ask: () => Promise<{ status: number }>) => {
      while (restarting) {
        asked += 1
        const status = await ask().then(
          (answer) => answer.status,
          (error: unknown) => error,
        )
        if (status !== 200) failed.push(status)
        await pause(10)
      }
    }
    const visit = async (path: string) => {
      const answer = await fetch(url + path)
      await answer.arrayBuffer()
      return answer
    }
    const candidates = learners.map(({ token }) => candidateOf({ call }, exam, token))
    for (const candidate of candidates) expect((await candidate.start()).status).toBe(200)
    let seq = 0
    const traffic = [
      again(() => visit('/courses')),
      again(() => visit(`/courses/${courseId}`)),
      again(() => call(getCourse, { params: { id: courseId } }, { token: learners[0]!.token })),
      // What no proxy may send twice.
      ...candidates.map((candidate) =>
        again(() => candidate.answer(exam.questions[seq % 8]!, exam.questions[seq % 8]!.right, { seq: ++seq })),
      ),
      again(() => {
        signups += 1
        const body = { mobile: String(8_200_000_000 + signups), device: 'web', country_code: '91' }
        return call(registerOrLogin, { body }, { address: `10.3.${signups >> 8}.${signups & 255}` })
      }),
    ]
    const pids = fleet.servers.map(({ pid }) => pid)
    for (const place of pids.keys()) await fleet.replace(place, 'SIGTERM')
    restarting = false
    await Promise.all(traffic)
    expect(failed).toEqual([])
    // No server had to be asked in another's place.
    expect(fleet.balancer.missed).toBe(0)
    expect(asked).toBeGreaterThan(100)
    expect(fleet.servers.filter(({ pid }) => pids.includes(pid))).toEqual([])
    for (const given of fleet.balancer.given) expect(given).toBeGreaterThan(0)
  })
})
