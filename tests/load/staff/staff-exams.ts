import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { siteReader } from '#core/site/site.ts'
import { readConfig } from '#core/config.ts'
import { itemStatistics } from '#features/exams/staff/server/item-statistics.ts'
import { rankList, rankListCsv } from '#features/exams/staff/server/rank-list.ts'
import { sittingNow } from '#features/exams/staff/server/sitting-now.ts'
import { databaseUrl, onServer } from '../../support/api/prepare-database.ts'
import { figure, median, type Budget, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import { openServer, type Stage } from '../run/stage.ts'
import { CANDIDATES, largeExam, QUESTIONS } from './large-exam.ts'
import { longestTurn } from './longest-turn.ts'

const ROUNDS = 5
/** Of one turn of the event loop: no request waits longer for what staff look at. */
const TURN: Budget = { atMost: 100 }

/** What staff see of an exam that a whole district sits, in this process: nothing of it is on the way to a learner. */
export const staffExams: Section = {
  name: 'staff-exams',
  title: `What staff see of ${CANDIDATES} candidates of ${QUESTIONS} questions`,
  engines: ['sqlite', 'postgres'],
  run: (stage, engine) => (engine === 'sqlite' ? onSqlite(stage) : onPostgres()),
}

async function onSqlite({ folder }: Stage): Promise<Result[]> {
  const dataDir = path.join(folder, 'staff-exams')
  mkdirSync(dataDir, { recursive: true })
  return measured({ dataDir })
}

async function onPostgres(): Promise<Result[]> {
  const { url, stop } = await openServer()
  const name = `padavu_staff_exams_${process.pid}`
  try {
    await onServer(url, (client) => client.query(`create database ${name}`))
    return await measured({ dataDir: '', databaseUrl: databaseUrl(url, name) })
  } finally {
    if (stop) await stop()
    else await onServer(url, (client) => client.query(`drop database ${name} with (force)`))
  }
}

async function measured(where: Parameters<typeof openDatabase>[0]): Promise<Result[]> {
  const opened = await openDatabase(where)
  try {
    await migrate(opened)
    const now = Date.now()
    const examId = await largeExam(opened, now)
    const { db } = opened
    const services = { db, now: () => now, site: siteReader(db, () => now, readConfig({})) }
    const first = await longestTurn(() => itemStatistics(services, { examId }))
    const again = await longestTurn(() => itemStatistics(services, { examId }))
    const pages = async (work: (round: number) => Promise<unknown>) => {
      const rounds = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await longestTurn(() => work(round)))
      return { ms: median(rounds.map(({ ms }) => ms)), longest: Math.max(...rounds.map(({ longest }) => longest)) }
    }
    const { next: second } = await rankList(services, { examId, limit: CANDIDATES / 2 })
    const looks: [string, { ms: number; longest: number }, Budget][] = [
      ['statistics, first look', first, { atMost: 2000 }],
      ['statistics, second look', again, {}],
      ['rank list, first page', await pages(() => rankList(services, { examId })), {}],
      ['rank list, page in the middle', await pages(() => rankList(services, { examId, after: second })), {}],
      ['rank list by name', await pages(() => rankList(services, { examId, sort: 'name' })), {}],
      ['rank list by finish', await pages(() => rankList(services, { examId, sort: 'finish' })), {}],
      ['rank list as a file', await longestTurn(() => Array.fromAsync(rankListCsv(services, { examId }))), {}],
      ['who sits now, first page', await pages(() => sittingNow(services, { examId })), {}],
    ]
    return looks.flatMap(([name, { ms, longest }, budget]) => [
      figure(name, ms, 'ms', budget),
      figure(`${name}: longest turn`, longest, 'ms', TURN),
    ])
  } finally {
    await opened.close()
  }
}
