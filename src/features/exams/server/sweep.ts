import { sql } from 'kysely'
import type { Services } from '#core/context.ts'
import { repeatAlone } from '#core/background/repeat.ts'
import { faultOf } from '#db/faults.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { GRACE } from '../exams.rules.ts'
import { finalise } from './finalise.ts'

/** Milliseconds between two passes. */
const PAUSE = 3 * SECOND

/** Attempts read at once; each is finished in a transaction of its own, so learners' saves get in between. */
const BATCH = 50

/**
 * Finishes the attempts whose deadline and grace have passed, even if their browser never returns (design decision 7).
 * Two processes may sweep at once: the attempt's own status decides who finishes it. An attempt that cannot be finished is
 * logged and left for the next pass.
 * @returns how many this pass finished
 */
export async function sweepOverdue(
  services: Pick<Services, 'db' | 'groupCommit' | 'now' | 'log'>,
  stopped = () => false,
): Promise<number> {
  const { db, log } = services
  const now = services.now()
  let finished = 0
  let after = { deadline_at: -1, id: 0 }
  for (;;) {
    const overdue = await db
      .selectFrom('attempts')
      .select(['id', 'deadline_at'])
      .where('status', '=', sql.lit('open' as const))
      .where('deadline_at', '<', now - GRACE)
      // Onwards from the last batch, so that attempts that fail do not stand in the way of the others.
      .where(({ eb, and, or }) =>
        or([
          eb('deadline_at', '>', after.deadline_at),
          and([eb('deadline_at', '=', after.deadline_at), eb('id', '>', after.id)]),
        ]),
      )
      .orderBy('deadline_at')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const attempt of overdue) {
      if (stopped()) return finished
      try {
        if (await finalise(services, attempt.id, now)) finished += 1
      } catch (error) {
        // The others would meet the same.
        if (faultOf(error)) throw error
        log.error({ err: error, attempt: attempt.id }, 'attempt could not be finished')
      }
      after = attempt
    }
    if (overdue.length < BATCH) return finished
  }
}

/**
 * Sweeps at once, for what became overdue while no server ran, and then every few seconds.
 * @returns a function that stops it and waits for the pass under way
 */
export function startExamSweep(services: Services): () => Promise<void> {
  return repeatAlone(services, 'sweep of overdue attempts', PAUSE, async (stopped) => {
    const finished = await sweepOverdue(services, stopped)
    if (finished > 0) services.log.info({ finished }, 'overdue attempts finished')
  })
}
