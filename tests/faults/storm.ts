import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database, Engine } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { HOUR, SECOND } from '#lib/both/time/clock.ts'
import { callsThrough } from '../support/api/calls.ts'
import { candidateOf } from '../support/scenes/candidate.ts'
import { dataOn, type EngineData } from '../support/servers/engine-data.ts'
import { seedCourse } from '../support/scenes/catalogue-fixture.ts'
import { seedExam, type SeededExam } from '../support/scenes/exam-fixture.ts'
import { seedLearners } from '../support/scenes/learners.ts'
import { seeded } from '../support/random.ts'
import { travel, wronged } from './journey.ts'
import { judge, type Verdict } from './judge.ts'
import { insist, newRecord, sit, type Ending, type Record, type Tally } from './sit.ts'
import { databaseVictim } from './database-victim.ts'
import { oneVictim, severalVictims } from './victims.ts'

export interface Storm {
  engine: Engine
  attempts: number
  kills: number
  seed: number
  /** Servers behind a balancer, of which one at a time is killed; PostgreSQL alone knows several. */
  processes?: number
  /** It is not the server that suffers, of two processes, but its PostgreSQL. */
  database?: boolean
  /** Learners who log in, buy and sit an exam of their own meanwhile. */
  travellers?: number
}

export type Outcome = { attempts: number; kills: number; travellers: number; wronged: number; ended: number } & Tally &
  Verdict

/** Milliseconds that a server lives at least and at most. */
const LIFE = [200, 2500] as const

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
  travellers = 0,
}: Storm): Promise<Outcome> {
  const random = seeded(seed)
  const data = await dataOn(engine, { own: database })
  try {
    const { exam, learners, other, courseId } = await prepare(data, attempts)
    const victims = await (database
      ? databaseVictim(data, random)
      : processes > 1
        ? severalVictims(data, processes, random)
        : oneVictim(data))
    const { url } = victims
    const call = callsThrough((path, init) => fetch(url + path, { ...init, signal: AbortSignal.timeout(PATIENCE) }))
    const tally: Tally = {
      sent: 0,
      acknowledged: 0,
      unanswered: 0,
      refused: 0,
      stale: 0,
      reopened: 0,
      unavailable: 0,
      serverErrors: 0,
    }
    let killed = 0
    const sitting = () => killed < Math.min(kills - 1, Math.ceil(kills * 0.8))
    const records = learners.map(({ token }) => newRecord(candidateOf({ call }, exam, token)))
    const sittings = records.map((record, index) => {
      const ending: Ending = index % 5 === 3 ? 'early' : index % 5 === 4 ? 'never' : 'late'
      return sit(record, { random: seeded(seed + index + 1), tally, ending, sitting })
    })
    let missing = 0
    const look = async () => {
      killed += 1
      missing += await acknowledgedButMissing(data, records)
    }
    const killing = async () => {
      while (killed < kills - 1) {
        await pause(random.between(...LIFE))
        await victims.kill(look)
      }
    }
    const { db, close } = await openDatabase(data)
    try {
      const scene = { url, call, db, courseId, exam: other, tally }
      const travels = Array.from({ length: travellers }, (_, number) => travel(scene, number))
      const [travelled] = await Promise.all([Promise.all(travels), killing(), ...sittings])
      let verdict: Verdict | undefined
      const conclude = async () => {
        verdict = await judge(records, (record) => resultOf(record, tally), await attemptsStored(db, exam))
      }
      await victims.killSweeper(async () => {
        await look()
        await passDeadlines(db)
        // The others finish what the dead one would have.
        if (processes > 1) await conclude()
      })
      if (!verdict) await conclude()
      return {
        attempts: new Set(records.flatMap((record) => [...record.attempts])).size,
        kills: killed,
        ended: victims.ended(),
        travellers: travelled.length,
        wronged: await wronged(db, travelled, other),
        ...tally,
        ...verdict!,
        lost: verdict!.lost + missing,
      }
    } finally {
      await close()
      await victims.stop()
    }
  } finally {
    await data.remove()
  }
}

async function prepare(data: EngineData, attempts: number) {
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
    return { exam, other, courseId, learners: await seedLearners(opened.db, attempts) }
  } finally {
    await opened.close()
  }
}

/** Looks into the data: how many actions had been acknowledged that it does not have, nor a later one. */
async function acknowledgedButMissing(data: EngineData, records: Record[]): Promise<number> {
  // What is acknowledged while the data are read may not be among them yet.
  const before = records.map(({ acknowledged }) => [...acknowledged])
  const { db, close } = await openDatabase(data)
  const rows = await db.selectFrom('responses').select(['attempt_id', 'question_id', 'seq']).execute()
  await close()
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

/** Lets the time of every attempt that is still open be over. */
async function passDeadlines(db: Kysely<Database>): Promise<void> {
  const past = Date.now() - HOUR
  await db.updateTable('attempts').set({ deadline_at: past }).where('status', '=', 'open').execute()
}

/** The result of a candidate, once the sweep has finished those who never came back. */
async function resultOf({ candidate, attempts, resultId }: Record, tally: Tally) {
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

/** How many attempts of the exam the database has. */
async function attemptsStored(db: Kysely<Database>, { id }: SeededExam): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('exam_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}
