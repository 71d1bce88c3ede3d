import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { faultOf, isClosedDatabase, nameOf, type Fault } from '#db/faults.ts'
import type { Db } from '#db/database.ts'
import { removeFact, writeFact } from '#db/meta.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { countFault, tellUnwritable } from './metrics/metrics.ts'
import type { Readiness } from './readiness.ts'

/** What goes wrong with the data, for all of a process: what is answered, what the log says, and whether it is over. */
export interface Faults {
  /**
   * Takes note of an error. One of the data is logged, at most once a minute, since a thousand learners meet the same.
   * @returns the answer that it deserves; undefined when it is another error, of which nothing was said
   */
  note: (error: unknown, about?: object) => ApiError | undefined
  /**
   * Whether anything can be stored: after an error that says otherwise only a write that goes well can tell.
   * @returns undefined when all is well, as far as is known
   */
  look: () => Promise<Unwritable | undefined>
}

/** Faults that last until a write goes well. */
type Unwritable = Exclude<Fault, 'away' | 'denied'>

/** Milliseconds between two lines of the log about one error, and between two tries to write. */
const REPEATED = MINUTE
const TRIED = SECOND / 2

/** Bytes that are written to try: more than a page that is half empty takes, so there must be room. */
const TRIAL = 48 * 1024
const trialKey = 'write-trial'

const lines: Record<Fault, string> = {
  full: 'disk full: nothing more can be stored',
  unwritable: 'the data cannot be written',
  damaged:
    'the data are damaged: stop the server, look at them with npm run data -- verify, restore a backup (docs/data.md)',
  denied: 'the database refuses a right to its user: grant it (docs/operating.md)',
  away: 'the database does not answer, or not in time',
}

/** What learners are told. None of it is theirs to mend, and nothing that was acknowledged is in doubt. */
const answers: Record<Fault, () => ApiError> = {
  full: () =>
    new ApiError(507, 'We cannot save anything at the moment. Please try again in a few minutes.', {
      code: 'storage_full',
      retryAfter: 30,
    }),
  unwritable: () => unavailable(15),
  damaged: () => unavailable(15),
  denied: () => unavailable(15),
  away: () => unavailable(3),
}

const unavailable = (retryAfter: number) =>
  new ApiError(503, 'We cannot reach our data at the moment. Please try again.', { code: 'unavailable', retryAfter })

export function dataFaults({ db, log, readiness }: { db: Db; log: Logger; readiness: Readiness }): Faults {
  const told = new Map<string, { at: number; more: number }>()
  let unwritable: { fault: Unwritable; since: number; count: number } | undefined
  let triedAt = -Infinity
  let trial: Promise<void> | undefined

  const tell = (fault: Fault, error: unknown, about: object) => {
    const name = `${fault} ${nameOf(error)}`
    const last = told.get(name)
    if (last && performance.now() - last.at < REPEATED) {
      last.more += 1
      return
    }
    told.set(name, { at: performance.now(), more: 0 })
    log.error({ ...about, err: error, ...(last?.more && { more: last.more }) }, lines[fault])
  }

  const note = (error: unknown, about: object = {}) => {
    const fault = faultOf(error)
    if (!fault) return undefined
    // A request that outlasts a planned stop: nothing is wrong with the data.
    if (readiness.leaving && isClosedDatabase(error)) return answers[fault]()
    countFault(fault)
    tell(fault, error, about)
    if (fault !== 'away' && fault !== 'denied') {
      // The first error counts: what fails after it may only follow from it.
      unwritable ??= { fault, since: Date.now(), count: 0 }
      unwritable.count += 1
      tellUnwritable(unwritable.fault)
    }
    return answers[fault]()
  }

  const tryToWrite = async () => {
    if (performance.now() - triedAt < TRIED) return
    try {
      await writeTrial(db)
      const { fault, since, count } = unwritable!
      unwritable = undefined
      tellUnwritable(undefined)
      for (const name of told.keys()) if (!/^(away|denied) /.test(name)) told.delete(name)
      const seconds = Math.round((Date.now() - since) / SECOND)
      log.warn({ after: lines[fault], failed: count, seconds }, 'the data can be written again')
    } catch (error) {
      const fault = faultOf(error)
      if (!fault) throw error
      tell(fault, error, {})
    } finally {
      triedAt = performance.now()
    }
  }

  const look = async () => {
    if (unwritable) await (trial ??= tryToWrite().finally(() => (trial = undefined)))
    return unwritable?.fault
  }
  return { note, look }
}

/** Stores something of size and takes it away again. Each step is a transaction: what is not committed proves nothing. */
async function writeTrial(db: Db): Promise<void> {
  // PostgreSQL would make little of what repeats itself.
  const value = randomBytes(TRIAL).toString('base64')
  await writeFact(db, trialKey, value)
  await removeFact(db, trialKey)
}
