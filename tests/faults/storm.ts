import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database, Engine } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { HOUR, SECOND } from '#lib/both/time/clock.ts'
import { callsThrough } from '../support/api/calls.ts'
import { candidateOf } from '../support/scenes/candidate.ts'
import type { EngineData } from '../support/servers/engine-data.ts'
import { seedCourse } from '../support/scenes/catalogue-fixture.ts'
import { seedExam, type SeededExam } from '../support/scenes/exam-fixture.ts'
import { seedLearners } from '../support/scenes/learners.ts'
import { seeded } from '../support/random.ts'
import { travel, wronged } from './journey.ts'
import { judge, type Verdict } from './judge.ts'
import { insist, newRecord, newTally, sit, type Ending, type Pace, type Record, type Tally } from './sit.ts'
import { clusterVictims, type ClusterStorm } from './cluster/victim.ts'
import { machineVictims, type PowerStorm } from './power/machine.ts'
import { serverVictims, type Report } from './victims.ts'

export interface Storm {
  engine: Engine
  attempts: number
  kills: number
  seed: number
  /** Servers behind a balancer, of which one at a time is killed; PostgreSQL alone knows several. */
  processes?: number
  /** It is not the server that suffers, of two processes, but its PostgreSQL. */
  database?: boolean
  /** Three machines suffer, all but their servers. */
  cluster?: Omit<ClusterStorm, 'faults'>
  /** The power of one machine is cut, with all that is on it. */
  power?: Pick<PowerStorm, 'program' | 'careless'>
  /** Learners who log in, buy and sit an exam of their own meanwhile. */
  travellers?: number
}

export type Outcome = { attempts: number; kills: number; travellers: number; wronged: number; ended: number } & Tally &
  Verdict & { report?: Report }

/** Milliseconds that a server lives at least and at most. */
const LIFE = [200, 2500] as const

const hasty: Pace = { thinking: 600, stays: 0.97 }
/** A cluster has less of the machine, and faults that last longer. */
export const steady: Pace = { thinking: 3000, stays: 0.998 }

/** As the browser: a request that takes longer counts as unanswered. */
const PATIENCE = 10 * SECOND

/**
 * Candidates sit an exam at the production server, or at several behind a balancer; one is ended by kill -9 at random moments and started again; a fifth
 * of the kills come while the candidates hand in. Some hand in earlier, some never come back and are finished by the
 * deadline, which passes before the last start, or, of several, while the one that sweeps is dead. After every kill the data are compared with what was acknowledged: later a
 * candidate may mend a loss unawares, by answering again or from its journal.
 */
export async function provoke({
  engine,
  attempts,
  kills,
  seed,
  processes = 1,
  database = false,
  cluster,
  power,
  travellers = 0,
}: Storm): Promise<Outcome> {
  const random = seeded(seed)
  const tally = newTally()
  const seedExams = (data: EngineData) => prepare(data, attempts, cluster ? 1 + cluster.browsers : 0)
  const {
    data,
    victims,
    seeded: scenes,
  } = await (cluster
    ? clusterVictims({ ...cluster, faults: kills }, random, tally, seedExams)
    : power
      ? machineVictims({ ...power, engine, cuts: kills }, random, seedExams)
      : serverVictims(engine, { processes, database, random }, seedExams))
  try {
    const { exam, learners, other, courseId } = scenes
    const { url, ask = fetch } = victims
    const request = (path: string, init?: RequestInit) =>
      ask(url + path, { ...init, signal: AbortSignal.timeout(PATIENCE) })
    const call = callsThrough(request)
    let killed = 0
    const sitting = () => killed < Math.min(kills - 1, Math.ceil(kills * 0.8))
    const records = learners.map(({ token }) => newRecord(candidateOf({ call }, exam, token)))
    const pace = cluster ? steady : hasty
    const sittings = records.map((record, index) => {
      const ending: Ending = index % 5 === 3 ? 'early' : index % 5 === 4 ? 'never' : 'late'
      return sit(record, { random: seeded(seed + index + 1), tally, ending, sitting, pace })
    })
    let missing = 0
    const look = async () => {
      const now = await acknowledgedButMissing(data, records)
      killed += 1
      missing += now
      return now
    }
    const killing = async () => {
      await firstAcknowledged(tally)
      while (killed < kills - 1) {
        await pause(random.between(...LIFE))
        await victims.kill(look)
      }
    }
    // Nothing is held open where nobody needs it: the disk may go.
    const opened = travellers > 0 ? await openDatabase(data) : undefined
    try {
      const travels = Array.from({ length: travellers }, (_, number) =>
        travel({ request, call, db: opened!.db, courseId, exam: other, tally }, number),
      )
      const beside = victims.beside?.(call, sitting)
      const [travelled] = await Promise.all([Promise.all(travels), killing(), beside, ...sittings])
      let verdict: Verdict | undefined
      const conclude = async () => {
        const stored = await onDatabase(data, (db) => attemptsStored(db, exam, scenes.apart))
        verdict = await judge(records, (record) => resultOf(record, tally), stored)
      }
      await victims.killSweeper(async () => {
        const lost = await look()
        await onDatabase(data, (db) => passDeadlines(db, scenes.apart))
        // The others finish what the dead one would have.
        if (processes > 1) await conclude()
        return lost
      })
      if (!verdict) await conclude()
      const report = await victims.report?.()
      return {
        attempts: new Set(records.flatMap((record) => [...record.attempts])).size,
        kills: killed,
        ended: victims.ended(),
        travellers: travelled.length,
        wronged: await onDatabase(data, (db) => wronged(db, travelled, other)),
        ...tally,
        ...verdict!,
        lost: verdict!.lost + missing,
        ...(report && { report }),
      }
    } finally {
      await opened?.close()
    }
  } finally {
    await victims.stop()
    await data.remove()
  }
}

