import type { Services } from '../context.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { countSweep } from '../metrics/metrics.ts'

/** Milliseconds between two looks at whether this process has got the work that one at a time does. */
const LOOK = SECOND / 2

/**
 * Runs a pass of background work at once, for what happened while no server ran, and then again and again, in every
 * process. A pass that fails is logged; the next one comes all the same.
 * @param pause milliseconds between two passes
 * @returns a function that stops it and waits for the pass under way
 */
export function repeat(
  { log, faults }: Pick<Services, 'log' | 'faults'>,
  what: string,
  pause: number,
  pass: (stopped: () => boolean) => Promise<unknown>,
  mayRun = () => true,
): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const once = async () => {
    const runs = mayRun()
    const started = performance.now()
    let ok = true
    try {
      if (runs) await pass(() => stopped || !mayRun())
    } catch (error) {
      ok = false
      if (!faults.note(error, { work: what })) log.error({ err: error }, `${what} failed`)
    }
    if (runs) countSweep(what, (performance.now() - started) / 1000, ok)
    if (!stopped) timer = setTimeout(run, runs ? pause : Math.min(pause, LOOK)).unref()
  }
  const run = () => {
    running = once()
  }
  run()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

/**
 * The same in one process of all that share the data: when that one ends, another goes on within seconds.
 * @param what names the work for all processes
 */
export function repeatAlone(
  { log, faults, leases }: Pick<Services, 'log' | 'faults' | 'leases'>,
  what: string,
  pause: number,
  pass: (stopped: () => boolean) => Promise<unknown>,
): () => Promise<void> {
  leases.join(what)
  return repeat({ log, faults }, what, pause, pass, () => leases.holds(what))
}
