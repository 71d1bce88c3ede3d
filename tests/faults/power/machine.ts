import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '#db/database.ts'
import { DATABASE_NAME } from '#db/examine.ts'
import { openDatabase } from '#db/open.ts'
import { debianLibraries } from '../../../scripts/debian.mjs'
import { startPostgres } from '../../../scripts/postgres.mjs'
import type { Random } from '../../support/random.ts'
import { seedLearners } from '../../support/scenes/learners.ts'
import type { EngineData } from '../../support/servers/engine-data.ts'
import { freePort, startServer, type RunningServer, type Settings } from '../../support/servers/server.ts'
import type { Victims } from '../victims.ts'
import { checkControls, writeControls } from './controls.ts'
import { makeDisk, type Disk } from './disk.ts'
import { acknowledgeEarly, filesOfTables, problemsOf, writeDown } from './databases.ts'
import { drawTears, type Tear } from './tears.ts'
import { uploadsOf, type Uploads } from './uploads.ts'

export interface PowerStorm {
  engine: Engine
  /** LazyFS. */
  program: string
  /** Nobody waits for the disk: after the first cut everything ends with what was lost, as `Seen`. */
  careless: boolean
  cuts: number
}

/** What was lost by a machine on which nobody waits for the disk. */
export class Seen extends Error {
  answers: number
  files: number

  constructor(answers: number, files: number) {
    super('One cut is enough to see what is lost')
    this.answers = answers
    this.files = files
  }
}

type Postgres = Awaited<ReturnType<typeof startPostgres>>

interface Machine {
  disk: Disk
  data: EngineData
  postgres: Postgres | undefined
}

/** Learners who upload at the same time, and how many there are for each cut. */
const UPLOADERS = 5
const LEARNERS_A_CUT = 10

/** Lives of which a write is torn, unless the power is cut before. */
const TORN = 0.6

/** Milliseconds until a browser knows that there is no server. */
const UNREACHABLE = 20

/**
 * A machine of one disk, a server and its database, whose power is cut: everything ends at once, and the disk has what was
 * synced and nothing else; or a write is torn, some parts of it are on the disk, and everything ends there.
 * @param seed fills the database before the server starts
 */
export async function machineVictims<T>(
  { engine, program, careless, cuts }: PowerStorm,
  random: Random,
  seed: (data: EngineData) => Promise<T>,
): Promise<{ data: EngineData; victims: Victims; seeded: T }> {
  const disk = makeDisk(program)
  let postgres: Postgres | undefined
  const remove = async () => {
    await postgres?.kill()
    await postgres?.stop()
    await disk.remove()
  }
  try {
    const [dataDir, place] = [path.join(disk.folder, 'data'), path.join(disk.folder, 'postgres')]
    await disk.turnOn([])
    mkdirSync(dataDir)
    if (engine === 'postgres') {
      mkdirSync(place)
      postgres = await startPostgres({ durable: true, place })
    }
    const data = { dataDir, databaseUrl: postgres?.url, remove }
    const seeded = await seed(data)
    const { db, close } = await openDatabase(data)
    const uploads = await uploadsOf(await seedLearners(db, cuts * LEARNERS_A_CUT).finally(close), random)
    const victims = await victimsOn({ disk, data, postgres }, { uploads, random, careless, cuts })
    return { data, victims, seeded }
  } catch (error) {
    await remove()
    throw error
  }
}