/** @param apart learners who sit the exam as well, and are not counted */
export async function prepare(data: EngineData, attempts: number, apart: number) {
  const opened = await openDatabase(data)
  try {
    await migrate(opened)
    const now = Date.now()
    const exam = await seedExam(opened.db, {
      sections: [8, 8],
      attempts: 3,
      minutes: 180,
      opensAt: now - HOUR,
      closesAt: now + 10 * HOUR,
    })
    const other = await seedExam(opened.db, { opensAt: now - HOUR, closesAt: now + 10 * HOUR })
    const { id: courseId } = await seedCourse(opened.db, { title: 'Course' })
    return {
      exam,
      other,
      courseId,
      learners: await seedLearners(opened.db, attempts),
      apart: await seedLearners(opened.db, apart),
    }
  } finally {
    await opened.close()
  }
}

/**
 * Waits for the first acknowledged answer: a server that is killed earlier has nothing to lose.
 * @throws Error after a minute without one
 */
async function firstAcknowledged(tally: Tally): Promise<void> {
  for (let waited = 0; tally.acknowledged === 0; waited += 50) {
    if (waited > 60 * SECOND) throw new Error('The server acknowledged no answer within a minute')
    await pause(50)
  }
}

/** Looks into the data: how many actions had been acknowledged that it does not have, nor a later one. */
async function acknowledgedButMissing(data: EngineData, records: Record[]): Promise<number> {
  // What is acknowledged while the data are read may not be among them yet.
  const before = records.map(({ acknowledged }) => [...acknowledged])
  const rows = await onDatabase(data, (db) =>
    db.selectFrom('responses').select(['attempt_id', 'question_id', 'seq']).execute(),
  )
  const stored = new Map(rows.map(({ attempt_id, question_id, seq }) => [`${attempt_id} ${question_id}`, seq]))
  let missing = 0
  for (const [index, { attempts, acknowledged }] of records.entries()) {
    for (const [qid, seq] of before[index]!) {
      if ([...attempts].some((id) => (stored.get(`${id} ${qid}`) ?? 0) >= seq)) continue
      missing += 1
      acknowledged.delete(qid)
    }
  }
  return missing
}

async function onDatabase<T>(data: EngineData, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(data)
  return work(db).finally(close)
}

/** Lets the time of every attempt that is still open be over, but for those of learners who sit apart. */
export async function passDeadlines(db: Kysely<Database>, apart: Apart): Promise<void> {
  const past = Date.now() - HOUR
  await db
    .updateTable('attempts')
    .set({ deadline_at: past })
    .where('status', '=', 'open')
    .where('user_id', 'not in', ids(apart))
    .execute()
}

type Apart = { id: number }[]

/** Never empty, as SQL wants it. */
const ids = (apart: Apart): number[] => [0, ...apart.map(({ id }) => id)]

/** The result of a candidate, once the sweep has finished those who never came back. */
export async function resultOf({ candidate, attempts, resultId }: Record, tally: Tally) {
  const [attemptId] = attempts
  const until = Date.now() + 60 * SECOND
  for (;;) {
    const answer = await candidate.result(resultId ?? attemptId!)
    if (answer.status === 200) return answer.body.data
    if (answer.body.code !== 'not_finished' || Date.now() > until) {
      return (await insist(async () => answer, tally)).body.data
    }
    await pause(100)
  }
}

/** How many attempts of the exam the database has, but for those of learners who sit it apart. */
export async function attemptsStored(db: Kysely<Database>, { id }: SeededExam, apart: Apart): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('exam_id', '=', id)
    .where('user_id', 'not in', ids(apart))
    .executeTakeFirstOrThrow()
  return count
}
