import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../database.ts'
import { onceGathered } from './gather.ts'

/** How the same thing is done for one caller, and for several by one statement. */
interface Ways<Job, Result> {
  one: (job: Job) => Promise<Result>
  /** @returns a result a job, in their order; undefined for one that has to be done by itself */
  many: (jobs: Job[]) => Promise<(Result | undefined)[]>
  /** Jobs with the same key go one after the other. Left out: none of them minds another. */
  keyOf?: (job: Job) => string
  /** Statements under way at once at most, however long each takes. Left out: one more whenever the last may be stuck. */
  atOnce?: number
}

/** The same by a database, which each of its statements goes to. */
interface WaysOn<Job, Result> extends Omit<Ways<Job, Result>, 'one' | 'many'> {
  one: (db: Db, job: Job) => Promise<Result>
  many: (db: Db, jobs: Job[]) => Promise<(Result | undefined)[]>
}

interface Waiting<Job, Result> {
  job: Job
  /** Runs what is done for the job alone on behalf of its caller. */
  asCaller: <Value>(run: () => Value) => Value
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Jobs in one statement at most, so that no caller waits long for the others. */
const MOST = 256

/** Milliseconds after which a statement keeps those that came later no more from going: it may be stuck. */
const PATIENCE = 100

/**
 * Lets what is asked for while a statement is on its way go together in the next one: PostgreSQL takes longer to be told of
 * a statement and to store it than to do what it says. Each job has an outcome of its own: one that the statement leaves out
 * is done by itself, and so are all when the database refuses it, since what is wrong may be wrong with one of them. Only a
 * connection that is lost fails them together.
 */
export function together<Job, Result>({
  one,
  many,
  keyOf,
  atOnce = Infinity,
}: Ways<Job, Result>): (job: Job) => Promise<Result> {
  const waiting: Waiting<Job, Result>[] = []
  let planned = false
  let busy = false
  let underWay = 0

  const plan = () => {
    if (planned || busy || underWay >= atOnce || waiting.length === 0) return
    planned = true
    onceGathered(waiting, MOST, () => {
      planned = false
      busy = true
      underWay += 1
      let freed = false
      const free = () => {
        if (freed) return
        freed = true
        busy = false
        plan()
      }
      const stuck = setTimeout(free, PATIENCE)
      void run(take()).finally(() => {
        clearTimeout(stuck)
        underWay -= 1
        free()
        plan()
      })
    })
  }

  /** The next jobs, none of which shares its key with another. */
  const take = () => {
    const keys = new Set<string>()
    const later: typeof waiting = []
    const taken: typeof waiting = []
    for (const next of waiting.splice(0)) {
      const key = keyOf?.(next.job)
      if (taken.length === MOST || (key !== undefined && keys.has(key))) later.push(next)
      else taken.push(next)
      if (key !== undefined) keys.add(key)
    }
    waiting.push(...later)
    return taken
  }

  const alone = ({ job, asCaller, resolve, reject }: Waiting<Job, Result>) =>
    asCaller(() => one(job)).then(resolve, reject)

  const run = async (taken: typeof waiting) => {
    if (taken.length === 1) return alone(taken[0]!)
    let results: (Result | undefined)[]
    try {
      results = await many(taken.map(({ job }) => job))
    } catch (error) {
      if (isRefusal(error)) await Promise.all(taken.map(alone))
      else for (const { reject } of taken) reject(error)
      return
    }
    for (const [index, next] of taken.entries()) {
      const result = results[index]
      // What has to be done alone may wait for a lock: nobody else waits for it.
      if (result === undefined) void alone(next)
      else next.resolve(result)
    }
  }

  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, asCaller: AsyncLocalStorage.snapshot(), resolve, reject })
      plan()
    })
}

/** Lets jobs go together that are for the same database, which must not be a transaction: others' jobs would be in it. */
export function togetherOn<Job, Result>({ one, many, ...ways }: WaysOn<Job, Result>) {
  const gathering = new WeakMap<Db, (job: Job) => Promise<Result>>()
  return (db: Db, job: Job): Promise<Result> => {
    let run = gathering.get(db)
    if (!run) {
      run = together({ ...ways, one: (alone) => one(db, alone), many: (jobs) => many(db, jobs) })
      gathering.set(db, run)
    }
    return run(job)
  }
}

/** Whether the database has answered that it does not do this, and lives on. */
function isRefusal(error: unknown): boolean {
  return (error as { severity?: string } | undefined)?.severity === 'ERROR'
}
