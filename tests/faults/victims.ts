import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { openDatabase } from '#db/open.ts'
import type { Database, Engine } from '#db/database.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { Call } from '../support/api/calls.ts'
import { dataOn, type EngineData } from '../support/servers/engine-data.ts'
import { startFleet, type Fleet } from '../support/servers/fleet.ts'
import { freePort, startServer } from '../support/servers/server.ts'
import type { Random } from '../support/random.ts'
import { databaseVictim } from './database-victim.ts'

export interface Report {
  facts: Record<string, number>
  failures: Record<string, number>
}

/** Servers that are killed. */
export interface Victims {
  url: string
  /**
   * Ends one by kill -9 and starts it again.
   * @param meanwhile what is done while nobody asks it: counts acknowledged answers that are missing
   */
  kill: (meanwhile: () => Promise<number>) => Promise<void>
  /** The same with the one that sweeps, which stays dead until this is done. */
  killSweeper: (meanwhile: () => Promise<number>) => Promise<void>
  /** Processes that have ended by themselves. */
  ended: () => number
  /** What else is to be told in the end: figures, and counts that must be 0. */
  report?: () => Promise<Report>
  /** Asks the servers, in the place of `fetch`. */
  ask?: (url: string, init: RequestInit) => Promise<Response>
  /** What other learners do through the same calls while candidates sit. */
  beside?: (call: Call, sitting: () => boolean) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Servers on data of their own.
 * @param seed fills the database before the first of them starts
 */
export async function serverVictims<T>(
  engine: Engine,
  { processes, database, random }: { processes: number; database: boolean; random: Random },
  seed: (data: EngineData) => Promise<T>,
): Promise<{ data: EngineData; victims: Victims; seeded: T }> {
  const data = await dataOn(engine, { own: database })
  try {
    const seeded = await seed(data)
    const victims = await (database
      ? databaseVictim(data, random)
      : processes > 1
        ? severalVictims(data, processes, random)
        : oneVictim(data))
    return { data, victims, seeded }
  } catch (error) {
    await data.remove()
    throw error
  }
}

/** One server alone: nothing of the product runs while it is dead. */
async function oneVictim(data: EngineData): Promise<Victims> {
  // One process, so that nothing of the server is left when it has been killed.
  const settings = { DATABASE_URL: data.databaseUrl ?? '', WEB_CONCURRENCY: '1', PORT: String(await freePort()) }
  let server = await startServer(data.dataDir, settings)
  const kill = async (meanwhile: () => Promise<unknown>) => {
    await server.stop('SIGKILL')
    await meanwhile()
    server = await startServer(data.dataDir, settings)
  }
  const ended = () => 0
  return { url: server.url, kill, killSweeper: kill, ended, stop: async () => void (await server.stop('SIGKILL')) }
}

/** Several behind a balancer: the others go on while one is dead. */
async function severalVictims(data: EngineData, count: number, random: Random): Promise<Victims> {
  const fleet = await startFleet(data, count)
  const places = fleet.servers.map((_, place) => place)
  return {
    url: fleet.balancer.url,
    kill: (meanwhile) => fleet.replace(random.pick(places), 'SIGKILL', meanwhile),
    killSweeper: async (meanwhile) => {
      const { db, close } = await openDatabase(data)
      const sweeper = await placeOfSweeper(db, fleet).finally(close)
      await fleet.replace(sweeper, 'SIGKILL', meanwhile)
    },
    ended: () => 0,
    stop: fleet.stop,
  }
}

/** The server that finishes attempts, once one that lives has taken that over from one that was killed before. */
async function placeOfSweeper(db: Kysely<Database>, { servers }: Fleet): Promise<number> {
  const until = Date.now() + 30 * SECOND
  while (Date.now() < until) {
    const lease = await db
      .selectFrom('leases')
      .select('owner')
      .where('name', '=', 'sweep of overdue attempts')
      .where('expires_at', '>', Date.now())
      .executeTakeFirst()
    const place = servers.findIndex(({ pid }) => pid === Number(lease?.owner.split(' ')[1]))
    if (place !== -1) return place
    await pause(100)
  }
  throw new Error('No server has taken the sweep of overdue attempts over')
}
