import type { Engine } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { seedCandidates, type Data } from './candidates.ts'
import { timesOf, type Times } from './exam-calls.ts'
import { sit, type Sat } from './hall.ts'
import { processorMs } from './processes.ts'
import { startRelease, type Release } from './run/releases.ts'
import { figure, type Result } from './results.ts'
import { keepSaving, type Saved } from './sitters.ts'

/** Candidates who start at once, and the answers each of them saves. */
const CANDIDATES = 1000
const SAVES = 30

/**
 * Milliseconds between two answers of a candidate, on average. People take a minute; a second makes half a minute of an
 * exam, in which the server sees sixty times the rate that a thousand people make, and still somebody's pauses.
 */
const PAUSE = 1000

/** Candidates who sit the exam already when the others start, and how often each of them saves. */
const SITTING = 100
const SITTING_PAUSE = 500

/** Starts a second, all in one moment, on two such cores, which candidates and database share with the server. */
const STARTS = { sqlite: 800, postgres: 450 }

/** Who starts waits for those who answer: their saves take no longer than this, 99 of 100. */
const SAVE_MEANWHILE = 150

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/**
 * A thousand candidates start an exam in the same moment, save 30 answers each and submit: with pauses, and once more
 * without any, as fast as the server answers. Others sit the exam already and save through the moment of the starts.
 * @param data where the data of the server are, which does not run yet and has none
 */
export async function examHalls(release: Release, engine: Engine, data: Data): Promise<Result[]> {
  const environment = { DATA_DIR: data.dataDir, DATABASE_URL: data.databaseUrl ?? '', HOST: '127.0.0.1' }
  // The first start imports the content.
  await (await startRelease(release, environment)).stop()
  const paced = await seedCandidates(data, CANDIDATES, { started: false })
  const hurried = await seedCandidates(data, CANDIDATES, { started: false })
  const sitting = await seedCandidates(data, SITTING, { started: true })
  const product = await startRelease(release, environment)
  let sat: [Sat, Sat]
  let saved: Saved
  let processor: number
  const before = processorMs(product.pid)
  try {
    const { url } = product
    const sitters = await keepSaving({ url, candidates: sitting, pause: SITTING_PAUSE })
    const hall = sit({ url, candidates: paced, saves: SAVES, pause: PAUSE })
    await hall.started
    saved = await sitters.stop()
    sat = [await hall.sat, await sit({ url, candidates: hurried, saves: SAVES, pause: 0 }).sat]
    processor = processorMs(product.pid) - before
  } finally {
    await product.stop()
  }
  const missing = CANDIDATES * 2 * SAVES * 0.9 - (await countedAnswers(data))
  const [withPauses, without] = sat
  const { from, until } = withPauses.starting
  const meanwhile = timesOf(saved.calls.filter(({ sent, answered }) => answered > from && sent < until))
  const of = (what: string) => `hall of ${CANDIDATES}, ${names[engine]}: ${what}`
  const sqlite = engine === 'sqlite'
  return [
    figure(of('completed'), withPauses.completed, 'candidates', { atLeast: CANDIDATES }),
    figure(of('errors'), withPauses.errors + without.errors + saved.errors, 'candidates', { atMost: 0 }),
    figure(of('acknowledged answers that the results lack'), missing, 'answers', { atMost: 0 }),
    figure(of('starts'), withPauses.startsPerSecond, 'candidates/s', { atLeast: STARTS[engine] }),
    ...times(of('start'), withPauses.start),
    ...times(of('save while others start'), meanwhile, { atMost: SAVE_MEANWHILE }),
    ...times(of('save'), withPauses.save, sqlite ? { atMost: 50 } : {}),
    ...times(of('submit'), withPauses.submit),
    figure(of('saves'), withPauses.savesPerSecond, 'saves/s'),
    figure(of('processor time of the candidates'), withPauses.clientCores, 'cores', { atMost: 1 }),
    // What a busy machine leaves as it is: an exam of a start, 30 saves and a submit.
    figure(of('processor time of the server'), processor / CANDIDATES / 2, 'ms/exam'),
    figure(of('without pauses, starts'), without.startsPerSecond, 'candidates/s'),
    figure(of('without pauses, saves'), without.savesPerSecond, 'saves/s'),
    ...times(of('without pauses, save'), without.save),
  ]
}

function times(name: string, { p50Ms, p99Ms }: Times, budget: Parameters<typeof figure>[3] = {}): Result[] {
  return [figure(`${name}, median`, p50Ms, 'ms'), figure(`${name}, 99th percentile`, p99Ms, 'ms', budget)]
}

/** Answers that the finished attempts counted. */
async function countedAnswers(data: Data): Promise<number> {
  const { db, close } = await openDatabase(data)
  try {
    const { correct, incorrect } = await db
      .selectFrom('attempts')
      .innerJoin('users', 'users.id', 'attempts.user_id')
      .where('users.name', 'like', 'Candidate %')
      .select(({ fn }) => [
        fn.sum<number | null>('correct_count').as('correct'),
        fn.sum<number | null>('incorrect_count').as('incorrect'),
      ])
      .executeTakeFirstOrThrow()
    return (correct ?? 0) + (incorrect ?? 0)
  } finally {
    await close()
  }
}
