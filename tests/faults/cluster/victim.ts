import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '../../cluster/cluster.ts'
import { startCluster } from '../../cluster/cluster.ts'
import { until } from '../../support/until.ts'
import { startDoor } from '../../cluster/door.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { EngineData } from '../../support/servers/engine-data.ts'
import type { Random } from '../../support/random.ts'
import type { SeededExam } from '../../support/scenes/exam-fixture.ts'
import type { Tally } from '../sit.ts'
import type { Victims } from '../victims.ts'
import { startBrowsers } from './browsers.ts'
import { drawFaults, faults } from './faults.ts'
import { startProbe } from './probe.ts'

/** What the run needs beside what every storm does. */
export interface ClusterStorm {
  /** Whether a commit waits for a standby. */
  synchronous: boolean
  faults: number
  /** Candidates in real browsers. */
  browsers: number
  /** The kinds of faults, in this order again and again; left out: all, by lot. */
  kinds?: string[]
  keep?: boolean
  /** Hears what is about to happen, and what happened. */
  progress?: (text: string) => void
}

/** What was seeded before the first server started. */
export interface Seeded {
  exam: SeededExam
  /** Those who sit the exam beside the others: the first probes, the others have browsers. */
  apart: { id: number; token: string }[]
}

/** Faults after which nothing is stored until another machine is the primary. */
const LOSSES = /^(primary|PostgreSQL of the primary|machine of the primary)/

/** A fault shows within so many milliseconds. */
const SHOWS = 5 * SECOND

/** Service is to be back within so many milliseconds of a lost primary. */
const WANTED = 30 * SECOND

/**
 * Three machines whose parts are killed, frozen, cut off, switched over and built anew, one after the other; the servers
 * themselves are left alone but for those on a machine that is cut off.
 * @param seed fills the database before the first server starts
 */
export async function clusterVictims<T extends Seeded>(
  storm: ClusterStorm,
  random: Random,
  tally: Tally,
  seed: (data: EngineData) => Promise<T>,
): Promise<{ data: EngineData; victims: Victims; seeded: T }> {
  const { progress = () => {} } = storm
  let seeded: T | undefined
  const dataOf = (cluster: Pick<Cluster, 'databaseUrl' | 'folder'>): EngineData => ({
    dataDir: cluster.folder,
    databaseUrl: cluster.databaseUrl,
    remove: async () => {},
  })
  const cluster = await startCluster({
    servers: 3,
    synchronous: storm.synchronous,
    keep: storm.keep ?? false,
    settings: { CONTENT: 'none' },
    progress: (text) => progress(`starting ${text}`),
    beforeServers: async (where) => {
      seeded = await seed(dataOf(where))
    },
  })
  const { exam, apart } = seeded!
  const door = await startDoor(cluster.fronts)
  const [prober, ...others] = apart
  const probe = await startProbe(door.url, exam, prober!.token, tally)
  const browsers = await startBrowsers(door.url, exam, others, random)
  const names = storm.kinds ?? drawFaults(storm.faults, random)
  const outages: { name: string; silence: number }[] = []
  let turn = 0

  const kill = async (meanwhile: () => Promise<unknown>) => {
    const name = names[turn++ % names.length]!
    probe.begin()
    await Promise.all([faults[name]!(cluster, random), pause(SHOWS)])
    await cluster.untilWhole()
    await until(
      'learners are served',
      async () => (await fetch(`${door.url}/readyz`).catch(() => undefined))?.ok === true,
    )
    const silence = probe.longest()
    outages.push({ name, silence })
    progress(`${turn}. ${name}: nothing stored for ${(silence / SECOND).toFixed(1)} s`)
    await meanwhile()
  }
  return {
    data: dataOf(cluster),
    seeded: seeded!,
    victims: {
      url: door.url,
      kill,
      killSweeper: kill,
      ended: () => cluster.machines.reduce((sum, { server }) => sum + (server?.ended() ?? 0), 0),
      report: async () => {
        await probe.stop()
        const { chosen, missing } = await browsers.settle()
        const losses = outages.filter(({ name }) => LOSSES.test(name)).map(({ silence }) => silence)
        return {
          facts: {
            'answers in browsers': chosen,
            'longest silence after a lost primary, s': Math.max(0, ...losses) / SECOND,
            'longest silence after anything else, s':
              Math.max(0, ...outages.filter(({ name }) => !LOSSES.test(name)).map(({ silence }) => silence)) / SECOND,
          },
          failures: {
            'missing of browsers': missing,
            'primaries lost for longer than 30 s': losses.filter((silence) => silence > WANTED).length,
          },
        }
      },
      stop: async () => {
        await browsers.close()
        door.close()
        cluster.stop()
      },
    },
  }
}
