import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { movesAnEnd } from '#features/exams/server/clock-step.ts'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { seedExam } from '../../../tests/support/scenes/exam-fixture.ts'
import { testMachine } from '../../../tests/support/sitting/machine.ts'
import { guardedClock } from './guarded-clock.ts'
import { clockWatch, siteTime } from './watch-clock.ts'
import type { Machine } from './machine.ts'

let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

/** A process that begins on a machine. @param postgres what the clock of the database says, if it has one of its own */
async function began(machine: Machine, postgres?: () => number) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const clock = guardedClock(machine)
  const { db } = database
  const watch = clockWatch({
    ...{ db, log, clock, machine, engine: postgres ? 'postgres' : 'sqlite' },
    wouldHurt: (now, next) => movesAnEnd(db, now, next),
    ask: async () => postgres!(),
  })
  await watch.begin()
  return { ...watch, clock, log }
}

/** A learner sits in an exam from now on. @returns the attempt's id */
async function sitting(startedAt: number, deadlineAt: number): Promise<number> {
  const { db } = database
  const exam = await seedExam(db)
  const { id: user_id } = await db
    .insertInto('users')
    .values({ country_code: '91', phone: String(9_000_000_000 + exam.id), registration_completed: 1, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('attempts')
    .values({
      ...{ user_id, exam_id: exam.id, paper_id: exam.paperId, number: 1, status: 'open' as const },
      ...{ started_at: startedAt, deadline_at: deadlineAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const steps = () =>
  database.db.selectFrom('clock_steps').select(['before_at', 'after_at', 'cause']).orderBy('id').execute()

describe('after a jump of the clock', () => {
  test.each([
    ['forward', 3 * HOUR],
    ['back', -3 * HOUR],
  ])('%s, time goes on as before while somebody is in an exam whose end it would move', async (_, jump) => {
    const { machine, pass, setBy, start } = testMachine()
    const { look, clock, log } = await began(machine)
    await sitting(start, start + 30 * MINUTE)
    setBy(jump)
    await look()
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { seconds: jump / SECOND },
      expect.stringContaining('clock jumped'),
    )
    pass(20 * MINUTE)
    await look()
    expect(clock.now()).toBe(start + 20 * MINUTE)
    expect(await steps()).toEqual([])
  })

  test('that stands, the new time is taken over once nobody is in an exam any more, and the step is noted', async () => {
    const { machine, pass, setBy, start } = testMachine()
    const { look, clock } = await began(machine)
    const attempt = await sitting(start, start + 30 * MINUTE)
    setBy(3 * HOUR)
    await look()
    pass(10 * MINUTE)
    await look()
    expect(clock.ahead()).toBe(3 * HOUR)
    await database.db.updateTable('attempts').set({ status: 'completed' }).where('id', '=', attempt).execute()
    await look()
    expect([clock.now(), clock.ahead()]).toEqual([machine.wall(), 0])
    const before_at = start + 10 * MINUTE
    expect(await steps()).toEqual([{ before_at, after_at: before_at + 3 * HOUR, cause: 'quiet' }])
  })

  test('that is taken back within a minute nothing has happened, though nobody is in an exam', async () => {
    const { machine, pass, setBy } = testMachine()
    const { look, clock, log } = await began(machine)
    setBy(3 * HOUR)
    await look()
    pass(50 * SECOND)
    await look()
    setBy(-3 * HOUR)
    await look()
    expect([clock.now(), clock.ahead()]).toEqual([machine.wall(), 0])
    expect(log.warn).toHaveBeenCalledExactlyOnceWith('the clock is right again')
    expect(await steps()).toEqual([])
  })

  test('staff can have the new time taken over at once', async () => {
    const { machine, setBy, start } = testMachine()
    const { look, clock } = await began(machine)
    await sitting(start, start + 30 * MINUTE)
    setBy(3 * HOUR)
    await look()
    await database.db.updateTable('clock_frames').set({ accepted: 1 }).execute()
    await look()
    expect(clock.ahead()).toBe(0)
    expect(await steps()).toEqual([{ before_at: start, after_at: start + 3 * HOUR, cause: 'accepted' }])
  })

  test('another process of the machine takes over what one has, and notes it once', async () => {
    const { machine, pass, setBy, seenAnew } = testMachine()
    const [one, other] = [await began(machine), await began(seenAnew())]
    setBy(3 * HOUR)
    await one.look()
    await other.look()
    pass(2 * MINUTE)
    await one.look()
    await other.look()
    expect([one.clock.ahead(), other.clock.ahead()]).toEqual([0, 0])
    expect(await steps()).toHaveLength(1)
  })
})

describe('PostgreSQL’s clock', () => {
  test('that did not jump and has the new time shows that the machine’s was wrong before', async () => {
    const { machine, pass, setBy, start } = testMachine()
    setBy(-3 * HOUR)
    // Begun before this was watched, an hour behind.
    await database.db
      .insertInto('clock_frames')
      .values({ boot: 'boot-1', frame: machine.wall() - machine.uptime(), seen_at: machine.wall() })
      .execute()
    const truth = () => machine.uptime() - 90_000 + start
    const { look, clock } = await began(machine, truth)
    await sitting(start - 3 * HOUR, start - 2 * HOUR)
    setBy(3 * HOUR)
    pass(SECOND)
    await look()
    expect([clock.now(), (await steps()).map(({ cause }) => cause)]).toEqual([truth(), ['postgres']])
  })

  test('that has the time of before shows that the new time is wrong, also when nobody is in an exam', async () => {
    const { machine, pass, setBy, start } = testMachine()
    const { look, clock } = await began(machine, () => machine.uptime() - 90_000 + start)
    setBy(3 * HOUR)
    await look()
    pass(HOUR)
    await look()
    expect(clock.now()).toBe(start + HOUR)
  })

  test('that jumped along, as on the same machine, proves nothing', async () => {
    const { machine, pass, setBy, start } = testMachine()
    const { look, clock } = await began(machine, machine.wall)
    await sitting(start, start + 30 * MINUTE)
    setBy(3 * HOUR)
    await look()
    pass(10 * MINUTE)
    await look()
    expect(clock.now()).toBe(start + 10 * MINUTE)
  })

  test('is the time of a process that starts on a machine nobody knows and whose clock is wrong', async () => {
    const { machine, setBy, start } = testMachine()
    setBy(3 * HOUR)
    const { clock, log } = await began(machine, () => start)
    expect(clock.now()).toBe(start)
    expect(log.error).toHaveBeenCalledOnce()
  })
})

describe('a process that starts', () => {
  test('after the jump has the time of before it', async () => {
    const { machine, pass, setBy, seenAnew, start } = testMachine()
    await began(machine)
    setBy(3 * HOUR)
    pass(5 * MINUTE)
    await sitting(start, start + 30 * MINUTE)
    const { clock, log } = await began(seenAnew())
    expect([clock.now(), clock.ahead()]).toEqual([start + 5 * MINUTE, 3 * HOUR])
    expect(log.error).toHaveBeenCalledOnce()
    expect((await siteTime(database.db, machine))()).toBe(start + 5 * MINUTE)
  })

  test('on a machine that was started anew has its time, and notes that no server ran meanwhile', async () => {
    const { start, machine } = testMachine()
    await began(machine)
    const later = testMachine(start + 8 * HOUR, 'boot-2')
    const { clock } = await began(later.machine)
    expect(clock.ahead()).toBe(0)
    expect(await steps()).toEqual([{ before_at: start, after_at: start + 8 * HOUR, cause: 'away' }])
  })

  test('does not go back behind the newest time that the data know', async () => {
    const { start, machine } = testMachine()
    await began(machine)
    const behind = testMachine(start - 8 * HOUR, 'boot-2')
    const { clock, log } = await began(behind.machine)
    expect(clock.now()).toBe(start)
    expect(log.error).toHaveBeenCalledOnce()
  })

  test('in a container whose uptime begins anew believes its clock', async () => {
    const { start, machine } = testMachine()
    await began(machine)
    const anew = testMachine(start + HOUR)
    const { clock } = await began({ ...anew.machine, uptime: () => 1000 })
    expect([clock.now(), clock.ahead()]).toEqual([start + HOUR, 0])
  })
})
