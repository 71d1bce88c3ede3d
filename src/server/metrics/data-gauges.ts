import { stat } from 'node:fs/promises'
import path from 'node:path'
import { sql, type OperationNodeSource } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import { readBrake, type Brake } from '#features/auth/server/codes/code-hours.ts'
import type { Services } from '#core/context.ts'
import { SECOND } from '#lib/both/time/clock.ts'

/** How long what was read is told again: several who ask cost no more than one. */
const KEPT = 5 * SECOND

/** How long a scrape waits for the database; what comes later is told the next time. */
const PATIENCE = 2 * SECOND

/** Rows of a queue that are counted; a longer queue is told as this long. */
const COUNTED = 100_000

/** The grace of overdue attempts and a little more: what a sweep may leave for its next pass is no queue. */
const OVERDUE = 10 * SECOND

type Watched = Pick<Services, 'db' | 'engine' | 'config' | 'now'>

interface Reading {
  gauge: 'archive' | 'openAttempts' | 'queue' | 'orders' | 'payments' | 'file' | 'failedCodes' | 'brakedFrom' | 'brake'
  labels: Record<string, string>
  read: () => Promise<number>
}

/**
 * What the database says of the whole product, read when it is asked for: by one process of several, since all would say the
 * same. A reading that fails leaves its gauge out and never fails the others.
 * @param patience milliseconds that a refresh waits for the database
 */
export function dataGauges(
  watched: Watched,
  patience = PATIENCE,
): { registry: Registry; refresh: () => Promise<void> } {
  const registry = new Registry()
  const make = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry], aggregator: 'max' })
  const up = make('padavu_database_up', '1 when everything below could be read from the database.')
  const gauges = {
    openAttempts: make('padavu_open_attempts', 'Attempts of exams that are under way.'),
    queue: make('padavu_queue_length', `What waits for background work, up to ${COUNTED}.`, 'queue'),
    orders: make('padavu_payment_orders', 'Orders by state: those not yet paid nor given up.', 'state'),
    payments: make('padavu_payments', 'Captured money by state: what is on its way back.', 'state'),
    failedCodes: make('padavu_codes_failed_last_hour', 'Wrong guesses at live codes of 4 digits in the last hour.'),
    brakedFrom: make('padavu_codes_braked_from', 'Wrong guesses an hour from which the site brakes.'),
    brake: make('padavu_code_brake', '1 while strangers have less, 2 while they get no codes of 4 digits, else 0.'),
    archive: make(
      'padavu_log_archive_failing',
      "1 while PostgreSQL's last try to archive a file of its log failed, else 0.",
    ),
    file: make('padavu_sqlite_bytes', "Size of SQLite's data file and of its write-ahead log.", 'file'),
  }
  const ofEngine = watched.engine === 'sqlite' ? ofFiles(watched.config.DATA_DIR) : [ofArchive(watched)]
  const readings = [...ofDatabase(watched), ...ofEngine]

  const readAll = async () => {
    let complete = true
    for (const { gauge, labels, read } of readings) {
      try {
        gauges[gauge].set(labels, await read())
      } catch {
        gauges[gauge].remove(labels)
        complete = false
      }
    }
    up.set(complete ? 1 : 0)
  }
  let reading: Promise<void> | undefined
  let readAt = -Infinity
  const refresh = async () => {
    if (!reading && performance.now() - readAt > KEPT) {
      reading = readAll().finally(() => {
        readAt = performance.now()
        reading = undefined
      })
    }
    if (reading && !(await Promise.race([reading.then(() => true), later(patience)]))) up.set(0)
  }
  return { registry, refresh }
}

const later = (ms: number) => new Promise<false>((resolve) => void setTimeout(resolve, ms, false).unref())

function ofDatabase({ db, now }: Watched): Reading[] {
  const attempts = db.selectFrom('attempts').where('status', '=', sql.lit('open' as const))
  const orders = db.selectFrom('payment_orders').where('status', '=', sql.lit('open' as const))
  const refunds = db
    .selectFrom('payments')
    .where('status', 'in', [sql.lit('refund_due' as const), sql.lit('refunding' as const)])
  const one = sql<number>`1`.as('one')
  const count = async (rows: OperationNodeSource) => {
    const counted = await sql<{ rows: number }>`select count(*) as rows from (${rows}) as counted`.execute(db)
    return counted.rows[0]!.rows
  }
  const queues: Record<string, () => OperationNodeSource> = {
    overdue_attempts: () =>
      attempts
        .where('deadline_at', '<', now() - OVERDUE)
        .select(one)
        .limit(COUNTED),
    orders_to_ask: () => orders.where('check_at', '<=', now()).select(one).limit(COUNTED),
    refunds: () =>
      db
        .selectFrom('payment_refunds')
        .where('status', '=', sql.lit('requested' as const))
        .where('refund_at', '<=', now())
        .select(one)
        .limit(COUNTED),
    pushes: () => db.selectFrom('push_deliveries').where('due_at', '<=', now()).select(one).limit(COUNTED),
  }
  return [
    // Those that were given back wait for their learners.
    { gauge: 'openAttempts', labels: {}, read: () => count(attempts.where('time_left', 'is', null).select(one)) },
    ...Object.entries(queues).map(([queue, rows]): Reading => ({
      gauge: 'queue',
      labels: { queue },
      read: () => count(rows()),
    })),
    { gauge: 'orders', labels: { state: 'open' }, read: () => count(orders.select(one)) },
    ...(['refund_due', 'refunding'] as const).map((state): Reading => ({
      gauge: 'payments',
      labels: { state },
      read: () => count(refunds.where('status', '=', state).select(one)),
    })),
    ...brakeReadings.map(({ gauge, of }): Reading => ({
      gauge,
      labels: {},
      read: async () => of(await readBrake(db, now())),
    })),
  ]
}

const brakeReadings = [
  { gauge: 'failedCodes', of: ({ failed }: Brake) => failed },
  { gauge: 'brakedFrom', of: ({ from }: Brake) => from },
  { gauge: 'brake', of: ({ state }: Brake) => ({ off: 0, on: 1, closed: 2 })[state] },
] as const

/** Of a server without an archive nothing fails. */
function ofArchive({ db }: Watched): Reading {
  const failing = sql<{ failing: number }>`
    select case when last_failed_time > coalesce(last_archived_time, '-infinity') then 1 else 0 end as failing
    from pg_stat_archiver`
  return { gauge: 'archive', labels: {}, read: async () => (await failing.execute(db)).rows[0]!.failing }
}

function ofFiles(dataDir: string): Reading[] {
  const size = (name: string) => async () => {
    // There is no log while nothing was written.
    const found = await stat(path.join(dataDir, name)).catch(() => undefined)
    return found?.size ?? 0
  }
  return [
    { gauge: 'file', labels: { file: 'data' }, read: size('padavu.db') },
    { gauge: 'file', labels: { file: 'wal' }, read: size('padavu.db-wal') },
  ]
}
