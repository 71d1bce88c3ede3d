import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { counted } from '#lib/both/text/format.ts'
import type { Config } from '#core/config.ts'
import type { OpenLog } from '#core/log.ts'
import { say } from '#core/say.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { allProcesses } from './metrics/all-processes.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { giveUp } from './refusal.ts'
import { GRACE_MS, PATIENCE_MS } from './stopping.ts'
import { onSurprise } from './surprise.ts'

/** What a process tells the one that started it: that it serves, or why it does not. */
export interface Told {
  serving?: string
  refused?: string
  /** It stops, and takes no more connections. */
  closed?: true
}

/** What it is told then: that no other process does either. */
interface Answer {
  portGivenUp?: true
}

/** How long it waits for that, should the first process be busy or gone. */
const AGREED_MS = SECOND

/** A process that has lived so long may be started again at once; one that dies sooner, after ever longer waits. */
const STEADY = 10 * SECOND
const FIRST_WAIT = SECOND / 4
const LONGEST_WAIT = 30 * SECOND

/** What is known of a process that serves, or is about to. */
interface Serving {
  worker: Worker
  since: number
  refused?: string
  closed?: boolean
}

/**
 * Starts WEB_CONCURRENCY processes that serve on one port, and another for each that dies; opens nothing itself. The first
 * of them brings the database up to date and comes alone: if it cannot start, none can. A signal is passed on, and this
 * process ends when all others have ended.
 * @param entry the file that the processes run, by its real path: a later build moves the link `dist`
 */
export async function supervise(config: Config, entry: string, { log, close: closeLog }: OpenLog): Promise<void> {
  if (config.METRICS_PORT !== undefined) await serveMetrics(config, log, allProcesses())
  cluster.setupPrimary({ exec: entry })
  const processes = new Map<number, Serving>()
  const waiting = new Set<NodeJS.Timeout>()
  let served = false
  let stopping = false
  let clean = true
  let soonDead = 0

  const start = () => {
    const worker = cluster.fork()
    const known: Serving = { worker, since: Date.now() }
    processes.set(worker.id, known)
    worker.on('message', (told: Told) => {
      if (told.refused !== undefined) known.refused = told.refused
      if (told.closed) {
        known.closed = true
        tellWhenAllClosed(known)
      }
      if (told.serving === undefined || served || stopping) return
      served = true
      say(log, `Padavu is at ${told.serving} (${counted(config.WEB_CONCURRENCY, 'process', 'processes')})`)
      while (processes.size < config.WEB_CONCURRENCY) start()
    })
    // What could not be told to a process that has ended is lost with it.
    worker.on('error', (error) => log.warn({ err: error, process: worker.process.pid }, 'a process was not told'))
    worker.once('exit', (code, signal) => gone(known, code, signal))
  }

  const gone = (known: Serving, code: number | null, signal: string | null) => {
    processes.delete(known.worker.id)
    if (stopping) {
      tellWhenAllClosed(known)
      // One that has just been started is ended by the signal itself.
      clean &&= code === 0 || signal === 'SIGTERM'
      endWhenAlone()
      return
    }
    const { refused, since } = known
    if (!served) {
      closeLog()
      giveUp(refused ?? `The first process ended with ${signal ?? code}`)
    }
    soonDead = Date.now() - since < STEADY ? soonDead + 1 : 0
    const wait = soonDead === 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (soonDead - 1))
    log.error({ process: known.worker.process.pid, code, signal, refused, wait }, 'a process ended, another is started')
    const timer = setTimeout(() => {
      waiting.delete(timer)
      start()
    }, wait)
    waiting.add(timer)
  }

  // One that was told to go alone, by somebody else, leaves the port to the others.
  const tellWhenAllClosed = (last: Serving) => {
    const all = stopping ? [...processes.values()] : [last]
    if (!all.every(({ closed }) => closed)) return
    for (const { worker } of all) if (worker.isConnected()) worker.send({ portGivenUp: true } satisfies Answer)
  }

  const endWhenAlone = () => {
    if (processes.size > 0) return
    closeLog()
    process.exit(clean ? 0 : 1)
  }

  const stop = () => {
    if (stopping) return
    stopping = true
    for (const timer of waiting) clearTimeout(timer)
    for (const { worker } of processes.values()) worker.process.kill('SIGTERM')
    const longest = config.DRAIN_SECONDS * SECOND + GRACE_MS + 2 * PATIENCE_MS
    setTimeout(() => {
      for (const { worker } of processes.values()) worker.process.kill('SIGKILL')
    }, longest)
    endWhenAlone()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  onSurprise({ log }, () => {
    clean = false
    stop()
  })
  start()
}

/** Tells the process that started this one. */
export function tell(told: Told): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(told, undefined, undefined, () => resolve())
    else resolve()
  })
}

/** Of a process that takes no more connections: resolves when none of the others that stop does either. */
export async function portGivenUp(): Promise<void> {
  const agreed = new Promise<void>((resolve) => {
    const listen = ({ portGivenUp }: Answer) => {
      if (!portGivenUp) return
      process.off('message', listen)
      resolve()
    }
    process.on('message', listen)
  })
  await tell({ closed: true })
  await Promise.race([agreed, pause(AGREED_MS, undefined, { ref: false })])
}
