import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { callsThrough } from '../../support/api/calls.ts'
import { seeded } from '../../support/random.ts'
import { candidateOf } from '../../support/scenes/candidate.ts'
import { dataOn } from '../../support/servers/engine-data.ts'
import { travel, wronged } from '../journey.ts'
import { judge, type Verdict } from '../judge.ts'
import { newRecord, newTally, sit, type Ending } from '../sit.ts'
import { attemptsStored, passDeadlines, prepare, resultOf, steady } from '../storm.ts'
import { readPages } from './read-pages.ts'
import { makeReleases, type Next } from './releases.ts'
import { startThreeServers } from './three-servers.ts'
import { total, Watch } from './watch.ts'

export interface Update {
  attempts: number
  /** New learners at a time; when one has done all, another comes. */
  travellers: number
  seed: number
  next: Next
  /** Is told what is done now, and what became of the requests of each part. */
  progress: (line: string) => void
}

/** How long somebody reads the tables that the migration changes, as a backup does, in milliseconds. */
const HELD = 6 * SECOND

/** How long the load goes on between two steps. */
const BETWEEN = 2 * SECOND

const READERS = 4

/**
 * Brings three servers behind HAProxy up to the next release and back, one after the other, while candidates sit an exam, new
 * learners buy, and others read. The first new server changes tables that everybody uses, while somebody reads them for long;
 * a process of an old server is killed when that is done, and must come back.
 * @returns counts that must be 0, and others
 */
export async function update({ attempts, travellers, seed, next, progress }: Update) {
  const releases = await makeReleases(next)
  const data = await dataOn('postgres', { own: true })
  try {
    const { exam, learners, other, courseId, apart } = await prepare(data, attempts, 0)
    const servers = await startThreeServers(data, releases.old)
    const opened = await openDatabase(data)
    const { db } = opened
    try {
      const watch = new Watch(servers.url)
      const { request } = watch
      const call = callsThrough(request)
      const tally = newTally()
      let busy = true
      const records = learners.map(({ token }) => newRecord(candidateOf({ call }, exam, token)))
      watch.begin('before the update')
      const sittings = records.map((record, index) => {
        const ending: Ending = index % 5 === 3 ? 'early' : index % 5 === 4 ? 'never' : 'late'
        return sit(record, { random: seeded(seed + index + 1), tally, ending, sitting: () => busy, pace: steady })
      })
      const travelled: Awaited<ReturnType<typeof travel>>[] = []
      let arrived = 0
      const travelling = Array.from({ length: travellers }, async () => {
        while (busy) travelled.push(await travel({ request, call, db, courseId, exam: other, tally }, arrived++))
      })
      const reading = Array.from({ length: READERS }, () => readPages(watch, courseId, () => busy))

      const part = async (name: string, work: () => Promise<unknown>) => {
        watch.begin(name)
        const began = performance.now()
        await work()
        await pause(BETWEEN)
        const { requests, failed, slowest } = watch.parts.at(-1)!
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        const why = [...failed].map(([reason, count]) => `, ${reason}: ${count}`).join('')
        progress(
          `${name}: ${seconds} s, ${requests} requests, slowest ${Math.round(slowest)} ms, failed ${total(failed)}${why}`,
        )
      }
      const work = async () => {
        await part('three servers of this release', () => pause(BETWEEN))
        await part('the first is replaced, and brings the database further', () =>
          servers.replace(0, releases.next, () => holdTables(data.databaseUrl!)),
        )
        await part(KILLED, () => servers.killProcess(1))
        await part('the second is replaced', () => servers.replace(1, releases.next))
        await part('the third is replaced', () => servers.replace(2, releases.next))
        for (const [place, name] of ['third', 'second', 'first'].entries())
          await part(`back: the ${name} is this release again`, () => servers.replace(2 - place, releases.old))
        watch.begin('the end')
        busy = false
        await Promise.all([...sittings, ...travelling, ...reading])
        await passDeadlines(db, apart)
        return judge(records, (record) => resultOf(record, tally), await attemptsStored(db, exam, apart))
      }
      const verdict = await Promise.race([work(), watch.hopeless])
      return {
        hopeless: verdict ? 0 : 1,
        failed: watch.parts.filter(({ name }) => name !== KILLED).reduce((sum, { failed }) => sum + total(failed), 0),
        broken: total(watch.parts.find(({ name }) => name === KILLED)?.failed ?? new Map()),
        requests: watch.parts.reduce((sum, { requests }) => sum + requests, 0),
        travelled: travelled.length,
        wronged: verdict ? await wronged(db, travelled, other) : 0,
        unfilled: verdict ? await unfilled(db) : 0,
        // One was killed; whoever refuses to come back ends by itself.
        ended: (servers.output().match(/"a process ended, another is started"/g)?.length ?? 0) - 1,
        waited: servers.output().match(/"a migration waits for a lock"/g)?.length ?? 0,
        ...tally,
        ...((verdict ?? {}) as Partial<Verdict>),
      }
    } finally {
      await servers.stop()
      await opened.close()
    }
  } finally {
    await data.remove()
    releases.remove()
  }
}

const KILLED = 'a process of an old one is killed, and comes back'

/** Reads hot tables in a transaction that stays open, as a backup or a report does. */
async function holdTables(databaseUrl: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', pool: 1 })
  await db.transaction().execute(async (tx) => {
    for (const table of ['attempts', 'responses'] as const)
      await tx
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .limit(1)
        .execute()
    await pause(HELD)
  })
  await close()
}

/** Rows in which the next release's migrations should have written something, and did not. */
async function unfilled(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from responses where origin is null and saved_at < (
      select cast(extract(epoch from cast(timestamp as timestamptz)) * 1000 as bigint)
      from kysely_migration where name like '9002%')`.execute(db)
  return rows[0]!.count
}
