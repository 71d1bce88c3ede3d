import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { ClockStep, Db, Engine } from '#db/database.ts'
import { DAY, MINUTE, SECOND, type Clock } from '#lib/both/time/clock.ts'
import { countClockStep, tellClock } from './clock-metrics.ts'
import { TOLERANCE, type GuardedClock } from './guarded-clock.ts'
import type { Machine } from './machine.ts'

/** Milliseconds between two looks at the clocks. */
const LOOK = SECOND
/** Milliseconds between two notes of the time in the database, while the clocks agree. */
const NOTE = 30 * SECOND
/** How long a jump has to stand before it is believed without a witness: many are put right at once. */
const STANDS = MINUTE
/** Time without any server that is worth a note. */
const AWAY = MINUTE

export interface Watched {
  db: Db
  engine: Engine
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  clock: GuardedClock
  machine: Machine
  /** True while the new time would end exams that are under way, or give them more time. */
  wouldHurt: (now: number, next: number) => Promise<boolean>
  /** What PostgreSQL says the time is. */
  ask?: (db: Db) => Promise<number>
}

/** @returns the time of PostgreSQL's machine, milliseconds since 1970 */
async function askPostgres(db: Db): Promise<number> {
  const told = await sql<{ now: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now`.execute(db)
  return told.rows[0]!.now
}

/**
 * Watches the machine's clock beside the site's (docs/decisions/0033-faults-in-an-exam.md). After a jump the site's time goes
 * on as before; the new time is taken over when PostgreSQL, whose clock did not jump, has it too, when staff say so, or when
 * the jump has stood for a while and nobody is in an exam whose end it would move. The database remembers the time by the
 * machine's uptime, so that a start in the middle of it goes on with the right one.
 */
export function clockWatch(watched: Watched) {
  const { db, engine, log, clock, machine, wouldHurt, ask = askPostgres } = watched
  let doubtSince: number | undefined
  let notedAt = -Infinity
  /** PostgreSQL's time minus the monotonic clock, when the clocks agreed last. */
  let postgres: number | undefined
  const frameOf = (instant: number) => Math.round(instant - machine.uptime())

  /** PostgreSQL's time minus the monotonic clock, now. */
  const postgresFrame = async () => {
    if (engine !== 'postgres') return undefined
    const sent = machine.steady()
    const told = await ask(db)
    return told - (sent + machine.steady()) / 2
  }

  /** Notes the time, so that a later start has it. */
  const note = async () => {
    const now = clock.now()
    notedAt = machine.steady()
    postgres = await postgresFrame()
    if (machine.boot === undefined) return
    const row = { frame: frameOf(now), seen_at: now }
    await db
      .insertInto('clock_frames')
      .values({ boot: machine.boot, ...row })
      .onConflict((conflict) => conflict.column('boot').doUpdateSet({ ...row, accepted: 0 }))
      .execute()
    // Machines that are long gone: nothing follows from them any more.
    await db
      .deleteFrom('clock_frames')
      .where('seen_at', '<', now - FORGOTTEN)
      .where('boot', '<>', machine.boot)
      .execute()
  }

  /** Notes a time that nobody in an exam lived through, once for all processes that see it. */
  const step = async (before_at: number, after_at: number, cause: ClockStep) => {
    await db
      .insertInto('clock_steps')
      .values({ before_at, after_at, cause })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Takes the machine's time over. */
  const believe = async (cause: ClockStep) => {
    const [before_at, after_at] = [clock.now(), Math.round(machine.wall())]
    await step(before_at, after_at, cause)
    clock.goOnFrom(machine.wall())
    countClockStep(cause)
    log.warn({ seconds: Math.round((after_at - before_at) / SECOND), cause }, 'the new time of the clock is taken over')
    await note()
  }

  /** Another process of this machine, or staff, may have decided. @returns what was decided */
  const decided = async (): Promise<'accepted' | 'followed' | undefined> => {
    if (machine.boot === undefined) return undefined
    const row = await db
      .selectFrom('clock_frames')
      .where('boot', '=', machine.boot)
      .select(['frame', 'accepted'])
      .executeTakeFirst()
    if (!row) return undefined
    if (row.accepted === 1) return 'accepted'
    return Math.abs(row.frame - frameOf(machine.wall())) <= TOLERANCE ? 'followed' : undefined
  }

  /** @returns why the machine's new time is right; nothing while that is not known */
  const judge = async (since: number): Promise<ClockStep | undefined> => {
    const frame = await postgresFrame()
    if (frame !== undefined) {
      const theirs = frame + machine.steady()
      const steady = postgres !== undefined && Math.abs(frame - postgres) <= TOLERANCE
      if (steady && Math.abs(theirs - machine.wall()) <= TOLERANCE) return 'postgres'
      // It has the time of before, or a third one: the machine's is wrong.
      if (Math.abs(theirs - machine.wall()) > TOLERANCE) return undefined
    }
    if (machine.steady() - since < STANDS) return undefined
    return (await wouldHurt(clock.now(), machine.wall())) ? undefined : 'quiet'
  }

  const look = async () => {
    const ahead = clock.ahead()
    tellClock(ahead / SECOND)
    if (ahead === 0) {
      if (doubtSince !== undefined) log.warn('the clock is right again')
      doubtSince = undefined
      if (machine.steady() - notedAt >= NOTE) await note()
      return
    }
    if (doubtSince === undefined) {
      doubtSince = machine.steady()
      log.error(
        { seconds: Math.round(ahead / SECOND) },
        'the clock jumped: exams go on by the time of before. Set the clock right, or say that it is: npm run staff -- clock accept',
      )
    }
    const other = await decided()
    if (other === 'followed') return clock.goOnFrom(machine.wall())
    const cause = other ?? (await judge(doubtSince))
    if (cause) await believe(cause)
  }

  /** Finds the right time to begin with. */
  const begin = async () => {
    const rows = await db.selectFrom('clock_frames').selectAll().execute()
    const mine = rows.find(({ boot }) => boot === machine.boot)
    const newest = rows.reduce((latest, { seen_at }) => Math.max(latest, seen_at), -Infinity)
    const known = mine && mine.frame + machine.uptime()
    // Behind what was noted: a container that was started anew counts its uptime from there.
    if (known !== undefined && known >= mine!.seen_at - TOLERANCE) clock.goOnFrom(known)
    else {
      const frame = await postgresFrame()
      if (frame !== undefined) clock.goOnFrom(frame + machine.steady())
      else if (newest > machine.wall() + TOLERANCE) clock.goOnFrom(newest)
    }
    const now = clock.now()
    if (newest > 0 && now - newest > AWAY) await step(newest, now, 'away')
    await look()
  }
  return { begin, look }
}

const FORGOTTEN = 30 * DAY

/**
 * Begins with the right time, and goes on watching it.
 * @returns a function that ends it
 */
export async function startClockWatch(watched: Watched): Promise<() => Promise<void>> {
  const { begin, look } = clockWatch(watched)
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const goOn = () => {
    if (stopped) return
    timer = setTimeout(() => {
      running = look()
        .catch((error: unknown) => watched.log.warn({ err: error }, 'the clock could not be compared'))
        .then(goOn)
    }, LOOK).unref()
  }
  await begin()
  goOn()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

/** The site's time for a command that runs beside the servers of this machine. */
export async function siteTime(db: Db, machine: Machine): Promise<Clock> {
  const row =
    machine.boot === undefined
      ? undefined
      : await db.selectFrom('clock_frames').where('boot', '=', machine.boot).selectAll().executeTakeFirst()
  const known = row && row.frame + machine.uptime()
  return known === undefined || known < row!.seen_at - TOLERANCE
    ? machine.wall
    : () => Math.round(row!.frame + machine.uptime())
}

/** Says that the time which this machine's clock has jumped to is right: its servers take it over when they next look. */
export async function acceptClock(db: Db, { boot }: Machine): Promise<void> {
  await db
    .updateTable('clock_frames')
    .set({ accepted: 1 })
    .where('boot', '=', boot ?? '')
    .execute()
}
