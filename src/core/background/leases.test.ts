import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase, type OpenDatabase } from '#db/open.ts'
import { TEST_START } from '../../../tests/support/test-start.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import type { Faults } from '../faults.ts'
import { LEASE, leases, type Leases } from './leases.ts'
import { repeatAlone } from './repeat.ts'

/** Processes, each with a connection of its own, that share the data and the time. */

const log = pino({ level: 'silent' })
let database: FreshDatabase
let others: OpenDatabase[]
let instant = TEST_START
let made = 0
const open: { close: () => Promise<void> }[] = []

beforeAll(async () => {
  database = await freshDatabase()
  others = await Promise.all([1, 2].map(() => openDatabase(database)))
})
afterEach(async () => {
  vi.useRealTimers()
  for (const one of open.splice(0)) await one.close()
})
afterAll(async () => {
  for (const { close } of others) await close()
  await database.close()
})

const faults: Faults = { note: () => undefined, look: async () => undefined }

/** Work that no test before has had. */
const work = () => `work ${++made}`

function processes(): ReturnType<typeof leases>[] {
  const all = [database, ...others].map(({ db }) => leases({ db, now: () => instant, log, faults }))
  open.push(...all)
  return all
}

const holders = (all: Leases[], name: string) => all.filter((one) => one.holds(name)).length

describe('work that one process at a time does', () => {
  test('is one process’s, however many ask for it in the same moment', async () => {
    const all = processes()
    const names = Array.from({ length: 12 }, work)
    for (const name of names) for (const one of all) one.join(name)
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(all.map((one) => one.beat()))
      for (const name of names) expect(holders(all, name), name).toBe(1)
      instant += LEASE / 3
    }
  })

  test('stays with a process that renews it in time', async () => {
    const [first, second] = processes()
    const name = work()
    for (const one of [first!, second!]) {
      one.join(name)
      await one.beat()
    }
    for (let round = 0; round < 10; round += 1) {
      instant += LEASE / 2
      await first!.beat()
      await second!.beat()
      expect([first!.holds(name), second!.holds(name)]).toEqual([true, false])
    }
  })

  test('goes to another when its process is heard of no more, not before', async () => {
    const [dead, heir] = processes()
    const name = work()
    dead!.join(name)
    await dead!.beat()
    heir!.join(name)
    instant += LEASE - 1
    await heir!.beat()
    expect(heir!.holds(name)).toBe(false)
    instant += 1
    await heir!.beat()
    expect([dead!.holds(name), heir!.holds(name)]).toEqual([false, true])
    // Back again, it finds its work taken.
    await dead!.beat()
    expect(holders([dead!, heir!], name)).toBe(1)
  })

  test('goes to another at once when its process stops', async () => {
    const [first, second] = processes()
    const name = work()
    first!.join(name)
    await first!.beat()
    second!.join(name)
    await second!.beat()
    expect(second!.holds(name)).toBe(false)
    await first!.close()
    await second!.beat()
    expect([first!.holds(name), second!.holds(name)]).toEqual([false, true])
  })

  test('is nobody’s, by the holder’s own clock, when the database does not answer for long', async () => {
    const warn = vi.fn()
    const one = leases({ db: database.db, now: () => instant, log: { warn } as never, faults })
    open.push(one)
    const name = work()
    one.join(name)
    await one.beat()
    vi.spyOn(database.db, 'selectFrom').mockImplementation(() => {
      throw new Error('connection lost')
    })
    instant += LEASE - 1
    await one.beat()
    expect([one.holds(name), warn.mock.calls.length]).toEqual([true, 1])
    instant += 1
    expect(one.holds(name)).toBe(false)
    vi.restoreAllMocks()
    await one.beat()
    expect(one.holds(name)).toBe(true)
  })

  test('is repeated by its process alone, and by the next when that one is heard of no more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const all = processes().slice(0, 2)
    const name = work()
    const passes = [0, 0]
    const stops = all.map((own, index) =>
      repeatAlone({ log, faults, leases: own }, name, 1000, async (stopped) => {
        if (!stopped()) passes[index]! += 1
      }),
    )
    const rounds = async (count: number, which: typeof all) => {
      for (let round = 0; round < count; round += 1) {
        await Promise.all(which.map((own) => own.beat()))
        await vi.advanceTimersByTimeAsync(1000)
        instant += 1000
      }
    }
    await rounds(10, all)
    const holder = all.findIndex((own) => own.holds(name))
    const other = 1 - holder
    expect(passes[holder]).toBeGreaterThan(5)
    expect(passes[other]).toBe(0)
    // The holder is heard of no more.
    const before = passes[holder]
    instant += LEASE
    await rounds(3, [all[other]!])
    expect(passes[other]).toBeGreaterThan(0)
    expect(passes[holder]).toBe(before)
    for (const stop of stops) await stop()
  })
})