async function victimsOn(
  machine: Machine,
  { uploads, random, careless, cuts }: { uploads: Uploads; random: Random; careless: boolean; cuts: number },
): Promise<Victims> {
  const { disk, data, postgres } = machine
  const programs = await programsOn(machine, careless)
  const tables = postgres ? await filesOfTables(postgres.url) : []
  const facts = { torn: 0, 'cuts while it started': 0, files: 0 }
  const failures = { 'files lost': 0, 'files damaged': 0, 'uploads refused': 0, 'damage to the database': 0 }
  let lives = 0
  let hasPower = false
  let dark: Promise<void> | undefined

  const begin = async () => {
    lives += 1
    writeControls(disk.folder, lives)
    await programs.start()
  }
  const open = () => {
    hasPower = true
    void disk.failing().then((torn) => {
      if (!torn) return
      facts.torn += 1
      void end()
    })
  }
  /** Ends everything at once, whoever sees first that it ends. */
  const end = () => {
    hasPower = false
    dark ??= Promise.all([programs.kill(), disk.turnOff()]).then(() => {})
    return dark
  }
  /** Starts everything on what is left, and compares that with what was acknowledged. */
  const restore = async (count: () => Promise<number>, tears: Tear[], which: 'some' | 'all'): Promise<void> => {
    checkControls(disk.below, lives)
    await disk.turnOn(tears)
    dark = undefined
    try {
      await begin()
      const problems = await problemsOf(data)
      const { lost, damaged, note } = await uploads.check(programs.url(), which)
      // A server without a disk says of every file that it is not there.
      if (!(await disk.isOn())) throw new Error('The power is gone')
      const answers = await count()
      note()
      if (careless) throw new Seen(answers, lost + damaged)
      for (const problem of problems) console.log(`  ${problem}`)
      failures['damage to the database'] += problems.length
      failures['files lost'] += lost
      failures['files damaged'] += damaged
    } catch (error) {
      if (tears.length === 0 || (await disk.isOn())) throw error
      facts['cuts while it started'] += 1
      await end()
      return restore(count, [], which)
    }
    open()
  }
  let done = 0
  const cut = async (count: () => Promise<number>, which: 'some' | 'all') => {
    done += 1
    await end()
    // Whoever waits for the end of the exam waits for the last life but one as well: nothing of it is torn.
    const isTorn = !careless && done < cuts - 1 && random.chance(TORN)
    await restore(count, isTorn ? tearsOf(disk, tables, random) : [], which)
  }

  await begin()
  open()
  return {
    url: programs.url(),
    kill: (count) => cut(count, 'some'),
    killSweeper: (count) => cut(count, 'all'),
    ended: programs.ended,
    ask: async (url, init) => {
      // Nobody learns without delay that nobody answers.
      if (!hasPower) await pause(UNREACHABLE)
      if (!hasPower) throw new Error('There is no power')
      const answer = await fetch(url, init)
      // Errors of a server whose disk has just gone are heard by nobody.
      if (answer.status >= 500 && !(await disk.isOn())) throw new Error('The power is gone')
      return answer
    },
    beside: async (call, sitting) => {
      const work = Array.from({ length: UPLOADERS }, () => uploads.upload(call, sitting))
      if (postgres && !careless) work.push(writeDown(postgres.url, random, sitting))
      await Promise.all(work)
    },
    report: async () => ({
      facts: { ...facts, files: uploads.count() },
      failures: { ...failures, 'uploads refused': uploads.refused() },
    }),
    stop: end,
  }
}

/** The server, and PostgreSQL where there is one, which runs already. */
async function programsOn({ data, postgres, disk }: Machine, careless: boolean) {
  const settings: Settings = {
    DATABASE_URL: data.databaseUrl ?? '',
    WEB_CONCURRENCY: '1',
    PORT: String(await freePort()),
    ...(careless && { LD_PRELOAD: (await debianLibraries(['libeatmydata.so']))['libeatmydata.so']! }),
  }
  if (careless && postgres) await acknowledgeEarly(postgres.url)
  let server: RunningServer | undefined
  let isDown = false
  let ended = 0
  return {
    url: () => server!.url,
    start: async () => {
      if (isDown) await postgres?.start()
      isDown = false
      server = await startServer(data.dataDir, settings)
    },
    kill: async () => {
      const hadDisk = await Promise.all([
        server?.stop('SIGKILL') ?? Promise.resolve({ signal: 'SIGKILL' }),
        postgres?.kill() ?? Promise.resolve(),
        disk.failing(),
      ])
      isDown = true
      const [{ signal }, , torn] = hadDisk
      if (signal !== 'SIGKILL' && !torn) ended += 1
    },
    /** Servers that ended by themselves while there was power. */
    ended: () => ended,
  }
}

/** Draws writes to the database's files, of which the first that comes is torn. */
function tearsOf({ below }: Disk, tables: string[], random: Random): Tear[] {
  if (tables.length === 0) return drawTears(random, [`data/${DATABASE_NAME}-wal`], [`data/${DATABASE_NAME}`])
  const logs = readdirSync(path.join(below, 'postgres/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  return drawTears(
    random,
    logs.map((name) => `postgres/pg_wal/${name}`),
    tables.map((name) => `postgres/${name}`),
  )
}
