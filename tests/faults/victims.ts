import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { openDatabase } from '#db/open.ts'
import type { Database } from '#db/database.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { EngineData } from '../support/servers/engine-data.ts'
import { startFleet, type Fleet } from '../support/servers/fleet.ts'
import { freePort, startServer } from '../support/servers/server.ts'
import type { Random } from '../support/random.ts'

/** Servers that are killed. */
export interface Victims {
  url: string
  /** Ends one by kill -9 and starts it again. @param meanwhile what is done while it is dead */
  kill: (meanwhile: () => Promise<void>) => Promise<void>
  /** The same with the one that sweeps, which stays dead until this is done. */
  killSweeper: (meanwhile: () => Promise<void>) => Promise<void>
  /** Processes that have ended by themselves. */
  ended: () => number
  stop: () => Promise<void>
}

/** One server alone: nothing of the product runs while it is dead. */
export async function oneVictim(data: EngineData): Promise<Victims> {
  // One process, so that nothing of the server is left when it has been killed.
  const settings = { DATABASE_URL: data.databaseUrl ?? '', WEB_CONCURRENCY: '1', PORT: String(await freePort()) }
  let server = await startServer(data.dataDir, settings)
  const kill = async (meanwhile: () => Promise<void>) => {
    await server.stop('SIGKILL')
    await meanwhile()
    server = await startServer(data.dataDir, settings)
  }
  const ended = () => 0
  return { url: server.url, kill, killSweeper: kill, ended, stop: async () => void (await server.stop('SIGKILL')) }
}

/** Several behind a balancer: the others go on while one is dead. */
export async function severalVictims(data: EngineData, count: number, random: Random): Promise<Victims> {
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
