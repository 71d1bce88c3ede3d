import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dataFaults } from '#core/faults.ts'
import { readiness } from '#core/readiness.ts'
import { allHeld } from '#core/background/leases.ts'
import { DAY, HOUR, indianDateTime, indianTime, SECOND } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { freshDatabase, type FreshDatabase } from '../../tests/support/api/database.ts'
import { edited, smallPack, writePack } from '../../tests/support/packs/pack.ts'
import { importPack } from './import/import-pack.ts'
import { readPack } from './read/read-pack.ts'
import { refreshSchedules, startScheduleRefresh } from './schedules.ts'

const start = indianTime(2026, 3, 2, 23)

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
  let files = edited(smallPack(), 'exams/mock.yaml', 'today+20d 21:00', '2026-12-01 10:00')
  files = edited(files, 'exams/of-alpha.yaml', 'today-10d 09:00', '2026-01-01 09:00')
  files = edited(files, 'exams/of-alpha.yaml', 'today+20d 21:00', '2026-12-01 10:00')
  const pack = await readPack(writePack(files), start)
  await importPack(opened.db, pack, {
    files: folderStore({ dataDir: opened.dataDir }),
    now: start,
    learners: false,
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await opened.close()
})

const mock = async () => {
  const query = opened.db.selectFrom('exams').select(['opens_at', 'closes_at']).where('key', '=', 'mock')
  const row = await query.executeTakeFirstOrThrow()
  return [indianDateTime(row.opens_at), indianDateTime(row.closes_at)]
}
const site = () => opened.db.selectFrom('meta').select('value').where('key', '=', 'site').executeTakeFirstOrThrow()

describe('relative exam times', () => {
  it('move with the day in India, while fixed times stay', async () => {
    expect(await mock()).toEqual(['2026-02-20 09:00:00', '2026-12-01 10:00:00'])
    expect(await refreshSchedules(opened.db, start + 2 * HOUR)).toBe(1)
    expect(await mock()).toEqual(['2026-02-21 09:00:00', '2026-12-01 10:00:00'])
  })

  it('change the content version only when one of them moved', async () => {
    const before = await site()
    expect(await refreshSchedules(opened.db, start + HOUR / 2)).toBe(0)
    expect(await site()).toEqual(before)
    await refreshSchedules(opened.db, start + 2 * HOUR)
    expect(await site()).not.toEqual(before)
  })

  it('are refreshed at midnight in India until that is stopped', async () => {
    let instant = start
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const log = pino({ level: 'silent' })
    const stop = startScheduleRefresh({
      db: opened.db,
      now: () => instant,
      log,
      faults: dataFaults({ db: opened.db, log, readiness: readiness() }),
      leases: allHeld,
    })
    const pass = () => vi.advanceTimersByTimeAsync(2 * SECOND)
    instant = start + HOUR - 1
    await pass()
    expect(await mock()).toEqual(['2026-02-20 09:00:00', '2026-12-01 10:00:00'])
    instant = start + HOUR
    await pass()
    await vi.waitFor(async () => expect((await mock())[0]).toBe('2026-02-21 09:00:00'), 10_000)
    instant += DAY
    await vi.waitFor(async () => {
      await pass()
      expect((await mock())[0]).toBe('2026-02-22 09:00:00')
    }, 10_000)
    await stop()
    instant += DAY
    await pass()
    expect(await refreshSchedules(opened.db, instant)).toBe(1)
  })
})
